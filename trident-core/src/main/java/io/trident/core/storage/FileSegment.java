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
package io.trident.core.storage;

import java.util.Objects;

/**
 * A range of bytes of one file, such as an input split or a part of one.
 *
 * @param path fully qualified URI text of the file, as {@code Path.toString()} writes it:
 *     characters are not percent-encoded
 * @param offset first byte; not negative
 * @param length number of bytes; not negative; may reach beyond the end of the file
 */
public record FileSegment(String path, long offset, long length) {
  public FileSegment {
    Objects.requireNonNull(path, "path");
    if (offset < 0 || length < 0) {
      throw new IllegalArgumentException(
          "Segment of %s has offset %d and length %d; neither may be negative."
              .formatted(path, offset, length));
    }
  }

  /** Returns the first byte after the segment, or {@link Long#MAX_VALUE} if it overflows. */
  public long end() {
    return offset > Long.MAX_VALUE - length ? Long.MAX_VALUE : offset + length;
  }

  /** Returns how many bytes of [start, start + bytes) lie within the segment. */
  public long overlap(long start, long bytes) {
    return Math.max(0, Math.min(end(), start + bytes) - Math.max(offset, start));
  }
}
