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
package io.trident.layout.mapreduce.revert;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Counts the place that is written next, and leaves out the last line feed of a file that had none.
 * Does not close what is behind it.
 */
final class SourceOutput extends OutputStream {
  private final OutputStream out;
  private final long end;
  private long place;

  /**
   * Begins to write.
   *
   * @param place of the first byte in all source files
   * @param end the place after the file's last byte
   */
  SourceOutput(OutputStream out, long place, long end) {
    this.out = out;
    this.place = place;
    this.end = end;
  }

  /** Returns the place of the next byte. */
  long place() {
    return place;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int own = (int) Math.max(0, Math.min(length, end - place));
    boolean isLastLineFeed =
        length == own + 1 && bytes[offset + own] == '\n' && place + length == end + 1;
    if (length > own && !isLastLineFeed) {
      throw new IOException(
          "A row ends at %d, the source file at %d; the order of rows is not that of the extents."
              .formatted(place + length, end));
    }
    out.write(bytes, offset, own);
    place += length;
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
