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
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

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

  /** The footer is behind the rows. */
  @Override
  public boolean isSequential() {
    return false;
  }

  @Override
  public RecordReader read(ByteSource file, long from, long to) throws IOException {
    OpenFile open = open(file);
    return read(open, () -> ordered(open).stream().map(span -> span.within(from, to)).toList());
  }

  /** A row group each. */
  @Override
  public List<Long> cuts(ByteSource file) throws IOException {
    try (OpenFile open = open(file)) {
      return ordered(open).stream().filter(span -> span.rows() > 0).map(RowSpan::start).toList();
    }
  }

  /** The row groups of a bucket are wholly in its bytes. */
  @Override
  public RecordReader readBucket(ByteSource extent, BucketEntry bucket) throws IOException {
    OpenFile open = open(extent);
    long end = bucket.offset() + bucket.length();
    return read(
        open,
        () ->
            spans(open).stream()
                .filter(span -> span.start() >= bucket.offset() && span.start() < end)
                .toList());
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

  private static List<RowSpan> spans(OpenFile open) {
    List<RowSpan> spans = new ArrayList<>();
    for (int i = 0; i < open.rowGroups().size(); i++) {
      spans.add(RowSpan.of(i, open.rowGroups().get(i)));
    }
    return spans;
  }

  /** Rows whose offsets ascend as they do. */
  private static List<RowSpan> ordered(OpenFile open) throws InvalidRecordException {
    List<RowSpan> spans = spans(open);
    long end = 0;
    for (RowSpan span : spans) {
      span.checkOffsets(open.name(), end);
      end = span.end();
    }
    return spans;
  }

  /** Finds the rows to read. */
  private interface Choice {
    List<RowSpan> spans() throws IOException;
  }

  private RecordReader read(OpenFile open, Choice choice) throws IOException {
    try {
      return new RowGroupReader(open, shape, choice.spans());
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
