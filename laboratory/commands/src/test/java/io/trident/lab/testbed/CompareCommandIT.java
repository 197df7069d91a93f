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

import io.trident.benchmarks.results.PolicyRun;
import io.trident.benchmarks.results.ResultsFile;
import io.trident.fixtures.BedNames;
import io.trident.lab.CommandRun;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A whole comparison on a small test bed. */
@Tag("slow")
@Tag("measured")
class CompareCommandIT {
  private final Path directory = Path.of("target", "compare-it").toAbsolutePath();
  private final Path results = Path.of("target", "compare-it.jsonl");

  @AfterEach
  void down() throws IOException {
    Testbed.at(directory).down(step -> {});
  }

  @Test
  void policiesAndPrefetchersRunAndASecondCallRunsNothing() throws IOException {
    Files.deleteIfExists(results);
    CommandRun first = compare();
    assertThat(first.err()).contains("3 runs, 0 of them on file");
    assertThat(first.exitCode()).as(first.err()).isZero();

    List<PolicyRun> runs = new ResultsFile(results).read();
    assertThat(runs)
        .extracting(run -> run.policy() + "+" + run.prefetcher())
        .containsExactlyInAnyOrder(
            "hdfs-one-tier+oracle", "trident+none", "trident-one-tier+oracle");
    assertThat(runs)
        .allSatisfy(
            run -> {
              assertThat(run.maps()).isEqualTo(4);
              assertThat(run.bytes()).isBetween(7_900_000L, 8_100_000L);
              assertThat(run.seconds()).isPositive();
              assertThat(run.taskSeconds()).isPositive();
              assertThat(run.cpuSeconds()).isPositive();
              assertThat(run.locality().values().stream().mapToInt(Integer::intValue).sum())
                  .isEqualTo(4);
              // Seven daemons and an application master at least.
              assertThat(run.peakMemoryBytes()).isBetween(1_000_000_000L, 8_000_000_000L);
            });
    // Three nodes, each with a replica of every block and room for nearly all maps.
    PolicyRun trident = of(runs, "trident", "none");
    assertThat(trident.locality().keySet()).allMatch(at -> at.endsWith("-local"));
    assertThat(trident.locality().getOrDefault("memory-local", 0)).isGreaterThanOrEqualTo(2);
    assertThat(trident.schedulerMs()).isPositive();
    assertThat(trident.predictions()).isNull();

    // Each asked for all blocks: what the other had cached was gone.
    PolicyRun oracle = of(runs, "trident-one-tier", "oracle");
    assertThat(oracle.prefetched()).isEqualTo(4);
    assertThat(inMemory(oracle)).isEqualTo(4 - Objects.requireNonNull(oracle.wasted()));
    assertThat(oracle.locality().getOrDefault("memory-local", 0)).isGreaterThanOrEqualTo(2);
    assertThat(oracle.predictions())
        .singleElement()
        .satisfies(
            prediction -> {
              assertThat(prediction.learned()).isFalse();
              assertThat(prediction.measuredSeconds()).isBetween(1.0, oracle.seconds() + 1);
              assertThat(prediction.predictedSeconds()).isPositive();
            });
    PolicyRun underStock = of(runs, "hdfs-one-tier", "oracle");
    assertThat(underStock.prefetched()).isEqualTo(4);
    assertThat(inMemory(underStock)).isEqualTo(4 - Objects.requireNonNull(underStock.wasted()));
    assertThat(Testbed.at(directory).exists()).isFalse();

    CommandRun second = compare();
    assertThat(second.err()).contains("3 runs, 3 of them on file");
    assertThat(second.out())
        .contains("trident-one-tier+oracle", "known jobs", "Memory: ")
        .isEqualTo(first.out());
    assertThat(new ResultsFile(results).read()).isEqualTo(runs);
  }

  @Test
  void eachRepetitionHasInputOfItsOwn() throws IOException {
    Path results = Path.of("target", "compare-repetitions-it.jsonl");
    Path log = results.resolveSibling(results.getFileName() + ".log");
    Files.deleteIfExists(results);
    Files.deleteIfExists(log);
    CommandRun run =
        CommandRun.of(
            "testbed",
            "compare",
            "--cold",
            "--dir",
            directory.toString(),
            "--results",
            results.toString(),
            "--nodes",
            "3",
            "--racks",
            "2",
            "--slots",
            "2",
            "--scale",
            "60",
            "--memory-mb",
            "20", // room for one input, not for two
            "--block-mb",
            "8",
            "--workloads",
            "wordcount:16000000",
            "--files",
            "2",
            "--repetitions",
            "2",
            "--policies",
            "trident",
            "--name",
            BedNames.name(),
            "--subnet",
            Integer.toString(BedNames.subnet()));
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err())
        .containsOnlyOnce("Input of wordcount (16000000), repetition 1")
        .containsOnlyOnce("Input of wordcount (16000000), repetition 2");
    assertThat(new ResultsFile(results).read())
        .hasSize(2)
        .allSatisfy(job -> assertThat(job.locality()).containsKey("memory-local"))
        .extracting(PolicyRun::bytes)
        .doesNotHaveDuplicates();
    // The first repetition's replicas are gone, or there were no room in memory.
    assertThat(Files.readAllLines(log).stream().filter(line -> line.contains("), tiered: ")))
        .hasSize(2)
        .allSatisfy(
            line -> assertThat(line).endsWith("2 blocks, 2 of them with a replica in memory"));
  }

  private CommandRun compare() {
    return CommandRun.of(
        "testbed",
        "compare",
        "--quick",
        "--dir",
        directory.toString(),
        "--results",
        results.toString(),
        "--nodes",
        "3",
        "--racks",
        "2",
        "--slots",
        "4",
        "--scale",
        "60",
        "--memory-mb",
        "64",
        "--cache-mb",
        "32",
        "--policies",
        "hdfs-one-tier,trident,trident-one-tier",
        "--prefetchers",
        "oracle",
        "--name",
        BedNames.name(),
        "--subnet",
        Integer.toString(BedNames.subnet()));
  }

  private static int inMemory(PolicyRun run) {
    return run.locality().entrySet().stream()
        .filter(place -> place.getKey().startsWith("memory-"))
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  private static PolicyRun of(List<PolicyRun> runs, String policy, String prefetcher) {
    return runs.stream()
        .filter(run -> run.policy().equals(policy) && run.prefetcher().equals(prefetcher))
        .findFirst()
        .orElseThrow();
  }
}
