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

import io.trident.layout.format.ByteSource;
import io.trident.layout.format.InvalidRecordException;
import java.io.IOException;

/*
 * A row belongs to the range of bytes that has its offset, and a block has rows of several ranges. So
 * whoever reads a range needs the block that its first byte is in, which begins before it: behind the
 * last marker that ends there or earlier. It is looked for backwards, in windows that double. Bytes
 * of rows may look like a marker; then no block follows, and the one before is taken. The header ends
 * with the marker, so one is found at last.
 */
/**
 * Finds blocks of a file.
 *
 * @param file to look in
 * @param header of it
 */
record BlockFinder(ByteSource file, FileHeader header) {
  private static final int WINDOW = 1 << 16;
  private static final int MAX_WINDOW = 1 << 24;
  private static final int SYNC_BYTES = FileHeader.SYNC_BYTES;

  /**
   * Returns where the block begins that has a byte; the first block for bytes of the header.
   *
   * @throws IOException if the file cannot be read
   */
  long blockAt(long place) throws IOException {
    long first = header.length();
    long end = Math.min(place, file.length());
    for (long window = WINDOW; end > first; window = Math.min(2 * window, MAX_WINDOW)) {
      long from = Math.max(first - SYNC_BYTES, end - window);
      byte[] bytes = read(from, end);
      for (int at = bytes.length - SYNC_BYTES; at >= 0; at--) {
        long start = from + at + SYNC_BYTES;
        if (isMarker(bytes, at) && (start == first || isBlock(start))) {
          return start;
        }
      }
      end = from + SYNC_BYTES - 1; // a marker may begin before the window
    }
    return first;
  }

  private byte[] read(long from, long end) throws IOException {
    try (SourceInput in = new SourceInput(file, from, end)) {
      return in.take(end - from);
    }
  }

  private boolean isMarker(byte[] bytes, int at) {
    byte[] marker = header.sync().toArray();
    int i = 0;
    while (i < SYNC_BYTES && bytes[at + i] == marker[i]) {
      i++;
    }
    return i == SYNC_BYTES;
  }

  /** The end of the file is no block, and behind it is none. */
  private boolean isBlock(long start) throws IOException {
    try (BlockReader block =
        new BlockReader(new SourceInput(file, start, file.length()), header.sync())) {
      block.next();
      return true;
    } catch (InvalidRecordException e) {
      return false;
    }
  }
}
