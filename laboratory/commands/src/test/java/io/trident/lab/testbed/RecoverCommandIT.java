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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.fixtures.BedNames;
import io.trident.lab.CommandRun;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A whole comparison of recoveries, in its smallest form. */
@Tag("slow")
class RecoverCommandIT {
  private final Path directory = Path.of("target", "recover-it").toAbsolutePath();

  @AfterEach
  void down() throws IOException {
    Testbed.at(directory).down(step -> {});
  }

  /** The claim of INSTalytics, section 4.3: a lost extent is rebuilt from as many bytes. */
  @Test
  void bothAreWholeAgainAndExtentsAreRebuiltFromTheirOwnSize() throws IOException {
    Path json = Path.of("target", "recover-it.json");
    Files.deleteIfExists(json);
    CommandRun run =
        CommandRun.of(
            "testbed",
            "recover",
            "--dir",
            directory.toString(),
            "--name",
            BedNames.name(),
            "--subnet",
            Integer.toString(BedNames.subnet()),
            "--nodes",
            "6",
            "--racks",
            "3",
            "--rows",
            "200000",
            "--repetitions",
            "1",
            "--json",
            json.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode runs = new ObjectMapper().readTree(json.toFile()).get("runs");
    assertThat(runs.findValuesAsText("kind")).containsExactly("PHYSICAL", "LOGICAL");
    JsonNode table = runs.get(1);
    assertThat(table.get("bytesOnly").asLong()).isPositive();
    assertThat(table.get("bytesRebuiltFrom").asDouble() / table.get("bytesOnly").asDouble())
        .isBetween(0.9, 1.1);
    for (JsonNode each : runs) {
      assertThat(each.get("nodes")).hasSize(5);
      assertThat(each.get("wholeSeconds").asDouble())
          .isPositive()
          .isGreaterThanOrEqualTo(each.get("availableSeconds").asDouble());
    }
    assertThat(Testbed.at(directory).exists()).isFalse();
  }
}
