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

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/**
 * Where a writer of Parquet writes an extent. What follows the row groups is kept until the writer
 * has ended: the footer then gets the writer's name of this format, not that of the library's
 * build, which readers parse for the defects that they know of; and lists whose order is of no
 * meaning get one.
 */
final class ExtentOutput extends PositionOutputStream implements OutputFile {
  /** Of a writer as readers expect it of parquet-java, and fixed. */
  private static final String CREATED_BY = "parquet-mr version 1.17.0 (build trident-1)";

  private static final byte[] MAGIC = {'P', 'A', 'R', '1'};
  private static final int TRAILER_BYTES = Integer.BYTES + MAGIC.length;

  private final OutputStream out;
  private final ByteArrayOutputStream tail = new ByteArrayOutputStream();
  private OutputStream current;
  private long position;

  ExtentOutput(OutputStream out) {
    this.out = out;
    this.current = out;
  }

  /** What is written from here on is kept for {@link #writeTail}. */
  void beginTail() {
    current = tail;
  }

  /** Writes what was kept: indexes as they are, and the footer. */
  void writeTail() throws IOException {
    byte[] kept = tail.toByteArray();
    int trailer = kept.length - TRAILER_BYTES;
    int length = ByteBuffer.wrap(kept).order(ByteOrder.LITTLE_ENDIAN).getInt(trailer);
    int indexes = trailer - length;
    FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(kept, indexes, length));
    footer.setCreated_by(CREATED_BY);
    footer.getRow_groups().stream()
        .flatMap(group -> group.getColumns().stream())
        .forEach(chunk -> sort(chunk.getMeta_data()));
    ByteArrayOutputStream renamed = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, renamed);
    out.write(kept, 0, indexes);
    out.write(renamed.toByteArray());
    out.write(
        ByteBuffer.allocate(TRAILER_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(renamed.size())
            .put(MAGIC)
            .array());
  }

  /** The library has these in the order of a hash that is another one in each JVM. */
  private static void sort(ColumnMetaData chunk) {
    chunk.setEncodings(chunk.getEncodings().stream().sorted().toList());
    if (chunk.isSetEncoding_stats()) {
      chunk.setEncoding_stats(chunk.getEncoding_stats().stream().sorted().toList());
    }
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) {
    return this;
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) {
    return this;
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }

  @Override
  public String getPath() {
    return "extent";
  }

  @Override
  public long getPos() {
    return position;
  }

  @Override
  public void write(int one) throws IOException {
    current.write(one);
    position++;
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    current.write(bytes, offset, count);
    position += count;
  }

  @Override
  public void flush() throws IOException {
    current.flush();
  }

  /** The stream behind is the caller's. */
  @Override
  public void close() {
    // Nothing is held but memory.
  }
}
