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
package io.trident.layout.avro;

import io.trident.core.layout.manifest.BucketEntry;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.ByteSource;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.RecordReader;
import io.trident.layout.format.RecordWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Avro, opened for a table. */
final class AvroAdapter implements FormatAdapter {
  private final AvroOptions options;
  private final DatumShape shape;
  private final KeyExtractor extractor;

  AvroAdapter(AvroOptions options, List<KeyValues> keys) {
    this.options = options;
    this.shape = DatumShape.of(options.header().schema());
    this.extractor = new KeyExtractor(options.header().schema(), keys);
  }

  /** Rows are compressed in blocks, which rows do not have. */
  @Override
  public boolean isSequential() {
    return false;
  }

  @Override
  public RecordReader read(ByteSource file, long from, long to) throws IOException {
    FileHeader header = FileHeader.read(file);
    options.header().checkSchema(file.name(), header);
    if (options.isMetadataChecked()) {
      options.header().checkMetadata(file.name(), header);
    }
    Compression compression = Compression.ofCodec(file.name(), header.codec());
    long first = new BlockFinder(file, header).blockAt(from);
    SourceInput in = new SourceInput(file, first, Math.max(first, file.length()));
    return new BlockRows(new BlockReader(in, header.sync()), compression, shape, from, to);
  }

  /** The header of all extents is that of the options. */
  @Override
  public RecordReader readBucket(ByteSource extent, BucketEntry bucket) throws IOException {
    long end = bucket.offset() + bucket.length();
    if (end > extent.length()) {
      throw InvalidFiles.corrupt(extent.name(), "it ends within a bucket.");
    }
    SourceInput in = new SourceInput(extent, bucket.offset(), end);
    return new BlockRows(
        new BlockReader(in, options.header().sync()),
        options.compression(),
        shape,
        0,
        Long.MAX_VALUE);
  }

  @Override
  public List<Value> keys(Value.Bytes record) throws InvalidRecordException {
    return extractor.keys(record.toArray());
  }

  /**
   * An object of JSON, as avro-tools prints it: values of unions are within one with their type.
   */
  @Override
  public byte[] line(Value.Bytes record) throws InvalidRecordException {
    return JsonRows.line(options.header().schema(), record.toArray());
  }

  @Override
  public RecordWriter writer(OutputStream out) {
    return new ExtentRecordWriter(options, shape, out);
  }
}
