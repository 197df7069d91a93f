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

import io.trident.core.layout.LayoutRow;
import io.trident.layout.format.RecordBytes;
import io.trident.layout.format.RecordWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes an extent. Holds a block. A bucket has a block, or several if its rows have more bytes
 * than the options allow for one: where a block ends depends on the rows alone.
 */
final class ExtentRecordWriter implements RecordWriter {
  private final AvroOptions options;
  private final DatumShape shape;
  private final BlockCodec codec;
  private final OutputStream out;
  private final ByteArrayOutputStream block = new ByteArrayOutputStream();
  private long rows;

  ExtentRecordWriter(AvroOptions options, DatumShape shape, OutputStream out) {
    this.options = options;
    this.shape = shape;
    this.codec = new BlockCodec(options.compression());
    this.out = out;
  }

  @Override
  public void start() throws IOException {
    out.write(options.header().toBytes(options.compression()));
  }

  @Override
  public void row(LayoutRow row) throws IOException {
    byte[] record = row.record().toArray();
    RecordBytes in = new RecordBytes(record);
    shape.skip(in);
    if (!in.isAtEnd()) {
      throw RecordBytes.cut();
    }
    if (rows > 0 && block.size() + record.length > options.blockBytes()) {
      endBlock();
    }
    block.write(record);
    rows++;
  }

  @Override
  public void endBucket() throws IOException {
    endBlock();
  }

  private void endBlock() throws IOException {
    if (rows > 0) {
      byte[] stored = codec.compress(block.toByteArray());
      out.write(Numbers.zigzag(rows));
      out.write(Numbers.zigzag(stored.length));
      out.write(stored);
      out.write(options.header().sync().toArray());
    }
    block.reset();
    rows = 0;
  }

  @Override
  public void finish() {
    // Nothing follows the last block.
  }
}
