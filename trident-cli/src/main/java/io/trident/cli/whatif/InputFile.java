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
package io.trident.cli.whatif;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens the file of a command's instances. */
final class InputFile {
  private static final int BYTE_ORDER_MARK = 0xFEFF;

  private InputFile() {}

  /**
   * Opens a file; {@code -} is standard input. A byte order mark is passed over.
   *
   * @throws IOException with a message for the user if there is no such file
   */
  static BufferedReader open(Path file) throws IOException {
    if (file.toString().equals("-")) {
      return withoutMark(System.in);
    }
    if (Files.isDirectory(file)) {
      throw new IOException(file + " is a directory; give a file.");
    }
    return withoutMark(Files.newInputStream(file));
  }

  private static BufferedReader withoutMark(InputStream in) throws IOException {
    BufferedReader text = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    text.mark(1);
    if (text.read() != BYTE_ORDER_MARK) {
      text.reset();
    }
    return text;
  }
}
