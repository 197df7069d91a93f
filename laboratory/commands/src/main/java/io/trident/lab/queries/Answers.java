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
package io.trident.lab.queries;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where answers are, and whether they are right.
 *
 * @param output directory on this machine
 */
record Answers(Path output) {
  /** Returns the file with the answer to a query on a layout. */
  Path file(String query, String layout) {
    return output.resolve("answers").resolve("%s.%s.jsonl".formatted(query, layout));
  }

  /**
   * Compares answers with those of DuckDB, one after the other.
   *
   * @throws IOException if one differs; the message has all that do
   */
  void compare(List<QueryText> queries, List<String> layouts) throws IOException {
    List<String> wrong = new ArrayList<>();
    for (QueryText query : queries) {
      Answer expected = Answer.read(file(query.name(), DuckDb.LAYOUT));
      for (String layout : layouts) {
        Optional<String> difference = expected.difference(Answer.read(file(query.name(), layout)));
        difference.ifPresent(
            what -> wrong.add("%s on %s: %s".formatted(query.name(), layout, what)));
      }
    }
    if (!wrong.isEmpty()) {
      throw new IOException("Answers differ from those of DuckDB: " + String.join("; ", wrong));
    }
  }
}
