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
package io.trident.layout.mapreduce.convert;

import io.trident.layout.mapreduce.table.TableLayout;
import java.util.ArrayList;
import java.util.List;

/** Which super-extents one job writes. */
final class Batches {
  private Batches() {}

  /**
   * Cuts super-extents into batches, in order.
   *
   * @param pending super-extents that are to be written, ascending
   * @param bytes what a batch has at most, unless it is one super-extent
   */
  static List<List<Integer>> of(TableLayout table, List<Integer> pending, long bytes) {
    List<List<Integer>> batches = new ArrayList<>();
    List<Integer> current = new ArrayList<>();
    long size = 0;
    for (int superExtent : pending) {
      long own = table.runs().get(superExtent).to() - table.runs().get(superExtent).from();
      if (!current.isEmpty() && size + own > bytes) {
        batches.add(current);
        current = new ArrayList<>();
        size = 0;
      }
      current.add(superExtent);
      size += own;
    }
    if (!current.isEmpty()) {
      batches.add(current);
    }
    return batches;
  }
}
