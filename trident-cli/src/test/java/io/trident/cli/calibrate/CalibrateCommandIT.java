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
package io.trident.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.cli.CommandRun;
import io.trident.core.config.CostKeys;
import io.trident.core.config.PrefetchKeys;
import io.trident.minicluster.TieredCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The command against a real HDFS with volumes of three types. */
@Tag("slow")
class CalibrateCommandIT {
  private static final Path DIR = Path.of("target", "calibrate-" + UUID.randomUUID());

  private static TieredCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = TieredCluster.builder().nodes(2).racks(1).hdfsOnly().baseDir(DIR).start();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static CommandRun calibrate(String... args) throws IOException {
    String[] words = {"calibrate", "--block-mb", "2", "--repeat", "2"};
    String[] all = Arrays.copyOf(words, words.length + args.length);
    System.arraycopy(args, 0, all, words.length, args.length);
    return CommandRun.configured("core-site.xml", cluster.configuration(), all);
  }

  private static void assertNothingLeft() throws IOException {
    assertThat(cluster.fileSystem().listStatus(new org.apache.hadoop.fs.Path("/tmp")))
        .extracting(FileStatus::getPath)
        .isEmpty();
  }

  @Test
  void measuresEveryTierThatThereIsAndWritesTheConfiguration() throws Exception {
    Path output = DIR.resolve("calibrated.xml");
    CommandRun run = calibrate("--drop-caches", "true", "--output", output.toString());
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains("nvdimm on node", "ssd on node", "disk on node", "archive is left out")
        .contains("The network is not measured", "trident.cost.disk=");
    assertThat(run.out().lines().filter(line -> line.matches("(nvdimm|ssd|disk) +local +2 .*")))
        .hasSize(3);
    assertNothingLeft();

    Configuration conf = new Configuration(false);
    conf.addResource(output.toUri().toURL());
    assertThat(CostKeys.read(conf::get).rackLocal()).isPositive();
    assertThat(PrefetchKeys.MEMORY_RATE.read(conf::get)).isPositive();

    CommandRun again = calibrate("--output", output.toString());
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err()).contains(output.toString(), "exists");
  }

  @Test
  void aFailureOnTheWayLeavesNoTestBlocks() throws Exception {
    CommandRun run = calibrate("--drop-caches", "exit 3");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("--drop-caches", "3");
    assertNothingLeft();
  }

  @Test
  void errorsNameTheRemedy() throws Exception {
    CommandRun missing = calibrate("--dir", "/no/such/directory");
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.err()).contains("/no/such/directory", "does not exist");
    for (String[] wrong : new String[][] {{"--block-mb", "0"}, {"--repeat", "101"}}) {
      CommandRun run = CommandRun.of("calibrate", wrong[0], wrong[1]);
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).contains(wrong[0], "from 1 to");
    }
  }
}
