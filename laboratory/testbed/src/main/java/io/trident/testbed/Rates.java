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

/**
 * Read rates of the tiers and rates of the links, in MB/s (10^6 bytes per second), all positive.
 *
 * @param memory the memory tier of one node
 * @param ssd the SSD of one node
 * @param disk the hard disk of one node
 * @param nodeLink the link of one node, each direction
 * @param rackLink the link of one rack to the core, each direction
 */
public record Rates(double memory, double ssd, double disk, double nodeLink, double rackLink) {
  /** The tiers as the paper's cluster has them, on 10 Gbit/s Ethernet, four nodes per up-link. */
  public static final Rates TYPICAL = new Rates(3200, 400, 160, 1250, 1250);

  public Rates {
    requirePositive("memory", memory);
    requirePositive("ssd", ssd);
    requirePositive("disk", disk);
    requirePositive("nodeLink", nodeLink);
    requirePositive("rackLink", rackLink);
  }

  /** Returns these rates divided by a positive factor. */
  public Rates dividedBy(double factor) {
    return new Rates(
        memory / factor, ssd / factor, disk / factor, nodeLink / factor, rackLink / factor);
  }

  private static void requirePositive(String name, double rate) {
    if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The rate '%s' must be a positive number of MB/s: %s".formatted(name, rate));
    }
  }
}
