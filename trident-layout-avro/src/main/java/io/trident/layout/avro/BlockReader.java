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

import io.trident.core.layout.value.Value;
import io.trident.layout.format.EvenOffsets;
import io.trident.layout.format.InvalidRecordException;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads blocks one after the other, as they are stored. */
final class BlockReader implements Closeable {
  private final SourceInput in;
  private final Value.Bytes sync;

  /**
   * Reads a range of a file.
   *
   * @param in begins where a block does, and ends where one ends
   * @param sync the marker behind each block
   */
  BlockReader(SourceInput in, Value.Bytes sync) {
    this.in = in;
    this.sync = sync;
  }

  /**
   * A block.
   *
   * @param offsets of its rows
   * @param stored its rows, compressed
   */
  record Block(EvenOffsets offsets, byte[] stored) {}

  String name() {
    return in.name();
  }

  /** Returns where the next block begins. */
  long position() {
    return in.position();
  }

  /**
   * Returns the next block, or null after the last.
   *
   * @throws InvalidRecordException if the bytes are no block
   * @throws IOException if they cannot be read
   */
  @Nullable Block next() throws IOException {
    if (in.remaining() == 0) {
      return null;
    }
    long start = in.position();
    long rows = in.zigzag();
    long size = in.zigzag();
    if (rows < 0 || size < 0 || size > in.remaining() - FileHeader.SYNC_BYTES) {
      throw corrupt(start, "with %d rows in %d bytes".formatted(rows, size));
    } else if (size > BlockCodec.MAX_STORED) {
      throw corrupt(
          start,
          "with %d bytes, more than %d; write smaller blocks"
              .formatted(size, BlockCodec.MAX_STORED));
    }
    byte[] stored = in.take(size);
    if (!Value.ofBytes(in.take(FileHeader.SYNC_BYTES)).equals(sync)) {
      throw corrupt(start, "that its marker does not follow");
    }
    return new Block(new EvenOffsets(start, in.position(), rows), stored);
  }

  private InvalidRecordException corrupt(long start, String what) {
    return InvalidFiles.corrupt(in.name(), "it has a block at byte %d %s.".formatted(start, what));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
