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
package io.trident.lab.swim;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.lab.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the commands report where they cannot begin. */
class SwimCommandTest {
  @TempDir private Path directory = Path.of("");

  /** Never the test bed that may be up on this machine. */
  private CommandRun swim(String... args) {
    List<String> words = new ArrayList<>(List.of("swim"));
    words.addAll(Arrays.asList(args));
    words.addAll(List.of("--dir", directory.resolve("none").toString()));
    return CommandRun.of(words.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "prepare, --jobs, 10, at least 500",
    "prepare, --shrink, 0.5, at least 1",
    "prepare, --data-scale, 0, must be positive",
    "prepare, --block-mb, 0, must be at least 1",
    "prepare, --placements, moon, 'there are one-tier, tiered'",
    "replay, --policies, moon, There is no policy 'moon'",
    "replay, --prefetcher, moon, There is no prefetcher 'moon'",
    "replay, --speed-up, 0, must be positive",
    "replay, --at-once, 0, at least 1",
    "replay, --repetitions, 0, at least 1"
  })
  void wrongOptionsAreNamed(String command, String option, String value, String message) {
    CommandRun run = swim(command, option, value);

    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(message);
  }

  @Test
  void prefetchersNeedAPolicyThatReadsFromDisks() {
    CommandRun run = swim("replay", "--policies", "trident", "--prefetchers", "none,oracle");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("under hdfs-one-tier and trident-one-tier");
  }

  @Test
  void withoutAClusterTheRemedyIsNamed() {
    for (String command : new String[] {"prepare", "replay"}) {
      CommandRun run = swim(command);

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).contains("HADOOP_CONF_DIR", "bin/trident testbed up");
    }
  }

  @Test
  void aTraceThatIsNoneIsNamed() throws IOException {
    Path trace = Files.writeString(directory.resolve("trace.tsv"), "a\tb\n");
    CommandRun run = swim("prepare", "--trace", trace.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("trace.tsv, line 1: 2 columns");
  }

  @Test
  void aRunThatIsOnFileIsComparedWithoutACluster() throws IOException {
    Path results = directory.resolve("swim.jsonl");
    Files.writeString(results, line("default", 30, 0) + line("trident", 15, 4));
    CommandRun run =
        swim("replay", "--policies", "default,trident", "--results", results.toString());

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("2 runs, 2 of them on file", "swim (B)", "15.0 (15.0 to 15.0)", "100");
  }

  private static String line(String policy, double seconds, int inMemory) {
    return """
        {"source":"testbed","scale":160,"nodes":8,"racks":2,"rates":{},"workload":"swim",\
        "profile":"B","bytes":100,"policy":"%s","prefetcher":"none","repetition":1,\
        "seconds":%s,"taskSeconds":90,"maps":4,"locality":{"memory-local":%d}}
        """
        .formatted(policy, seconds, inMemory);
  }
}
