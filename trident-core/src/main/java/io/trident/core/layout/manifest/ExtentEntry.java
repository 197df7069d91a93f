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
import java.util.Objects;
import java.util.Optional;

/** An extent of rows and its buckets. Immutable; equal to one with an equal file and buckets. */
public final class ExtentEntry {
  private final StoredObject stored;
  private final Buckets buckets;
  private final long rows;
  private final Optional<KeyRange> keys;
  private final RecordSum sum;

  /**
   * Copies the list. O(buckets).
   *
   * @param stored the file
   * @param buckets one for each partition of the next dimension, in order; those with rows are in
   *     the file one after the other
   * @throws IllegalArgumentException if buckets overlap, or are not within the file; or if their
   *     keys are of several kinds
   */
  public ExtentEntry(StoredObject stored, List<BucketEntry> buckets) {
    this.stored = stored;
    this.buckets = new KeptBuckets(buckets);
    long end = 0;
    long all = 0;
    Optional<KeyRange> range = Optional.empty();
    RecordSum total = RecordSum.NONE;
    for (BucketEntry bucket : buckets) {
      if (bucket.rows() > 0) {
        check(bucket, end, stored.length());
        end = bucket.offset() + bucket.length();
        all += bucket.rows();
        range = range.isEmpty() ? bucket.keys() : with(range, bucket.keys());
      }
      total = total.plus(bucket.sum());
    }
    this.rows = all;
    this.keys = range;
    this.sum = total;
  }

  private ExtentEntry(ExtentEntry of, Buckets buckets) {
    this.stored = of.stored;
    this.buckets = buckets;
    this.rows = of.rows;
    this.keys = of.keys;
    this.sum = of.sum;
  }

  /** Returns what whoever plans a query needs; see {@link Manifest#forPlanning}. O(buckets). */
  ExtentEntry forPlanning() {
    return new ExtentEntry(this, PackedBuckets.of(buckets));
  }

  /** Returns whether it has all that was written. */
  boolean isComplete() {
    return buckets instanceof KeptBuckets;
  }

  /** Returns the file. */
  public StoredObject stored() {
    return stored;
  }

  /**
   * Returns the buckets, one for each partition of the next dimension. Each of a manifest {@link
   * Manifest#forPlanning for planning} is made when it is asked for.
   */
  public List<BucketEntry> buckets() {
    return buckets;
  }

  /** Returns the first byte of a bucket. O(1), as {@link #length} and {@link #rows(int)}. */
  public long offset(int bucket) {
    return buckets.offset(bucket);
  }

  /** Returns the bytes of a bucket. */
  public long length(int bucket) {
    return buckets.length(bucket);
  }

  /** Returns the rows of a bucket. */
  public long rows(int bucket) {
    return buckets.rows(bucket);
  }

  /** Returns bounds of the keys of a bucket in the extent's dimension; nothing without rows. */
  public Optional<KeyRange> keys(int bucket) {
    return buckets.keys(bucket);
  }

  /** Returns the number of rows. */
  public long rows() {
    return rows;
  }

  /** Returns bounds of the keys in the extent's dimension; nothing if it has no rows. */
  public Optional<KeyRange> keys() {
    return keys;
  }

  /** Returns what identifies the rows. */
  public RecordSum sum() {
    return sum;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ExtentEntry that
        && stored.equals(that.stored)
        && buckets.equals(that.buckets);
  }

  @Override
  public int hashCode() {
    return Objects.hash(stored, buckets);
  }

  @Override
  public String toString() {
    return "ExtentEntry[stored=" + stored + ", buckets=" + buckets + "]";
  }

  private static void check(BucketEntry bucket, long from, long length) {
    if (bucket.offset() < from || bucket.offset() > length - bucket.length()) {
      throw new IllegalArgumentException(
          "A bucket has bytes %d to %d; the one before ends at %d, and the extent at %d."
              .formatted(bucket.offset(), bucket.offset() + bucket.length(), from, length));
    }
  }

  private static Optional<KeyRange> with(Optional<KeyRange> some, Optional<KeyRange> others) {
    KeyRange before = some.orElseThrow();
    KeyRange both = before.with(others.orElseThrow());
    return both == before ? some : Optional.of(both);
  }
}
