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

import io.trident.benchmarks.results.PolicyRun;
import io.trident.benchmarks.results.ResultsFile;
import io.trident.benchmarks.results.SeveralJobs;
import io.trident.lab.CommandRun;
import io.trident.minicluster.TieredCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A small workload, prepared and replayed on real daemons. */
@Tag("slow")
class SwimCommandIT {
  private static final Path DIR = Path.of("target", "swim-" + UUID.randomUUID()).toAbsolutePath();

  /** Six jobs; sizes are divided by 64: at most 4 MB are read. One reads what another wrote. */
  private static final String TRACE =
      """
      small\t0\t0\t1000000\t0\t64000\t/in/a\t/out/1\t
      writer\t1\t1\t134217728\t67108864\t134217728\t/in/b\t/out/2\t
      lost\t2\t1\t64000000\t0\t0\t/in/c\t/out/3\t
      maponly\t4\t2\t268435456\t0\t67108864\t/in/d\t/out/4\t
      reader\t6\t2\t134217728\t0\t0\t/out/2\t/out/5\t
      empty\t6\t0\t0\t0\t6400\t/in/e\t/out/6\t
      """;

  @Test
  void aWorkloadIsPreparedReplayedAndReported() throws Exception {
    Files.createDirectories(DIR);
    Path trace = Files.writeString(DIR.resolve("trace.tsv"), TRACE);
    Path results = DIR.resolve("swim.jsonl");
    Path jobs = DIR.resolve("jobs.jsonl");
    try (TieredCluster cluster =
        TieredCluster.builder()
            .nodes(3)
            .racks(2)
            .blockCache(64 << 20, Double.POSITIVE_INFINITY)
            .baseDir(DIR.resolve("cluster"))
            .start()) {
      CommandRun prepared = run(cluster, "prepare", "--trace", trace.toString(), "--shrink", "64");
      assertThat(prepared.exitCode()).as(prepared.err()).isZero();
      assertThat(prepared.out())
          .contains("unscaled; sizes of bytes 1:64.0", "6 jobs", "of 5 files", "blocks of 2 MiB")
          .contains("jobs by bin: {A=3, B=3}");
      CommandRun again = run(cluster, "prepare", "--trace", trace.toString(), "--shrink", "64");
      assertThat(again.out()).contains("tiered: 0 bytes written");

      DistributedFileSystem files = cluster.fileSystem();
      assertThat(files.delete(new org.apache.hadoop.fs.Path("/trident/swim/tiered/input/000002")))
          .isTrue();
      CommandRun replayed =
          run(
              cluster,
              "replay",
              "--policies",
              "trident",
              "--speed-up",
              "2",
              "--results",
              results.toString(),
              "--job-results",
              jobs.toString());
      assertThat(replayed.exitCode()).as(replayed.out() + replayed.err()).isZero();
      assertThat(replayed.out()).contains("lost failed", "input/000002", "times 1:2.0");
      assertThat(files.exists(new org.apache.hadoop.fs.Path("/trident/swim/tiered/output")))
          .isFalse();

      files.addCachePool(new CachePoolInfo("trident").setMode(new FsPermission((short) 0777)));
      CommandRun prefetched =
          run(
              cluster,
              "replay",
              "--policies",
              "trident-one-tier",
              "--prefetchers",
              "prefetch-all",
              "--speed-up",
              "2",
              "--results",
              DIR.resolve("prefetched.jsonl").toString());
      assertThat(prefetched.exitCode()).as(prefetched.out() + prefetched.err()).isZero();
      assertThat(prefetched.out()).contains("trident-one-tier with prefetch-all, repetition 1:");

      CommandRun warm =
          run(
              cluster,
              "run",
              "--policy",
              "default",
              "--repetition",
              "1",
              "--warm-up",
              "--speed-up",
              "100",
              "--results",
              DIR.resolve("warm.jsonl").toString());
      assertThat(warm.exitCode()).as(warm.out() + warm.err()).isZero();
      assertThat(warm.out())
          .containsSubsequence("Warming up default: maponly, 2 maps", "default, repetition 1:");
      assertThat(files.exists(new org.apache.hadoop.fs.Path("/trident/swim/tiered/output")))
          .isFalse();
    }
    assertThat(new ResultsFile(DIR.resolve("warm.jsonl")).read())
        .extracting(PolicyRun::profile)
        .containsExactly("A", "B");

    List<PolicyRun> cached = new ResultsFile(DIR.resolve("prefetched.jsonl")).read();
    assertThat(cached).extracting(PolicyRun::profile).containsExactly("A", "B");
    assertThat(cached).extracting(PolicyRun::prefetcher).containsOnly("prefetch-all");
    assertThat(cached.get(1).prefetched()).as("each map of B reads a block").isEqualTo(4);
    assertThat(cached.get(1).several()).isEqualTo(new SeveralJobs(3, 0, 0, 0, tail(cached.get(1))));

    List<PolicyRun> lines = new ResultsFile(results).read();
    assertThat(lines).extracting(PolicyRun::profile).containsExactly("A", "B");
    assertThat(lines)
        .allSatisfy(
            line -> {
              assertThat(line.source()).isEqualTo("cluster");
              assertThat(line.nodes()).isEqualTo(3);
              assertThat(line.racks()).isEqualTo(2);
              assertThat(line.policy()).isEqualTo("trident");
              assertThat(line.seconds()).isPositive();
              assertThat(line.taskSeconds()).isPositive();
            });
    // Of 2, 4 and 2 MiB; the one of "empty" reads nothing, so it does not count.
    assertThat(lines.get(0).maps()).isEqualTo(1);
    assertThat(reads(lines.get(0))).isEqualTo(1);
    assertThat(lines.get(1).maps()).isEqualTo(4);
    assertThat(reads(lines.get(1))).isEqualTo(4);
    assertThat(lines.get(1).bytes()).isEqualTo(8 << 20);
    // Each node has a replica of each block.
    assertThat(lines.get(1).locality().keySet()).allMatch(place -> place.endsWith("-local"));
    assertThat(lines.get(1).locality()).containsKey("memory-local");

    List<String> each = Files.readAllLines(jobs);
    assertThat(each).hasSize(6);
    assertThat(each.get(1)).contains("\"writer\"", "\"shuffleBytes\":1048576", "\"reduces\":1");
    assertThat(each.get(4)).contains("\"reader\"", "\"inputBytes\":2097152");
  }

  private static double tail(PolicyRun line) {
    return Objects.requireNonNull(line.several()).p99Seconds();
  }

  private static int reads(PolicyRun line) {
    return line.locality().values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Runs a command as with HADOOP_CONF_DIR set. */
  private static CommandRun run(TieredCluster cluster, String command, String... args)
      throws IOException {
    Path dir = Files.createDirectories(DIR.resolve("conf-" + UUID.randomUUID()));
    // Everything in each of them: the defaults of each go before the files read earlier.
    for (String site : List.of("core", "hdfs", "yarn", "mapred")) {
      try (OutputStream out = Files.newOutputStream(dir.resolve(site + "-site.xml"))) {
        cluster.configuration().writeXml(out);
      }
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {dir.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader);
      String[] words = new String[args.length + 4];
      words[0] = "swim";
      words[1] = command;
      words[2] = "--dir";
      words[3] = DIR.resolve("none").toString();
      System.arraycopy(args, 0, words, 4, args.length);
      return CommandRun.of(words);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
