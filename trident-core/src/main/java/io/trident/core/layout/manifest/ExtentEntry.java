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
package io.trident.core.layout.manifest;

import java.util.List;
import java.util.Optional;

/**
 * An extent of rows and its buckets.
 *
 * @param stored the file
 * @param buckets one for each partition of the next dimension, in order; those with rows are in the
 *     file one after the other
 */
public record ExtentEntry(StoredObject stored, List<BucketEntry> buckets) {
  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if buckets overlap, or are not within the file
   */
  public ExtentEntry {
    buckets = List.copyOf(buckets);
    long end = 0;
    for (BucketEntry bucket : buckets) {
      if (bucket.rows() > 0) {
        if (bucket.offset() < end || bucket.offset() > stored.length() - bucket.length()) {
          throw new IllegalArgumentException(
              "A bucket has bytes %d to %d; the one before ends at %d, and the extent at %d."
                  .formatted(
                      bucket.offset(), bucket.offset() + bucket.length(), end, stored.length()));
        }
        end = bucket.offset() + bucket.length();
      }
    }
  }

  /** Returns the number of rows. */
  public long rows() {
    return buckets.stream().mapToLong(BucketEntry::rows).sum();
  }

  /** Returns bounds of the keys in the extent's dimension; nothing if it has no rows. */
  public Optional<KeyRange> keys() {
    return buckets.stream().flatMap(bucket -> bucket.keys().stream()).reduce(KeyRange::with);
  }

  /** Returns what identifies the rows. */
  public RecordSum sum() {
    return buckets.stream().map(BucketEntry::sum).reduce(RecordSum.NONE, RecordSum::plus);
  }
}
