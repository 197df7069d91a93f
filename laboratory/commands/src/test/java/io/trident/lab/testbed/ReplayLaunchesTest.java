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

import io.trident.benchmarks.swim.SwimJob;
import io.trident.benchmarks.swim.SwimTrace;
import io.trident.benchmarks.swim.replay.ReplayWorkload;
import io.trident.benchmarks.swim.replay.ReplayWorkload.Step;
import io.trident.core.config.PrefetchKeys;
import io.trident.core.prefetch.PrefetcherName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayLaunchesTest {
  private static final Setup TRIDENT =
      new Setup(SchedulingPolicy.TRIDENT_ONE_TIER, PrefetcherName.TRIDENT);

  @TempDir
  @SuppressWarnings("NullAway.Init") // set by JUnit
  private Path directory;

  @Test
  void jobsAreGivenWhatThoseWithAsManyMapsTook() throws Exception {
    ReplayLaunches first = launches(TRIDENT, job -> OptionalDouble.of(2.5));
    Job unknown = job();
    first.submitting(step(5), unknown);
    assertThat(launchMs(unknown)).as("what the user set").isEqualTo(3_000);
    first.succeeded(step(5), unknown);
    first.note();
    first.note(); // notes each job once

    ReplayLaunches second = launches(TRIDENT, job -> OptionalDouble.of(4.5));
    Job five = job();
    second.submitting(step(5), five);
    assertThat(launchMs(five)).isEqualTo(2_500);
    Job six = job();
    second.submitting(step(6), six);
    assertThat(launchMs(six)).isEqualTo(3_000);
    second.succeeded(step(5), five);
    second.note();
    second.submitting(step(5), five);
    assertThat(launchMs(five)).as("the median").isEqualTo(3_500);
  }

  @Test
  void jobsThatAreNotPredictedAreGivenNothing() throws Exception {
    launches(TRIDENT, job -> OptionalDouble.of(1)).succeeded(step(2), job());
    ReplayLaunches known = launches(TRIDENT, job -> OptionalDouble.of(1));
    known.succeeded(step(2), job());
    known.note();
    Job stock = job();
    launches(Setup.of(SchedulingPolicy.HDFS_ONE_TIER), job -> OptionalDouble.empty())
        .submitting(step(2), stock);
    assertThat(launchMs(stock)).isEqualTo(3_000);
  }

  @Test
  void aJobOfWhoseReadsNobodyKnowsDoesNotCount() throws Exception {
    ReplayLaunches launches =
        launches(
            TRIDENT,
            job -> {
              if (job.getConfiguration().getBoolean("it.reads", false)) {
                return OptionalDouble.of(1.5);
              }
              throw new IllegalStateException("no read");
            });
    Job reads = job();
    reads.getConfiguration().setBoolean("it.reads", true);
    launches.succeeded(step(1), job());
    launches.succeeded(step(1), reads);
    launches.note();

    launches.submitting(step(1), reads);
    assertThat(launchMs(reads)).isEqualTo(1_500);
  }

  private ReplayLaunches launches(Setup setup, ReplayLaunches.Evidence evidence) {
    return new ReplayLaunches(setup, new LaunchTimes(directory), evidence);
  }

  private static long launchMs(Job job) {
    return PrefetchKeys.TIME_TO_LAUNCH_MS.read(job.getConfiguration()::get);
  }

  private static Job job() throws IOException {
    Configuration conf = new Configuration(false);
    conf.set(PrefetchKeys.TIME_TO_LAUNCH_MS.name(), "3000");
    return Job.getInstance(conf);
  }

  private static Step step(int maps) {
    SwimJob job = new SwimJob("job", 0, maps, 0, 0, "", "");
    return new ReplayWorkload(new SwimTrace("test", List.of(job)), "", 1, 1, 1).steps().get(0);
  }
}
