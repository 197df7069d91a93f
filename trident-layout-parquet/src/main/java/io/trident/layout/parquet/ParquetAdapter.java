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
package io.trident.layout.parquet;

import io.trident.core.layout.manifest.BucketEntry;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.RecordReader;
import io.trident.layout.format.RecordWriter;
import io.trident.layout.parquet.RowGroupReader.Part;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.parquet.hadoop.metadata.BlockMetaData;

/** Parquet, opened for a table. */
final class ParquetAdapter implements FormatAdapter {
  private final ParquetOptions options;
  private final GroupShape shape;
  private final KeyExtractor extractor;

  ParquetAdapter(ParquetOptions options, List<KeyValues> keys) {
    this.options = options;
    this.shape = GroupShape.of(options.footer().schema());
    this.extractor = new KeyExtractor(shape, keys);
  }

  /**
   * A row group is of the range in which its middle is, as Spark and MapReduce have it. So a row
   * group is read once, and ranges are about even.
   */
  @Override
  public RecordReader read(ByteSource file, long from, long to) throws IOException {
    OpenFile open = open(file);
    return read(
        open,
        group -> {
          long middle = group.getStartingPos() + group.getCompressedSize() / 2;
          return middle >= from && middle < to;
        });
  }

  /** A row group each. */
  @Override
  public List<Long> cuts(ByteSource file) throws IOException {
    try (OpenFile open = open(file)) {
      return open.rowGroups().stream()
          .filter(group -> group.getRowCount() > 0)
          .map(BlockMetaData::getStartingPos)
          .sorted()
          .toList();
    }
  }

  @Override
  public RecordReader readBucket(ByteSource extent, BucketEntry bucket) throws IOException {
    OpenFile open = open(extent);
    return read(
        open,
        group ->
            group.getStartingPos() >= bucket.offset()
                && group.getStartingPos() < bucket.offset() + bucket.length());
  }

  private OpenFile open(ByteSource source) throws IOException {
    OpenFile open = OpenFile.open(source);
    try {
      options.footer().checkSchema(source.name(), open.metadata().getSchema());
      if (options.isMetadataChecked()) {
        options.footer().checkMetadata(source.name(), open.metadata().getKeyValueMetaData());
      }
      return open;
    } catch (IOException e) {
      open.close();
      throw e;
    }
  }

  private RecordReader read(OpenFile open, Predicate<BlockMetaData> isRead) throws IOException {
    List<Part> parts = new ArrayList<>();
    long row = 0;
    for (int i = 0; i < open.rowGroups().size(); i++) {
      BlockMetaData group = open.rowGroups().get(i);
      if (isRead.test(group)) {
        parts.add(new Part(i, row, group.getRowCount()));
      }
      row += group.getRowCount();
    }
    try {
      return new RowGroupReader(open, shape, parts);
    } catch (IOException e) {
      open.close();
      throw e;
    }
  }

  @Override
  public List<Value> keys(Value.Bytes record) throws InvalidRecordException {
    return extractor.keys(record.toArray());
  }

  @Override
  public RecordWriter writer(OutputStream out) {
    return new ExtentRecordWriter(options, shape, out);
  }
}
