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

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes the ids of the rows of an extent, so that {@link RowOrderReader} gives the original order
 * back. For formats that store no ids.
 */
public final class RowOrderWriter {
  private static final int LOW_BITS = 0x7f;
  private static final int MORE = 0x80;
  private static final int BITS = 7;

  private final ChecksummedOutput checked;
  private final DataOutputStream out;
  private long last;
  private long rows;

  /**
   * Begins a file.
   *
   * @param out where it goes; not closed. It had better be buffered
   * @throws IOException if it cannot be written
   */
  public RowOrderWriter(OutputStream out) throws IOException {
    this.checked = new ChecksummedOutput(out);
    this.out = new DataOutputStream(checked);
    this.out.writeInt(RowOrder.MAGIC);
    this.out.writeInt(RowOrder.VERSION);
  }

  /**
   * Adds the id of the extent's next row.
   *
   * @param id ascends in the original order; the row's offset in its file will do, which tasks that
   *     read parts of a file know without counting rows
   * @throws IOException if it cannot be written
   */
  public void add(long id) throws IOException {
    long difference = id - last;
    long left = (difference << 1) ^ (difference >> (Long.SIZE - 1)); // small, whatever the sign
    while ((left & ~LOW_BITS) != 0) {
      out.write((int) (left & LOW_BITS) | MORE);
      left >>>= BITS;
    }
    out.write((int) left);
    last = id;
    rows++;
  }

  /**
   * Ends the file.
   *
   * @throws IOException if it cannot be written
   */
  public void finish() throws IOException {
    out.writeLong(rows);
    out.writeInt(checked.written().crc());
    out.flush();
  }
}
