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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.benchmarks.workloads.Application;
import io.trident.benchmarks.workloads.EngineRun;
import io.trident.benchmarks.workloads.InputSpec;
import io.trident.benchmarks.workloads.InputTask;
import io.trident.benchmarks.workloads.InputTask.Range;
import io.trident.benchmarks.workloads.InputWriter;
import io.trident.benchmarks.workloads.ResultFiles;
import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.benchmarks.workloads.WrongResultException;
import io.trident.benchmarks.workloads.data.Dataset;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All programs in one local session, on files of a few blocks. */
@Tag("slow")
class SparkProgramsTest {
  private static final int BLOCK = 16_384;
  private static final int PARTS = 2;

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static SparkSession session;

  @TempDir private static Path root = Path.of("");

  @BeforeAll
  static void start() {
    Configuration conf = conf();
    conf.set("spark.master", "local[2]");
    conf.set("spark.sql.shuffle.partitions", "3");
    conf.set("spark.local.dir", root.resolve("spark").toString());
    conf.set("spark.sql.warehouse.dir", root.resolve("warehouse").toString());
    session = SparkSession.builder().config(SparkSettings.of(conf, "test")).getOrCreate();
  }

  @AfterAll
  static void stop() {
    session.stop();
  }

  private static Configuration conf() {
    Configuration conf = new Configuration(false);
    conf.set("fs.defaultFS", "file:///");
    conf.setInt("fs.local.block.size", BLOCK);
    // Or files would have the blocks of whoever asked first in this JVM.
    conf.setBoolean("fs.file.impl.disable.cache", true);
    return conf;
  }

  private static InputSpec spec(Application application) {
    long amount =
        switch (application) {
          case TERASORT -> 1_000;
          case AGGREGATION -> 600;
          case JOIN -> 3_000; // one visit of 42 is in the year that counts
          case WORDCOUNT -> 80_000;
          case BAYES -> 20;
          case KMEANS -> 400;
          case PAGERANK -> 300;
          case NUTCHINDEX -> throw new IllegalArgumentException("Not for Spark");
        };
    return new InputSpec(amount, 7, PARTS);
  }

  /** How often each program goes over its input. */
  private static int passes(Application application) {
    return switch (application) {
      case TERASORT -> 2; // a sample of the keys comes first
      case KMEANS -> 5; // the first pass reads, the others find the points cached
      default -> 1;
    };
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NUTCHINDEX"})
  void theResultIsRightAndEachBlockIsOneTask(Application application) throws Exception {
    WorkloadDirectory directory = generated(application);

    EngineRun run = run(directory);

    assertThat(run.cpuSeconds()).isPositive().isLessThanOrEqualTo(run.taskSeconds());
    application.on(directory.spec()).verify(result(directory));
    Map<String, List<Range>> byFile =
        run.inputTasks().stream()
            .flatMap(task -> task.partition().stream())
            .collect(
                Collectors.groupingBy(
                    range -> range.file().toUri().getPath(), TreeMap::new, Collectors.toList()));
    Map<String, FileStatus> files = bigInputs(directory);
    assertThat(byFile.keySet()).isEqualTo(files.keySet());
    byFile.forEach(
        (file, ranges) -> {
          long length = Objects.requireNonNull(files.get(file)).getLen();
          assertCovered(ranges, length, passes(application));
        });
    assertThat(run.inputTasks())
        .allSatisfy(
            task -> {
              assertThat(task.partition()).hasSize(1);
              assertThat(task.endMillis()).isGreaterThanOrEqualTo(task.startMillis());
            })
        .hasSizeGreaterThan(files.size() * passes(application))
        .extracting(InputTask::id)
        .doesNotHaveDuplicates();
    assertThat(run.seconds()).isPositive();
    assertThat(run.taskSeconds())
        .isGreaterThanOrEqualTo(
            run.inputTasks().stream()
                .mapToDouble(task -> (task.endMillis() - task.startMillis()) / 1e3)
                .sum());
    assertThat(session.sparkContext().getPersistentRDDs().isEmpty()).isTrue();
  }

  /** Each byte in so many ranges, none longer than a block (the last may be a tenth longer). */
  private static void assertCovered(List<Range> ranges, long length, int times) {
    List<Range> sorted = new ArrayList<>(ranges);
    sorted.sort(Comparator.comparingLong(Range::offset));
    long end = 0;
    for (int i = 0; i < sorted.size(); i++) {
      Range range = sorted.get(i);
      assertThat(range.offset()).isEqualTo(end);
      assertThat(range.length()).isLessThanOrEqualTo(BLOCK + BLOCK / 10);
      if (i % times == times - 1) {
        end = range.offset() + range.length();
      }
    }
    assertThat(end).isEqualTo(length);
  }

  /** Returns the files of all data sets but the centres, which the driver itself reads. */
  private static Map<String, FileStatus> bigInputs(WorkloadDirectory directory) throws IOException {
    Map<String, FileStatus> files = new TreeMap<>();
    for (Dataset<?> data : directory.application().on(directory.spec()).inputs()) {
      if (!data.name().equals("centres")) {
        for (FileStatus file : directory.files().listStatus(directory.input(data))) {
          files.put(file.getPath().toUri().getPath(), file);
        }
      }
    }
    return files;
  }

  @Test
  void aSecondRunReplacesTheResult() throws Exception {
    WorkloadDirectory directory = generated(Application.PAGERANK);
    run(directory);
    run(directory);

    Application.PAGERANK.on(directory.spec()).verify(result(directory));
  }

  @Test
  void inputThatDiffersFromItsSpecGivesAWrongResult() throws Exception {
    WorkloadDirectory directory = generated(Application.WORDCOUNT);
    write(directory, "text/part-00009", "one word more\n");
    run(directory);

    assertThatThrownBy(() -> Application.WORDCOUNT.on(directory.spec()).verify(result(directory)))
        .isInstanceOf(WrongResultException.class);
  }

  @ParameterizedTest
  @EnumSource(names = {"AGGREGATION", "KMEANS"})
  void aRunThatFailsIsNamed(Application application) throws Exception {
    WorkloadDirectory directory = generated(application);
    String data = application == Application.KMEANS ? "samples" : "uservisits";
    write(directory, data + "/part-00000", "a,b,c,d,e,f,g,h,i\n");

    assertThatThrownBy(() -> run(directory))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(application.label() + " failed: ");
  }

  private static EngineRun run(WorkloadDirectory directory)
      throws IOException, InterruptedException {
    return new SparkRun(session, directory, directory.output("spark")).run(text -> {});
  }

  private static WorkloadDirectory generated(Application application) throws IOException {
    WorkloadDirectory directory =
        new WorkloadDirectory(
            FileSystem.newInstanceLocal(conf()),
            new org.apache.hadoop.fs.Path(root.resolve("workloads").toUri()),
            application);
    new InputWriter(1).write(directory, spec(application), (part, of) -> {});
    return directory;
  }

  private static void write(WorkloadDirectory directory, String file, String text)
      throws IOException {
    try (OutputStream out =
        directory.files().create(new org.apache.hadoop.fs.Path(directory.input(), file))) {
      out.write(text.getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static ResultFiles result(WorkloadDirectory directory) {
    return new ResultFiles(directory.files(), directory.output("spark"));
  }
}
