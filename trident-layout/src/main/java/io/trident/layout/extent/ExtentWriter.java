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
package io.trident.layout.extent;

import io.trident.core.layout.Bucket;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.manifest.BucketEntry;
import io.trident.core.layout.manifest.KeyRange;
import io.trident.core.layout.manifest.RecordSum;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.RecordWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes one extent from its rows in order: by bucket, and within a bucket by {@link
 * RowLayout#order}. It holds one row, and what the format keeps of a bucket. The order is checked,
 * as an extent in another one could not be rebuilt to the same bytes.
 */
public final class ExtentWriter {
  /** Longer keys are cut in the manifest, so that a bucket has at most some 200 bytes there. */
  public static final int KEY_BYTES = 64;

  private final RowLayout layout;
  private final DataExtent extent;
  private final Comparator<LayoutRow> order;
  private final ChecksummedOutput out;
  private final RecordWriter writer;
  private final List<BucketEntry> buckets = new ArrayList<>();

  private @Nullable LayoutRow last;
  private long offset;
  private long rows;
  private RecordSum sum = RecordSum.NONE;
  private @Nullable Value least;

  /**
   * Begins an extent.
   *
   * @param out where it goes; not closed
   */
  public ExtentWriter(
      RowLayout layout, FormatAdapter adapter, DataExtent extent, OutputStream out) {
    layout.geometry().check(extent);
    this.layout = layout;
    this.extent = extent;
    this.order = layout.order(extent.dimension());
    this.out = new ChecksummedOutput(out);
    this.writer = adapter.writer(this.out);
  }

  /**
   * Adds the next row.
   *
   * @throws IllegalArgumentException if it is of another extent, or belongs before the last one
   * @throws IOException if it cannot be written
   */
  public void add(LayoutRow row) throws IOException {
    Bucket bucket = layout.bucket(extent.dimension(), layout.cell(row));
    if (!bucket.in().equals(extent)) {
      throw new IllegalArgumentException(
          "A row of %s was added to %s.".formatted(bucket.in(), extent));
    }
    LayoutRow previous = last;
    if (bucket.bucket() < buckets.size()
        || (bucket.bucket() == buckets.size()
            && previous != null
            && rows > 0
            && order.compare(previous, row) > 0)) {
      throw new IllegalArgumentException(
          "The rows of %s are not in order: by bucket, key, record.".formatted(extent));
    }
    endBucketsBefore(bucket.bucket());
    if (rows == 0) {
      if (last == null) {
        writer.start();
      }
      offset = out.length();
      out.beginPart();
      least = row.keys().get(extent.dimension());
    }
    writer.row(row);
    rows++;
    sum = sum.plus(RecordSum.of(row.record().toArray()));
    last = row;
  }

  /**
   * Ends the extent. Of one without rows nothing is written.
   *
   * @throws IOException if it cannot be written
   */
  public WrittenExtent finish() throws IOException {
    endBucketsBefore(layout.geometry().extents());
    if (last != null) {
      writer.finish();
    }
    out.flush();
    return new WrittenExtent(out.written(), buckets);
  }

  private void endBucketsBefore(int bucket) throws IOException {
    while (buckets.size() < bucket) {
      LayoutRow greatest = last;
      if (rows == 0 || greatest == null || least == null) {
        buckets.add(new BucketEntry(out.length(), 0, 0, 0, Optional.empty(), RecordSum.NONE));
      } else {
        writer.endBucket();
        KeyRange keys = new KeyRange(least, greatest.keys().get(extent.dimension()));
        buckets.add(
            new BucketEntry(
                offset,
                out.length() - offset,
                out.partCrc(),
                rows,
                Optional.of(keys.shortened(KEY_BYTES)),
                sum));
      }
      rows = 0;
      sum = RecordSum.NONE;
    }
  }
}
