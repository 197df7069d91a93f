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
package io.trident.core.layout.partition;

import io.trident.core.layout.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/*
 * Problem. Cut the sorted distinct values of a sample, of total weight W, into n runs of about
 * equal weight. A value cannot be cut: all its rows are in one partition.
 *
 * Method. From left to right, each cut is placed where the run that it closes is nearest to its
 * share: the weight that is left, divided by the runs that are left. A value that is heavier than a
 * share so takes from the shares of those after it equally, where cuts at the quantiles of the
 * whole would leave as many partitions empty as quantiles fall into it. Each run takes at least one
 * value, and leaves one for each run after it, so no partition is empty unless there are fewer
 * distinct values than partitions.
 *
 * Bound. A run misses its share by at most w/2, where w is the greatest weight of a value. What it
 * leaves too much is divided among the runs after it, so that no run weighs more than
 *   W/n + w/2 (1 + 1/(n-1) + 1/(n-2) + ... + 1),
 * or a single value. Cost: O(s log s) for s samples.
 */
/** Draws boundaries of ranges from a sample. */
public final class SampledBoundaries {
  private SampledBoundaries() {}

  /**
   * Returns a partitioner whose partitions have about equal weight in the sample.
   *
   * @param sample values of one column, in any order, also repeated; nulls go to the first range
   * @param partitions at least 1; with fewer distinct values the last ones stay empty
   * @throws IllegalArgumentException if values are of two kinds
   */
  public static RangePartitioner of(Iterable<WeightedValue> sample, int partitions) {
    RangePartitioner.checkPartitions(partitions);
    TreeMap<Value, Long> weights = new TreeMap<>();
    long left = 0;
    for (WeightedValue one : sample) {
      weights.merge(one.value(), one.weight(), Math::addExact);
      left = Math.addExact(left, one.weight());
    }
    List<Value> values = List.copyOf(weights.keySet());
    List<Value> boundaries = new ArrayList<>();
    int next = 0; // the first value of the run that is being closed
    for (int runs = partitions; runs > 1 && next + 1 < values.size(); runs--) {
      double share = (double) left / runs;
      int last = Math.max(next + 1, values.size() - runs + 1); // leaves a value for each run
      long run = weights.getOrDefault(values.get(next), 0L);
      int end = next + 1;
      while (end < last) {
        long more = run + weights.getOrDefault(values.get(end), 0L);
        if (more - share > share - run) {
          break;
        }
        run = more;
        end++;
      }
      boundaries.add(values.get(end));
      left -= run;
      next = end;
    }
    return new RangePartitioner(partitions, boundaries);
  }
}
