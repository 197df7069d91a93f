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
package io.trident.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code laboratory/benchmarks/night}, but for what it runs: that takes a night. */
class NightTest {
  private static final String PREFIX = "bin/trident ";

  @TempDir private Path directory = Path.of("");

  private record Ended(int exitCode, List<String> lines) {}

  private Ended night(String... options) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("--out", directory.toString()));
    all.addAll(List.of(options));
    return run(all);
  }

  private static Ended run(List<String> options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of("..", "benchmarks", "night").toString());
    command.addAll(options);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), printed.lines().toList());
  }

  private static void assertUnderstood(List<String> lines) {
    assertThat(lines).isNotEmpty().allMatch(line -> line.startsWith(PREFIX));
    for (String line : lines) {
      Laboratory.commandLine().parseArgs(line.substring(PREFIX.length()).split(" "));
    }
  }

  @Test
  void allItsCommandsAreUnderstood() throws IOException, InterruptedException {
    Ended night = night("--dry-run");
    assertThat(night.exitCode()).isZero();
    assertUnderstood(night.lines());
    assertThat(night.lines())
        .filteredOn(line -> line.contains("compare"))
        .hasSize(11)
        .allMatch(line -> line.contains("--repetitions 3") && !line.contains("--cold"));
    assertThat(night.lines())
        .filteredOn(line -> line.contains("swim replay"))
        .as("three repetitions, each with the schedulers, stock and Trident's prefetching")
        .hasSize(9)
        .filteredOn(line -> line.contains("--prefetchers prefetch-all,trident,"))
        .hasSize(3)
        .allMatch(line -> line.contains("--policies trident-one-tier"));
    assertThat(night.lines()).last().asString().contains("figures --testbed-results " + directory);
    assertThat(directory).as("a dry run writes nothing").isEmptyDirectory();

    Ended quick = night("--dry-run", "--quick");
    assertUnderstood(quick.lines());
    assertThat(quick.lines())
        .anyMatch(line -> line.contains("aggregation:100000 "))
        .noneMatch(line -> line.contains("--repetitions 3"))
        .noneMatch(line -> line.contains("heartbeats") || line.contains("rest.jsonl"));
    assertThat(quick.lines())
        .filteredOn(line -> line.contains("compare"))
        .hasSize(8)
        .allMatch(line -> line.contains("--nodes 4 ") && line.contains("--cold"));
    assertThat(night("--dry-run", "--quick", "heartbeats").lines()).hasSize(2);
  }

  @Test
  void aQuickNightIsNotTakenForANight() throws IOException, InterruptedException {
    assertThat(run(List.of("--dry-run", "small")).lines())
        .allMatch(line -> line.contains(" results/night/"));
    assertThat(run(List.of("--dry-run", "--quick", "small")).lines())
        .allMatch(line -> line.contains(" results/night-quick/"));
  }

  @Test
  void whatHasEndedIsLeftOut() throws IOException, InterruptedException {
    Files.createFile(directory.resolve("huge.done"));
    Ended night = night("--dry-run", "huge", "memory");
    assertThat(night.lines()).hasSize(3);
    assertThat(night.lines().get(0)).contains("huge has been run", "huge.done");
    assertThat(night.lines().get(1)).contains("memory.jsonl", "--memory-mb 22 ");
  }

  @Test
  void usageIsPrintedWhereItIsAskedForOrWrong() throws IOException, InterruptedException {
    assertThat(night("--help").exitCode()).isZero();
    assertThat(night("--help").lines()).anyMatch(line -> line.contains("--dry-run"));
    Ended wrong = night("tiny");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.lines().get(0)).contains("no part 'tiny'");
  }
}
