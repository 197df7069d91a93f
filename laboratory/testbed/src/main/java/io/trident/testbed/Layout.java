/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.trident.testbed;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a test bed consists of. Worker {@code i} (from 1) is {@code node<i>}, in racks {@code /r1},
 * {@code /r2}, ... in turn; the masters run on {@code master}, at the core of the network.
 *
 * @param name what everything that the kernel holds is called after: 1 to 10 letters, digits,
 *     dashes
 * @param subnet second part of all addresses, 0 to 255
 * @param isolation what keeps the nodes apart
 * @param nodes workers, 1 to {@link #MAX_NODES}
 * @param racks racks, 1 to {@code nodes}
 * @param slots containers of the smallest size that a worker has room for, 1 to 64
 * @param imitated rates of the cluster that is imitated
 * @param scale what these rates are divided by, 1 and more; declared with every result
 * @param sizes sizes of each worker's volumes
 */
public record Layout(
    String name,
    int subnet,
    Isolation isolation,
    int nodes,
    int racks,
    int slots,
    Rates imitated,
    double scale,
    VolumeSizes sizes) {
  /** As many as a test bed was tried with, and more. */
  public static final int MAX_NODES = 64;

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,9}");

  public Layout {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "The name must be 1 to 10 small letters, digits and dashes: '%s'".formatted(name));
    }
    requireRange("subnet", subnet, 0, 255);
    requireRange("nodes", nodes, 1, MAX_NODES);
    requireRange("racks", racks, 1, nodes);
    requireRange("slots", slots, 1, 64);
    if (!(scale >= 1 && scale < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("scale must be 1 or more: " + scale);
    }
  }

  /** Returns the rates that hold here, in MB/s. */
  public Rates rates() {
    return imitated.dividedBy(scale);
  }

  /** Returns the node that NameNode, ResourceManager and history server run on. */
  public Node master() {
    return new Node("master", address(0, 2), "/core");
  }

  /** Returns the workers, in order. */
  public List<Node> workers() {
    return IntStream.range(0, nodes)
        .mapToObj(
            i -> new Node("node" + (i + 1), address(i % racks + 1, i + 1), "/r" + (i % racks + 1)))
        .toList();
  }

  /** Returns master and workers. */
  public List<Node> all() {
    return Stream.concat(Stream.of(master()), workers().stream()).toList();
  }

  /**
   * Returns a node by host name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Node node(String host) {
    return all().stream()
        .filter(node -> node.name().equals(host))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no node '%s': it must be master or node1 to node%d"
                        .formatted(host, nodes)));
  }

  /** Returns the address of the machine itself in the test bed's network. */
  String hostAddress() {
    return address(0, 1);
  }

  private String address(int third, int fourth) {
    return "%d.%d.%d.%d".formatted(isolation.firstOctet(), subnet, third, fourth);
  }

  private static void requireRange(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s must be %d to %d: %d".formatted(what, least, most, value));
    }
  }
}
