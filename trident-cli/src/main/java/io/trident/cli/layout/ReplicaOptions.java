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
package io.trident.cli.layout;

import io.trident.core.replication.NodeMapId;
import io.trident.core.replication.PartitionScheme;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** What the commands that make replicas have in common. */
final class ReplicaOptions {
  private static final Pattern HASH = Pattern.compile("\\s*hash\\((.+),\\s*(\\d{1,4})\\s*\\)\\s*");
  private static final Pattern SET = Pattern.compile("(\\d{1,2})/(\\d{1,2})");
  private static final String ALL = "all";

  @Option(
      names = "--nodes",
      paramLabel = "all|SET/SETS",
      description =
          "Which nodes take partitions: all, or one of disjoint sets, such as 0/2. Replicas on"
              + " disjoint sets have no colliding rows; those on the same set are joined on the"
              + " node; ${DEFAULT-VALUE}.")
  private String nodes = ALL;

  @Option(
      names = "--survive",
      paramLabel = "NODES",
      description =
          "How many nodes may be lost at once: 1 or 2. Rows of which they could take all copies are stored"
              + " apart, with more replicas; ${DEFAULT-VALUE}.")
  private int failures = 1;

  int failures() {
    return failures;
  }

  /**
   * Returns the map of partitions to nodes.
   *
   * @throws IllegalArgumentException if the option is not valid
   */
  NodeMapId nodes(int partitions) {
    if (nodes.equals(ALL)) {
      return NodeMapId.ofAllNodes(partitions);
    }
    Matcher matcher = SET.matcher(nodes);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "--nodes is '%s'; give all, or a set and how many there are, such as 0/2."
              .formatted(nodes));
    }
    return new NodeMapId(
        partitions, Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  /**
   * Returns what a text such as {@code hash(a,64)} names.
   *
   * @throws IllegalArgumentException if it is none
   */
  static PartitionScheme scheme(String text) {
    Matcher matcher = HASH.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "--by is '%s'; give a column and a number of partitions, such as hash(l_orderkey,64)."
              .formatted(text));
    }
    return new PartitionScheme(matcher.group(1).strip(), Integer.parseInt(matcher.group(2)));
  }
}
