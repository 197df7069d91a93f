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
package io.trident.benchmarks.workloads.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.benchmarks.workloads.Application;
import io.trident.benchmarks.workloads.InputWriter;
import io.trident.benchmarks.workloads.ResultFiles;
import io.trident.benchmarks.workloads.Tiny;
import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.benchmarks.workloads.WorkloadEngine;
import io.trident.benchmarks.workloads.WrongResultException;
import io.trident.core.placement.PolicyName;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hadoop's own jobs of all applications, by its local job runner. */
@Tag("slow")
class MapReduceEngineTest {
  @TempDir private Path root = Path.of("");

  @ParameterizedTest
  @EnumSource
  void theJobsGiveTheRightResult(Application application) throws Exception {
    WorkloadDirectory directory = generated(application);

    List<Job> jobs = new MapReduceEngine().runJobs(directory, conf(2), text -> {});

    application.on(directory.spec()).verify(result(directory));
    assertThat(jobs).hasSize(jobsOf(application));
    FileStatus[] left = directory.files().listStatus(directory.output("mapreduce"));
    assertThat(Arrays.stream(left).map(file -> file.getPath().getName()))
        .allMatch(name -> name.startsWith("part-") || name.equals("_SUCCESS"));
  }

  private static int jobsOf(Application application) {
    return switch (application) {
      case TERASORT, WORDCOUNT, AGGREGATION, BAYES, NUTCHINDEX -> 1;
      case JOIN, PAGERANK -> 3;
      case KMEANS -> 5;
    };
  }

  @Test
  void aSecondRunReplacesTheResultAndOneReduceSortsToo() throws Exception {
    WorkloadDirectory directory = generated(Application.TERASORT);
    new MapReduceEngine().run(directory, conf(3), text -> {});
    assertThat(parts(directory)).isEqualTo(3);
    new MapReduceEngine().run(directory, conf(1), text -> {});

    assertThat(parts(directory)).isEqualTo(1);
    Application.TERASORT.on(directory.spec()).verify(result(directory));
  }

  @Test
  void inputThatDiffersFromItsSpecGivesAWrongResult() throws Exception {
    WorkloadDirectory directory = generated(Application.WORDCOUNT);
    org.apache.hadoop.fs.Path more =
        new org.apache.hadoop.fs.Path(directory.input(), "text/part-00009");
    try (OutputStream out = directory.files().create(more)) {
      out.write("one word more\n".getBytes(StandardCharsets.US_ASCII));
    }
    new MapReduceEngine().run(directory, conf(1), text -> {});

    assertThatThrownBy(() -> Application.WORDCOUNT.on(directory.spec()).verify(result(directory)))
        .isInstanceOf(WrongResultException.class);
  }

  @Test
  void aJobThatFailsIsNamed() throws Exception {
    WorkloadDirectory directory = generated(Application.AGGREGATION);
    org.apache.hadoop.fs.Path damaged =
        new org.apache.hadoop.fs.Path(directory.input(), "uservisits/part-00000");
    try (OutputStream out = directory.files().create(damaged)) {
      out.write("no visit\n".getBytes(StandardCharsets.US_ASCII));
    }

    assertThatThrownBy(() -> new MapReduceEngine().run(directory, conf(1), text -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("aggregation: sum (job_local")
        .hasMessageContaining("failed");
  }

  @Test
  void inputThatIsNotCompleteIsNotRun() throws IOException {
    WorkloadDirectory directory = directory(Application.BAYES);

    assertThatThrownBy(() -> new MapReduceEngine().run(directory, conf(1), text -> {}))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("bin/trident workload generate bayes");
  }

  @Test
  void theLastPolicyCounts() {
    Configuration conf = new Configuration(false);
    MapReduceEngine engine = new MapReduceEngine();

    engine.configure(PolicyName.H_SCHEDULER, conf);
    assertThat(conf.get("mapreduce.framework.name")).isEqualTo("trident-yarn");
    assertThat(conf.get("trident.mapreduce.policy")).isEqualTo("h-scheduler");
    engine.configure(PolicyName.DEFAULT, conf);
    assertThat(conf.get("mapreduce.framework.name")).isEqualTo("yarn");
    assertThat(conf.get("trident.mapreduce.policy")).isEqualTo("default");
  }

  @Test
  void theServiceLoaderFindsIt() {
    List<WorkloadEngine> engines =
        ServiceLoader.load(WorkloadEngine.class).stream().map(ServiceLoader.Provider::get).toList();

    assertThat(engines).hasSize(1);
    assertThat(engines.get(0).name()).isEqualTo("mapreduce");
    assertThat(engines.get(0).applications()).containsExactly(Application.values());
  }

  private WorkloadDirectory generated(Application application) throws IOException {
    WorkloadDirectory directory = directory(application);
    new InputWriter(1).write(directory, Tiny.spec(application), (part, of) -> {});
    return directory;
  }

  private WorkloadDirectory directory(Application application) throws IOException {
    return new WorkloadDirectory(
        FileSystem.getLocal(conf(1)),
        new org.apache.hadoop.fs.Path(root.resolve("workloads").toUri()),
        application);
  }

  private static ResultFiles result(WorkloadDirectory directory) {
    return new ResultFiles(directory.files(), directory.output("mapreduce"));
  }

  private static long parts(WorkloadDirectory directory) throws IOException {
    return Arrays.stream(directory.files().listStatus(directory.output("mapreduce")))
        .filter(file -> file.getPath().getName().startsWith("part-"))
        .count();
  }

  private Configuration conf(int reduces) {
    Configuration conf = new Configuration();
    conf.set("fs.defaultFS", "file:///");
    conf.set("mapreduce.framework.name", "local");
    conf.set("hadoop.tmp.dir", root.resolve("tmp").toString());
    conf.setInt("mapreduce.job.reduces", reduces);
    conf.setInt("mapreduce.task.io.sort.mb", 4);
    return conf;
  }
}
