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
package io.trident.core.replication;

import java.util.List;
import java.util.Set;

/**
 * Rows of which all copies can be lost at once. They are stored apart, and replicated as HDFS does
 * (Pangea, section 7).
 *
 * <p>The paper's share of such rows is right for one copy more than failures only. For m copies on
 * k nodes, each placed at random, and r failures it is the share of functions from m to k that have
 * at most r values: {@code sum over j <= r of S(m, j) k! / (k - j)! / k^m}, with S the Stirling
 * numbers of the second kind.
 */
public final class Collisions {
  private Collisions() {}

  /**
   * Returns whether the loss of some nodes takes away all copies of a row. Tries each way to lose
   * the copies, as far as the number of nodes allows: O(product of the copies' sets) at worst.
   *
   * @param copies of the row; without any it is lost
   * @param failures how many nodes are lost; not negative
   */
  public static boolean collide(List<Copy> copies, int failures) {
    List<Copy> relevant = copies.stream().map(copy -> copy.within(failures)).toList();
    return collide(relevant, Set.of(), failures);
  }

  private static boolean collide(List<Copy> copies, Set<String> lost, int failures) {
    if (lost.size() > failures) {
      return false;
    }
    if (copies.isEmpty()) {
      return true;
    }
    Copy first = copies.get(0);
    List<Copy> others = copies.subList(1, copies.size());
    return first.isLostWith(lost)
        ? collide(others, lost, failures)
        : first.grown(lost).stream().anyMatch(more -> collide(others, more, failures));
  }

  /**
   * Returns the share of rows that collide if each copy is on a random node, from 0 to 1.
   * O(copies²).
   *
   * @param nodes at least 1
   * @param copies at least 1
   * @param failures not negative
   */
  public static double expectedShare(int nodes, int copies, int failures) {
    if (nodes < 1 || copies < 1 || failures < 0) {
      throw new IllegalArgumentException(
          "%d copies on %d nodes with %d failures are not possible; give at least 1, 1 and 0."
              .formatted(copies, nodes, failures));
    }
    // used[j]: the probability that the copies so far are on j different nodes
    double[] used = new double[copies + 1];
    used[0] = 1;
    for (int copy = 0; copy < copies; copy++) {
      for (int j = copy + 1; j > 0; j--) {
        double onUsed = used[j] * j / nodes;
        double onOther = used[j - 1] * Math.max(0, nodes - j + 1) / nodes;
        used[j] = onUsed + onOther;
      }
      used[0] = 0;
    }
    double share = 0;
    for (int j = 1; j <= Math.min(copies, failures); j++) {
      share += used[j];
    }
    return Math.min(1, share);
  }
}
