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

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DuckDbTest {
  @Test
  void linesHaveTheTypesOfTheirSchema(@TempDir Path directory) throws Exception {
    Files.createDirectories(directory.resolve("visits"));
    Files.writeString(directory.resolve("visits").resolve("a.csv"), "u|007|1.250000|1999-12-31\n");
    Files.writeString(directory.resolve("visits").resolve("b.csv"), "v|10|2.500000|2000-01-01\n");
    SourceTable table =
        new SourceTable(
            "visits",
            "url string, hits long, revenue decimal(10,6), day date",
            "|",
            List.of("url"));
    try (DuckDb duckDb = DuckDb.onLines(directory, List.of(table))) {
      QueryText query =
          new QueryText(
              "q",
              "SELECT sum(hits), sum(revenue), max(url) FROM {visits} WHERE day >="
                  + " DATE '1999-12-31' AND revenue < 3");
      assertThat(duckDb.answer(query))
          .isEqualTo(new Answer(List.of(Answer.row(List.of("17", "3.75", "v")))));
    }
  }
}
