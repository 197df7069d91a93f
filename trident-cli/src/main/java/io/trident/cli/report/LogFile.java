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
import java.io.InputStream;

/**
 * A file of an event log, wherever it is kept.
 *
 * @param name its name, without directories
 * @param content opens what is stored
 */
record LogFile(String name, Content content) {
  /** Opens the text of the file. */
  InputStream open() throws IOException {
    InputStream stored = content.open();
    try {
      return Encoding.decodeAll(stored);
    } catch (IOException | RuntimeException | Error e) {
      stored.close();
      throw e;
    }
  }

  /** Opens what is stored; each time anew. */
  @FunctionalInterface
  interface Content {
    InputStream open() throws IOException;
  }
}
