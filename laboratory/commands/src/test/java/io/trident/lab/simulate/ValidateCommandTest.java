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
package io.trident.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.lab.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidateCommandTest {
  @TempDir private Path directory = Path.of("");

  private static String line(String workload, String policy, double seconds, String place) {
    return """
        {"source":"testbed","scale":160.0,"nodes":8,"racks":2,"rates":{"disk":160.0,\
        "memory":3200.0,"nodeLink":1250.0,"rackLink":1250.0,"ssd":400.0},"workload":"%s",\
        "profile":"500000","bytes":81787370,"policy":"%s","prefetcher":"none","repetition":1,\
        "seconds":%s,"taskSeconds":%s,"maps":8,"locality":{"%s":8}}
        """
        .formatted(workload, policy, seconds, 4 * seconds, place);
  }

  @Test
  void measuredAndSimulatedAreSideBySide() throws IOException {
    Path file = directory.resolve("runs.jsonl");
    Files.writeString(
        file,
        line("aggregation", "hdfs-one-tier", 43, "disk-local")
            + line("aggregation", "trident", 36, "memory-local")
            + line("join", "trident", 36, "memory-local"));
    CommandRun run =
        CommandRun.of(
            "simulate",
            "validate",
            file.toString(),
            "--slots",
            "2",
            "--runs",
            "3",
            "--calibrate-with",
            "hdfs-one-tier");

    assertThat(run.exitCode()).as(run.err()).isZero();
    List<String> lines = run.out().lines().toList();
    assertThat(lines.get(1)).matches("aggregation \\(500000\\) +hdfs-one-tier \\* +1 +43\\.0 .*");
    assertThat(lines.get(1)).contains("0/0/100/0");
    assertThat(lines.get(2)).matches("aggregation \\(500000\\) +trident +1 +36\\.0 .*");
    assertThat(lines.get(2)).contains("100/0/0/0");
    assertThat(run.out()).contains("Left out: join (500000), which is not one job.");

    CommandRun byTrident =
        CommandRun.of("simulate", "validate", file.toString(), "--slots", "2", "--runs", "3");
    assertThat(byTrident.out().lines().filter(line -> line.contains(" * ")))
        .singleElement()
        .asString()
        .contains("trident *");
  }

  @Test
  void whatIsWrongIsNamed() {
    CommandRun none = CommandRun.of("simulate", "validate", directory.resolve("no").toString());
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("no does not exist");
    CommandRun slots = CommandRun.of("simulate", "validate", "x", "--slots", "0");
    assertThat(slots.exitCode()).isEqualTo(2);
    assertThat(slots.err()).contains("--slots");
    assertThat(CommandRun.of("simulate", "validate").exitCode()).isEqualTo(2);
  }
}
