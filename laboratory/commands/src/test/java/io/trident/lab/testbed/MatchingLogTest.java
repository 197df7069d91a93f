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
package io.trident.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatchingLogTest {
  @TempDir private Path directory = Path.of("");

  private Path log(String node, String container, String... lines) throws IOException {
    Path application = directory.resolve(node).resolve("application_1_0001");
    Files.createDirectories(application.resolve(container));
    Files.write(application.resolve(container).resolve("syslog"), List.of(lines));
    return application;
  }

  @Test
  void allRoundsOfAllMastersCount() throws IOException {
    Path first =
        log(
            "node1",
            "container_1_0001_01_000001",
            "2026-01-31 12:00:00,000 INFO [main] am.TierScheduling: Matched 4 of 8 waiting maps with 4 containers: cost 4.0, optimum 4.0, 1250 us",
            "2026-01-31 12:00:01,000 INFO [main] am.TierScheduling: Trident places maps by trident; 8 splits are known",
            "2026-01-31 12:00:02,000 INFO [main] am.TierScheduling: Matched 4 of 4 waiting maps with 5 containers: cost 4.0, optimum 4.0, 750 us");
    Path second =
        log(
            "node2",
            "container_1_0001_02_000001",
            "2026-01-31 12:00:03,000 INFO [main] am.TierScheduling: Matched 1 of 1 waiting maps with 1 containers: cost 1.0, optimum 1.0, 500 us");
    assertThat(MatchingLog.millis(List.of(first, second, directory.resolve("node3"))))
        .hasValue(2.5);
  }

  @Test
  void ofAStockMasterNothingIsKnown() throws IOException {
    Path stock = log("node1", "container_1_0001_01_000001", "INFO Before Scheduling: PendingReds");
    assertThat(MatchingLog.millis(List.of(stock))).isEmpty();
    assertThat(MatchingLog.millis(List.of())).isEmpty();
  }
}
