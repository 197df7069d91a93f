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

import io.trident.benchmarks.results.Prediction;
import io.trident.core.prefetch.PredictedTimes;
import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.prefetch.feedback.FeedbackJson;
import io.trident.core.prefetch.feedback.JobRun;
import io.trident.core.prefetch.feedback.PlanReview;
import io.trident.core.prefetch.feedback.TaskRun;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobReportsTest {
  @TempDir private java.nio.file.Path directory = java.nio.file.Path.of("");

  private JobReports reports() throws IOException {
    return new JobReports(
        FileSystem.getLocal(new Configuration(false)), new Path(directory.toUri()));
  }

  private void write(String job, List<TaskRun> tasks) throws IOException {
    PrefetchPlan plan =
        new PrefetchPlan(
            PrefetcherName.TRIDENT,
            List.of(),
            0,
            new PredictedTimes(60, 30, 40, OptionalDouble.empty(), 40),
            List.of());
    JobRun run = new JobRun("wordcount: count", 0, 3, 0, tasks, List.of());
    FeedbackJson.writeReport(
        PlanReview.of(plan, run, List.of()),
        run,
        Files.newOutputStream(directory.resolve(job + "_1.prefetch.json")));
  }

  @Test
  void aReportHasPredictedAndMeasuredTime() throws IOException, InterruptedException {
    write("job_1_0001", List.of(new TaskRun(5, 50, 1, Map.of())));
    assertThat(reports().await("job_1_0001", true, Duration.ZERO))
        .hasValue(new Prediction("wordcount: count", true, 40, 50));
  }

  @Test
  void withoutAReportOrATaskNothingIsKnown() throws IOException, InterruptedException {
    write("job_1_0002", List.of());
    assertThat(reports().await("job_1_0002", true, Duration.ZERO)).isEmpty();
    assertThat(reports().await("job_1_0003", true, Duration.ZERO)).isEmpty();
  }

  @Test
  void aReportThatComesLateIsWaitedFor() throws IOException, InterruptedException {
    Files.writeString(directory.resolve("job_1_0004_1.prefetch.json"), "{\"jobClass\":\"half");
    Thread writer =
        new Thread(
            () -> {
              try {
                Thread.sleep(300);
                write("job_1_0004", List.of(new TaskRun(5, 50, 1, Map.of())));
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    writer.start();
    assertThat(reports().await("job_1_0004", false, Duration.ofSeconds(20)))
        .hasValue(new Prediction("wordcount: count", false, 40, 50));
    writer.join();
  }
}
