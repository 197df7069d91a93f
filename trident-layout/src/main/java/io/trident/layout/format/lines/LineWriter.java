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
package io.trident.layout.format.lines;

import io.trident.core.layout.LayoutRow;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.RecordWriter;
import java.io.IOException;
import java.io.OutputStream;

/** Writes a header, and rows each with a line feed. Keeps nothing back. */
final class LineWriter implements RecordWriter {
  private final OutputStream out;
  private final LineFormat format;

  LineWriter(OutputStream out, LineFormat format) {
    this.out = out;
    this.format = format;
  }

  @Override
  public void start() throws IOException {
    out.write(format.header());
  }

  @Override
  public void row(LayoutRow row) throws IOException {
    byte[] record = row.record().toArray();
    RecordEnds ends = format.ends().get();
    boolean isOne = ends.end(record, 0, record.length) == record.length;
    if (!isOne || !ends.isEnd((byte) '\n')) {
      throw new InvalidRecordException(
          "A record of %d bytes would not be read back as one row.".formatted(record.length));
    }
    out.write(record);
    out.write('\n');
  }

  @Override
  public void endBucket() {}

  @Override
  public void finish() {}
}
