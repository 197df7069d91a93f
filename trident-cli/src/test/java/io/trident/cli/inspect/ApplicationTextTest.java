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
package io.trident.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ApplicationTextTest {
  private static final Path DIR = Path.of("src", "test", "resources", "explain");

  @Test
  void aRunningApplicationsPlansAreShown() throws IOException {
    JsonNode report =
        new ObjectMapper().readTree(Files.readString(DIR.resolve("application.json")));
    assertThat(ApplicationText.of(report))
        .isEqualToNormalizingNewlines(Files.readString(DIR.resolve("application.txt")));
  }

  @Test
  void ofAnApplicationThatHasEndedTheCountsAreLeft() throws IOException {
    JsonNode report =
        new ObjectMapper()
            .readTree(
                "{\"application\":\"application_1_0001\",\"queue\":null,\"mode\":null,\"plans\":1,"
                    + "\"containers\":3,\"fallbacks\":{},\"requests\":[]}");
    assertThat(ApplicationText.of(report))
        .isEqualToNormalizingNewlines(
            "application_1_0001: not running; 3 containers of requests with preferences placed,"
                + " 1 plan made\nIt asks for nothing now.\n");
  }
}
