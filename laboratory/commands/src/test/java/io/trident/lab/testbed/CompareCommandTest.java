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

import io.trident.lab.CommandRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
  @TempDir private Path directory = Path.of("");

  private CommandRun compare(String... options) {
    String[] all = new String[options.length + 6];
    System.arraycopy(
        new String[] {
          "testbed",
          "compare",
          "--dir",
          directory.resolve("bed").toString(),
          "--results",
          directory.resolve("runs.jsonl").toString()
        },
        0,
        all,
        0,
        6);
    System.arraycopy(options, 0, all, 6, options.length);
    CommandRun run = CommandRun.of(all);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(directory.resolve("bed")).doesNotExist();
    return run;
  }

  @Test
  void prefetchersNeedCaches() {
    assertThat(compare("--prefetchers", "none,oracle").err()).contains("--cache-mb");
  }

  @Test
  void prefetchersNeedReplicasOnDisks() {
    assertThat(compare("--prefetchers", "oracle", "--policies", "trident,default").err())
        .contains("hdfs-one-tier and trident-one-tier");
  }

  @Test
  void onSparkThereAreItsWorkloadsOnly() {
    assertThat(compare("--engine", "spark", "--workloads", "wordcount,nutchindex").err())
        .contains("spark has no nutchindex", "terasort, wordcount, aggregation, join");
    assertThat(compare("--engine", "spark", "--prefetchers", "oracle").err())
        .contains("compared on mapreduce only");
  }

  @Test
  void unknownNamesAreRefusedWithTheKnownOnes() {
    assertThat(compare("--prefetchers", "all").err())
        .contains("There is no prefetcher 'all'", "prefetch-all, trident, trident-delay, oracle");
    assertThat(compare("--policies", "fifo").err()).contains("There is no policy 'fifo'");
    assertThat(compare("--engine", "flink").err())
        .contains("There is no engine 'flink'; there are mapreduce, spark");
  }
}
