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

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.lab.Laboratory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SimulateCommandTest {
  @TempDir private Path directory = Path.of("");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void comparesOnATraceAndWritesAllForms() throws IOException {
    Path trace = directory.resolve("trace.tsv");
    Files.writeString(
        trace, "a\t0\t0\t300000000\t0\t1000\nb\t5\t5\t150000000\t1000\t1000\nc\t9\t4\t10\t0\t0\n");
    Path config = directory.resolve("config.json");
    Files.writeString(config, "{\"cluster\":{\"slots\":2},\"jobs\":{\"cpuRate\":128}}");
    Path json = directory.resolve("out.json");
    Path csv = directory.resolve("out.csv");

    int exit =
        run(
            "simulate",
            "--nodes=4",
            "--racks=2",
            "--setups=default,trident",
            "--repetitions=2",
            "--data-scale=2",
            "--trace=" + trace,
            "--config=" + config,
            "--json=" + json,
            "--csv=" + csv);

    assertThat(err).hasToString("");
    assertThat(exit).isZero();
    assertThat(out.toString())
        .contains("Workload: trace.tsv, 3 jobs; data 1:2")
        .contains("4 nodes in 2 racks, 2 slots")
        .contains("times vary by 10 %; 1.0 s and 1 s for each 128.0 MB; seeds [1, 2]")
        .containsPattern("trident +all +3 ");
    JsonNode result = new ObjectMapper().readTree(json.toFile());
    assertThat(result.at("/config/cluster/slots").asInt()).isEqualTo(2);
    assertThat(result.at("/config/cluster/diskRate").asInt()).isEqualTo(160);
    assertThat(result.at("/baseline").asText()).isEqualTo("default");
    List<String> rows = Files.readAllLines(csv);
    assertThat(rows).hasSize(1 + result.at("/summaries").size());
    assertThat(rows).allMatch(row -> row.split(",").length == rows.get(0).split(",").length);
  }

  @Test
  void wrongUsageIsNamed() throws IOException {
    assertThat(run("simulate", "--setups=best")).isEqualTo(2);
    assertThat(err.toString()).contains("'best' is none of trident, default");

    assertThat(run("simulate", "--jobs=3")).isEqualTo(2);
    assertThat(err.toString()).contains("generate at least 500");

    Path config = directory.resolve("config.json");
    Files.writeString(config, "{\"cluster\":{\"slot\":2}}");
    assertThat(run("simulate", "--config=" + config)).isEqualTo(2);
    assertThat(err.toString()).contains("There is no constant 'slot'; there are");

    Files.writeString(config, "{\"cluster\":{\"slots\":0}}");
    assertThat(run("simulate", "--config=" + config)).isEqualTo(2);
    assertThat(err.toString()).contains("A node has 0 slots");
  }

  @Test
  void aBrokenTraceIsAFailure() throws IOException {
    Path trace = directory.resolve("trace.tsv");
    Files.writeString(trace, "a\t0\t0\tmany\t0\t1000\n");

    assertThat(run("simulate", "--trace=" + trace)).isEqualTo(1);
    assertThat(err.toString()).contains("trace.tsv, line 1: 'many' in column 4");
  }

  @Test
  void theTimeOfTheRestIsReported() {
    long[] nanos = {0};
    TimeLeft progress = new TimeLeft(new PrintWriter(err, true), () -> nanos[0]);
    nanos[0] = 4_000_000_000L;
    progress.at(0.1, "early");
    nanos[0] = 10_000_000_000L;
    progress.at(0.25, "trident, seed 1");

    assertThat(err.toString())
        .isEqualTo("[  10 s]  25 %%, about 30 s left: trident, seed 1%n".formatted());
  }

  private int run(String... arguments) {
    CommandLine command = Laboratory.commandLine();
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    return command.execute(arguments);
  }
}
