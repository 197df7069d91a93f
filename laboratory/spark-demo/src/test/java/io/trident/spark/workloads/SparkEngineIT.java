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
package io.trident.spark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.benchmarks.results.PolicyRun;
import io.trident.benchmarks.results.ResultsFile;
import io.trident.fixtures.BedNames;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A comparison on Spark as users start it: a small test bed that needs no root. */
@Tag("slow")
class SparkEngineIT {
  private static final int FILES = 4;

  private final Path target = Path.of("target").toAbsolutePath();
  private final Path directory = target.resolve("spark-compare-it");
  private final Path results = target.resolve("spark-compare-it.jsonl");
  private final Path log = target.resolve("spark-compare-it.log");

  @AfterEach
  void down() throws IOException {
    Testbed.at(directory).down(step -> {});
  }

  @Test
  void workloadsAreMeasuredUnderStockSparkAndTrident() throws Exception {
    Files.deleteIfExists(results);
    assertThat(compare()).as(() -> "see " + log).isZero();

    List<PolicyRun> runs = new ResultsFile(results).read();
    assertThat(runs).extracting(PolicyRun::policy).containsExactly("default", "trident");
    assertThat(runs)
        .allSatisfy(
            run -> {
              assertThat(run.engine()).isEqualTo("spark");
              assertThat(run.source()).isEqualTo("unthrottled");
              assertThat(run.maps()).isEqualTo(FILES);
              assertThat(run.locality().values().stream().mapToInt(Integer::intValue).sum())
                  .isEqualTo(FILES);
              assertThat(run.seconds()).isPositive();
              assertThat(run.taskSeconds()).isPositive();
            });
    // A replica of each block is in some node's memory, and each node has a slot for each.
    assertThat(runs.get(1).locality()).containsEntry("memory-local", FILES);
    assertThat(Files.readString(log)).contains("wordcount (8000000) on spark  trident");
    assertThat(Testbed.at(directory).exists()).isFalse();
  }

  private int compare() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of("..", "..", "bin", "trident").toAbsolutePath().normalize().toString());
    command.addAll(List.of("testbed", "compare", "--engine", "spark", "--quick"));
    command.addAll(List.of("--policies", "default,trident"));
    command.addAll(List.of("--dir", directory.toString(), "--results", results.toString()));
    command.addAll(List.of("--isolation", "loopback", "--name", BedNames.name()));
    command.addAll(List.of("--subnet", Integer.toString(BedNames.subnet())));
    command.addAll(List.of("--nodes", "3", "--racks", "2", "--slots", "4", "--memory-mb", "64"));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(() -> "ends, see " + log).isTrue();
      return process.exitValue();
    } finally {
      process.destroy();
    }
  }
}
