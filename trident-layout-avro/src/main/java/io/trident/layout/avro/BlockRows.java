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
import io.trident.layout.format.RecordBytes;
import io.trident.layout.format.RecordReader;
import io.trident.layout.format.StoredRow;
import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads rows of blocks, those whose offsets are in a range. Holds a block. */
final class BlockRows implements RecordReader {
  private final BlockReader blocks;
  private final BlockCodec codec;
  private final DatumShape shape;
  private final long from;
  private final long to;

  private @Nullable Open open;

  /**
   * Reads rows.
   *
   * @param from the least offset
   * @param to the offset after the last
   */
  BlockRows(BlockReader blocks, Compression compression, DatumShape shape, long from, long to) {
    this.blocks = blocks;
    this.codec = new BlockCodec(compression);
    this.shape = shape;
    this.from = from;
    this.to = to;
  }

  /** A block of which rows are read. */
  private static final class Open {
    private final EvenOffsets offsets;
    private final byte[] data;
    private final RecordBytes in;
    private long row;

    Open(EvenOffsets offsets, byte[] data) {
      this.offsets = offsets;
      this.data = data;
      this.in = new RecordBytes(data);
    }
  }

  @Override
  public @Nullable StoredRow next() throws IOException {
    while (true) {
      Open block = open;
      if (block == null) {
        if (blocks.position() >= to) {
          return null;
        }
        BlockReader.Block stored = blocks.next();
        if (stored == null) {
          return null;
        }
        block = opened(stored);
        open = block;
      }
      while (block.row < block.offsets.rows()) {
        StoredRow row = row(block);
        if (row.offset() >= to) {
          return null;
        } else if (row.offset() >= from) {
          return row;
        }
      }
      if (!block.in.isAtEnd()) {
        throw corrupt(block, "has more bytes than its rows");
      }
      open = null;
    }
  }

  private Open opened(BlockReader.Block stored) throws InvalidRecordException {
    EvenOffsets offsets = stored.offsets();
    byte[] data;
    try {
      data = codec.decompress(stored.stored());
    } catch (IOException e) {
      throw InvalidFiles.corrupt(
          blocks.name(), "its block at byte %d".formatted(offsets.start()), e);
    }
    if (offsets.rows() > data.length) {
      throw InvalidFiles.corrupt(
          blocks.name(),
          "its block at byte %d has %d bytes for %d rows."
              .formatted(offsets.start(), data.length, offsets.rows()));
    }
    return new Open(offsets, data);
  }

  private StoredRow row(Open block) throws InvalidRecordException {
    int start = block.in.position();
    try {
      shape.skip(block.in);
    } catch (InvalidRecordException e) {
      throw InvalidFiles.corrupt(
          blocks.name(),
          "row %d of its block at byte %d".formatted(block.row, block.offsets.start()),
          e);
    }
    byte[] record = Arrays.copyOfRange(block.data, start, block.in.position());
    return new StoredRow(
        block.offsets.of(block.row++), OptionalLong.empty(), Value.ofBytes(record));
  }

  private InvalidRecordException corrupt(Open block, String what) {
    return InvalidFiles.corrupt(
        blocks.name(), "its block at byte %d %s.".formatted(block.offsets.start(), what));
  }

  @Override
  public void close() throws IOException {
    blocks.close();
  }
}
