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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Finds buckets that have all rows of an extent between them. */
final class CellReads {
  private static final int ANY = -1;
  private static final Comparator<Bucket> ORDER =
      Comparator.comparingInt(Bucket::dimension)
          .thenComparingInt(Bucket::extent)
          .thenComparingInt(Bucket::bucket);

  /** Lost sources that are gone around, in all; a fraction of a second. */
  private static final int MOST_LOOKS = 1_000_000;

  private final Contents contents;
  private final Geometry geometry;
  private int looks;

  CellReads(Contents contents) {
    this.contents = contents;
    this.geometry = contents.geometry();
  }

  /**
   * Returns the buckets of the previous dimension, if each that has rows can be read. Those without
   * rows are among them, and take no bytes; but none for which a rebuild would have to wait.
   */
  Optional<List<Read>> chained(DataExtent target, Available available) {
    List<Read> reads = new ArrayList<>();
    for (DataExtent source : geometry.extentsOf(geometry.previous(target.dimension()))) {
      Bucket bucket = source.bucket(target.extent());
      boolean hasRows = contents.bytes(bucket) > 0;
      if (hasRows && !available.has(source)) {
        return Optional.empty();
      }
      if (hasRows || available.survived(source)) {
        reads.add(new Read.OfBucket(bucket));
      }
    }
    return Optional.of(reads);
  }

  /** Returns buckets of any dimensions that have all rows of the target, if there are such. */
  Optional<List<Read>> covering(DataExtent target, Available available) {
    int[] fixed = new int[geometry.dimensions()];
    Arrays.fill(fixed, ANY);
    fixed[target.dimension()] = target.extent();
    TreeSet<Bucket> buckets = new TreeSet<>(ORDER);
    if (!cover(target.dimension(), fixed, available, buckets)) {
      return Optional.empty();
    }
    return Optional.of(buckets.stream().map(bucket -> (Read) new Read.OfBucket(bucket)).toList());
  }

  /**
   * Adds buckets that have the rows of all cells with the fixed coordinates, of which {@code
   * dimension} was fixed last; returns false if some may be nowhere.
   */
  private boolean cover(int dimension, int[] fixed, Available available, TreeSet<Bucket> buckets) {
    int previous = geometry.previous(dimension);
    if (fixed[previous] != ANY) {
      return !contents.mayHaveRows(Cell.of(fixed));
    }
    boolean covered = true;
    for (int q = 0; covered && q < geometry.extents(); q++) {
      Bucket bucket = new Bucket(previous, q, fixed[dimension]);
      if (contents.bytes(bucket) > 0) {
        fixed[previous] = q;
        if (available.has(bucket.in())) {
          buckets.add(bucket);
        } else {
          covered = ++looks < MOST_LOOKS && cover(previous, fixed, available, buckets);
        }
      }
    }
    fixed[previous] = ANY;
    return covered;
  }
}
