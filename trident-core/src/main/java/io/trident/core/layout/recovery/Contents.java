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
package io.trident.core.layout.recovery;

import io.trident.core.layout.Bucket;
import io.trident.core.layout.Cell;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Geometry;

/** What is known of a super-extent's content, from its manifest or its rows. */
public interface Contents {
  /** Returns the numbers of extents and dimensions. */
  Geometry geometry();

  /** Returns the length of a bucket in bytes; 0 if and only if it has no rows. */
  long bytes(Bucket bucket);

  /** Returns the length of an extent in bytes: that of its buckets. */
  default long bytes(DataExtent extent) {
    return geometry().bucketsOf(extent).stream().mapToLong(this::bytes).sum();
  }

  /**
   * Returns whether a cell may have rows; false only if it surely has none.
   *
   * <p>By default a cell has none if one of the D buckets that it is in is empty. That is all that
   * a bucket index knows. Its answer is exact for up to two dimensions.
   */
  default boolean mayHaveRows(Cell cell) {
    for (int d = 0; d < geometry().dimensions(); d++) {
      if (bytes(new Bucket(d, cell.at(d), cell.at(geometry().next(d)))) == 0) {
        return false;
      }
    }
    return true;
  }
}
