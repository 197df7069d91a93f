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
package io.trident.layout.format;

import java.io.IOException;
import java.io.InputStream;

/** A file, or extent, of which any range of bytes can be read. Its content does not change. */
public interface ByteSource {
  /** Returns the name for messages, such as the path. */
  String name();

  /** Returns the length in bytes. */
  long length();

  /**
   * Opens a range. Of the stream less may be read than the range has; the host had better not fetch
   * much before it is asked for.
   *
   * @param from the first byte, from 0
   * @param to the byte after the last, at most {@link #length}
   * @return a stream that ends after {@code to - from} bytes; the caller closes it
   * @throws IOException if the bytes cannot be read
   */
  InputStream open(long from, long to) throws IOException;

  /**
   * Returns how many bytes the longest row has that the host has room for; formats of lines fail at
   * a longer one. Without a limit of the host's own it is one that the process can hold.
   */
  default int longestRow() {
    return Integer.MAX_VALUE;
  }
}
