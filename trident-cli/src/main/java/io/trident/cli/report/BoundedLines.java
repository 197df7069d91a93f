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
package io.trident.cli.report;

import java.io.IOException;
import java.io.Reader;
import java.util.Optional;

/** Lines of a text; of those longer than any event only the beginning, as they are none. */
final class BoundedLines {
  /** Characters; the largest report has some megabytes. */
  private static final int LONGEST = 1 << 26;

  private final Reader text;
  private final char[] buffer = new char[1 << 14];
  private int from;
  private int end;

  BoundedLines(Reader text) {
    this.text = text;
  }

  /** Returns the next line; empty after the last. */
  Optional<String> next() throws IOException {
    if (!hasMore()) {
      return Optional.empty();
    }
    StringBuilder line = new StringBuilder();
    while (hasMore()) {
      int stop = from;
      while (stop < end && buffer[stop] != '\n') {
        stop++;
      }
      line.append(buffer, from, Math.min(stop - from, LONGEST - line.length()));
      from = Math.min(end, stop + 1);
      if (stop < end) {
        break;
      }
    }
    return Optional.of(line.toString());
  }

  private boolean hasMore() throws IOException {
    if (from >= end) {
      from = 0;
      end = text.read(buffer);
    }
    return end > 0;
  }
}
