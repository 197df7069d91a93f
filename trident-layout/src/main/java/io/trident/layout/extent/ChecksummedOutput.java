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

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;

/** Counts and sums what passes. Does not close what is behind it. */
final class ChecksummedOutput extends OutputStream {
  private final OutputStream out;
  private final CRC32C all = new CRC32C();
  private final CRC32C part = new CRC32C();
  private long length;

  ChecksummedOutput(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    out.write(bytes, offset, count);
    all.update(bytes, offset, count);
    part.update(bytes, offset, count);
    length += count;
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  /** Begins a part, which has a sum of its own. */
  void beginPart() {
    part.reset();
  }

  int partCrc() {
    return (int) part.getValue();
  }

  WrittenObject written() {
    return new WrittenObject(length, (int) all.getValue());
  }

  long length() {
    return length;
  }
}
