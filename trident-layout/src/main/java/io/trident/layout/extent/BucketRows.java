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
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.manifest.BucketEntry;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.RecordSum;
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.RecordReader;
import io.trident.layout.format.StoredRow;
import java.io.IOException;

/**
 * Reads buckets, and compares what was read with the manifest: the number of rows, and their sum,
 * which no other rows have. For rebuilds and for readers of a dimension.
 *
 * @param manifest of the super-extent
 * @param keys with the manifest's dimensions
 * @param sources the extents
 */
public record BucketRows(Manifest manifest, RowKeys keys, ExtentSources sources) {
  /** Takes rows. */
  @FunctionalInterface
  public interface Sink {
    /** Takes a row; its id is 0 if the format stores none. */
    void add(LayoutRow row) throws IOException;
  }

  /**
   * Gives all rows of a bucket, in order. It holds one of them.
   *
   * @param sink takes the rows before they are known to be right; what it made of them is void if
   *     this throws
   * @throws CorruptSourceException if the extent is not what the manifest has
   * @throws IOException if it cannot be read, or the sink throws
   */
  public void read(Bucket bucket, Sink sink) throws IOException {
    BucketEntry entry = manifest.entry(bucket.in()).buckets().get(bucket.bucket());
    if (entry.rows() == 0) {
      return;
    }
    ByteSource source = Sources.open(manifest, sources, bucket.in());
    long rows = 0;
    RecordSum sum = RecordSum.NONE;
    try (RecordReader reader = keys.adapter().readBucket(source, entry)) {
      for (StoredRow row = reader.next(); row != null; row = reader.next()) {
        rows++;
        sum = sum.plus(RecordSum.of(row.record().toArray()));
        sink.add(keys.of(source.name(), row, row.id().orElse(0)));
      }
    } catch (InvalidRecordException e) {
      throw new CorruptSourceException(bucket.in(), String.valueOf(e.getMessage()), e);
    }
    if (rows != entry.rows() || !sum.equals(entry.sum())) {
      throw new CorruptSourceException(
          bucket.in(),
          "bucket %d has %d rows of sum %s, the manifest %d of %s."
              .formatted(bucket.bucket(), rows, sum, entry.rows(), entry.sum()),
          null);
    }
  }
}
