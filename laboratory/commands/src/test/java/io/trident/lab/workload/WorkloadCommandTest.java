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
package io.trident.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.benchmarks.workloads.Application;
import io.trident.lab.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadCommandTest {
  @TempDir private Path root = Path.of("");

  @Test
  void listsAllWithTheirSizes() {
    CommandRun run = CommandRun.of("workload", "list");

    assertThat(run.exitCode()).isZero();
    for (Application application : Application.values()) {
      assertThat(run.out()).contains(application.label());
    }
    assertThat(run.out())
        .containsPattern("terasort +rows +3,200,000 +32,000,000 +320,000,000 +map");
  }

  @Test
  void generatesRunsAndVerifies() throws IOException {
    CommandRun generate = on("generate", "wordcount", "--amount=20000", "--seed=3", "--parts=2");
    assertThat(generate.err()).contains("wordcount: 1 of 2 files").contains("2 of 2 files");
    assertThat(generate.out()).startsWith("wordcount: 20,000 bytes, seed 3, in file:");
    assertThat(generate.exitCode()).isZero();

    CommandRun run = on("run", "wordcount");
    assertThat(run.err().lines())
        .as("nothing but progress, which a job that takes long reports")
        .allMatch(line -> line.matches("wordcount: [^:]+: maps \\d+ %, reduces \\d+ %"));
    assertThat(run.out()).startsWith("wordcount by mapreduce: ").contains(" s, result in file:");
    assertThat(run.exitCode()).isZero();

    CommandRun right = on("verify", "wordcount");
    assertThat(right.out())
        .isEqualTo(
            "wordcount by mapreduce: right, for 20,000 bytes of seed 3" + System.lineSeparator());
    assertThat(right.exitCode()).isZero();

    Path part = root.resolve("wordcount/output/mapreduce/part-r-00000");
    List<String> lines = Files.readAllLines(part);
    Files.write(part, lines.subList(1, lines.size()));
    // Hadoop's local file system checks sums; this result is to be wrong, not unreadable.
    Files.delete(part.resolveSibling(".part-r-00000.crc"));
    CommandRun wrong = on("verify", "wordcount");
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.err()).startsWith("trident: 1 keys are missing, such as '");
    assertThat(wrong.err().lines()).hasSize(1);
    assertThat(wrong.out()).isEmpty();
  }

  @Test
  void anEngineIsListedByItsName() {
    CommandRun all = CommandRun.of("workload", "list");

    assertThat(CommandRun.of("workload", "list", "--engine=mapreduce").out()).isEqualTo(all.out());
  }

  @Test
  void whatIsNotThereIsNamed() {
    assertThat(on("run", "pagerank").err())
        .contains("has no complete input; generate it: bin/trident workload generate pagerank");
    assertThat(on("verify", "pagerank").exitCode()).isEqualTo(1);
    assertThat(on("generate", "pagerank", "--amount=50").exitCode()).isZero();
    assertThat(on("verify", "pagerank").err()).contains("output/mapreduce");
  }

  @Test
  void wrongUsageIsNamed() {
    assertUsage("'sort'", "generate", "sort");
    assertUsage("mutually exclusive", "generate", "join", "--profile=small", "--amount=9");
    assertUsage("The amount (0)", "generate", "join", "--amount=0");
    assertUsage("--threads must be", "generate", "join", "--threads=0");
    assertUsage(
        "There is no engine 'tez'; it must be one of: mapreduce", "run", "join", "--engine=tez");
    assertUsage(
        "There is no policy 'fair'; there are trident, default, h-scheduler, quartet.",
        "run",
        "join",
        "--policy=fair");
    CommandRun list = CommandRun.of("workload", "list", "--engine=tez");
    assertThat(list.err()).contains("There is no engine 'tez'");
    assertThat(list.exitCode()).isEqualTo(2);
  }

  private void assertUsage(String message, String... args) {
    CommandRun run = on(args);
    assertThat(run.err()).contains(message);
    assertThat(run.exitCode()).isEqualTo(2);
  }

  private CommandRun on(String... args) {
    return CommandRun.of(
        Stream.of(
                Stream.of("workload"),
                Stream.of(args),
                Stream.of(
                    "--directory=" + root.toUri(),
                    "-Dfs.defaultFS=file:///",
                    "-Dmapreduce.framework.name=local",
                    "-Dmapreduce.task.io.sort.mb=4",
                    "-Dhadoop.tmp.dir=" + root.resolve("tmp")))
            .flatMap(words -> words)
            .toArray(String[]::new));
  }
}
