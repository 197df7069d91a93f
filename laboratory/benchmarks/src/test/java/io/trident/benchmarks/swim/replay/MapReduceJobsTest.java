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
package io.trident.benchmarks.swim.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.benchmarks.swim.SwimJob;
import io.trident.benchmarks.swim.replay.ReplayWorkload.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jobs of a replay by Hadoop's local job runner. */
class MapReduceJobsTest {
  private static final long INPUT = 200_000;

  @TempDir private Path root = Path.of("");

  private Configuration conf = new Configuration(false);
  private FileSystem files;
  private MapReduceJobs.Listener listener = new MapReduceJobs.Listener() {};

  MapReduceJobsTest() throws IOException {
    files = FileSystem.getLocal(new Configuration(false));
  }

  @BeforeEach
  void configure() {
    conf = new Configuration();
    conf.set("fs.defaultFS", "file:///");
    conf.set("mapreduce.framework.name", "local");
    conf.set("hadoop.tmp.dir", root.resolve("tmp").toString());
    conf.setInt("mapreduce.task.io.sort.mb", 4);
    conf.setLong("fs.local.block.size", 64 * Traces.KILOBYTE);
    conf.setBoolean("fs.file.impl.disable.cache", true); // others have other blocks
  }

  private org.apache.hadoop.fs.Path directory() {
    return new org.apache.hadoop.fs.Path(root.resolve("swim").toUri());
  }

  private long written(Step step) throws IOException {
    long bytes = 0;
    for (FileStatus file :
        files.listStatus(new org.apache.hadoop.fs.Path(directory(), step.output()))) {
      bytes += file.getLen();
    }
    return bytes;
  }

  private List<Step> prepared(SwimJob... jobs) throws IOException {
    ReplayWorkload workload = Traces.workload(jobs);
    new InputFiles(files, 1).write(workload, directory(), (written, of) -> {});
    return workload.steps();
  }

  private ReplayedJob run(Step step) throws InterruptedException {
    try (MapReduceJobs jobs =
        new MapReduceJobs(conf, directory(), 64 * Traces.KILOBYTE, listener)) {
      return jobs.run(step);
    }
  }

  @Test
  void aJobWithShuffleWritesItsOutputToTheByte() throws Exception {
    Step step = prepared(Traces.job("a", 0, INPUT, 70_001, 12_345)).get(0);
    ReplayedJob job = run(step);

    assertThat(job.failure()).isNull();
    assertThat(job.reduces()).isEqualTo(3);
    assertThat(job.inputBytes()).isEqualTo(INPUT);
    assertThat(job.seconds()).isPositive();
    assertThat(written(step)).isEqualTo(12_345);
    assertThat(job.shuffleBytes()).isEqualTo(70_001);
    assertThat(job.locality()).as("a local file system has no DataNodes").isEmpty();
  }

  @Test
  void aJobWithoutShuffleHasNoReduces() throws Exception {
    Step step = prepared(Traces.job("a", 0, INPUT, 0, 1_000_000)).get(0);
    ReplayedJob job = run(step);

    assertThat(job.failure()).isNull();
    assertThat(job.reduces()).isZero();
    assertThat(job.maps()).isEqualTo((int) Math.ceil(INPUT / (64.0 * Traces.KILOBYTE)));
    assertThat(written(step)).isEqualTo(1_000_000);
  }

  @Test
  void nothingMayBeReadShuffledOrWritten() throws Exception {
    Step nothing = prepared(Traces.job("a", 0, 0, 0, 0)).get(0);
    assertThat(run(nothing).failure()).isNull();
    assertThat(written(nothing)).isZero();
  }

  @Test
  void aJobMayWriteWithoutReading() throws Exception {
    Step step = prepared(Traces.job("a", 0, 0, 0, 5_000)).get(0);
    assertThat(run(step).maps()).isEqualTo(1);
    assertThat(written(step)).isEqualTo(5_000);
  }

  @Test
  void aJobReadsTheStartOfALongerFileAndTheOutputOfAnother() throws Exception {
    List<Step> steps =
        prepared(
            Traces.job("long", 0, "/x", INPUT, ""),
            Traces.job("short", 1, "/x", 70_000, "/made"),
            Traces.job("reader", 2, "/made", 140_000, ""),
            Traces.job("greedy", 3, "/made", 1_000_000, ""));
    assertThat(run(steps.get(1)).inputBytes()).isEqualTo(70_000);
    assertThat(written(steps.get(1))).isEqualTo(140_000);
    assertThat(run(steps.get(2)).inputBytes()).isEqualTo(140_000);
    assertThat(written(steps.get(2))).isEqualTo(280_000);
    assertThat(run(steps.get(3)).inputBytes()).as("as much as there is").isEqualTo(140_000);
  }

  @Test
  void aListenerMaySetAJobAndHearsOfItsSuccess() throws Exception {
    List<String> heard = new ArrayList<>();
    listener =
        new MapReduceJobs.Listener() {
          @Override
          public void submitting(Step step, Job job) {
            job.getConfiguration().set("it.is", step.job().name());
          }

          @Override
          public void succeeded(Step step, Job job) {
            heard.add(step.job().name() + " " + job.getConfiguration().get("it.is"));
          }
        };
    assertThat(run(prepared(Traces.job("a", 0, INPUT, 0, 10)).get(0)).failure()).isNull();
    Step lost = Traces.workload(Traces.job("b", 0, "/none", INPUT, "")).steps().get(0);
    files.delete(new org.apache.hadoop.fs.Path(directory(), lost.input()), true);
    assertThat(run(lost).failure()).isNotNull();

    assertThat(heard).containsExactly("a a");
  }

  @Test
  void aJobWithoutInputFails() throws Exception {
    Step step = Traces.workload(Traces.job("a", 0, INPUT, 0, 0)).steps().get(0);

    assertThat(run(step).failure()).contains("input/000000");
  }

  @Test
  void nothingIsSubmittedOnceItIsClosed() throws Exception {
    Step step = prepared(Traces.job("a", 0, INPUT, 0, 10)).get(0);
    MapReduceJobs jobs = new MapReduceJobs(conf, directory(), 64 * Traces.KILOBYTE, listener);
    jobs.close();

    assertThat(jobs.run(step).failure()).contains("ended before");
    assertThat(files.exists(new org.apache.hadoop.fs.Path(directory(), step.output()))).isFalse();
  }

  @Test
  void outputIsDeleted() throws Exception {
    Step step = prepared(Traces.job("a", 0, INPUT, 0, 10)).get(0);
    assertThat(run(step).failure()).isNull();
    try (MapReduceJobs jobs =
        new MapReduceJobs(conf, directory(), 64 * Traces.KILOBYTE, listener)) {
      jobs.deleteOutput();
    }

    assertThat(files.listStatus(directory()))
        .extracting(file -> file.getPath().getName())
        .containsExactly("input");
  }
}
