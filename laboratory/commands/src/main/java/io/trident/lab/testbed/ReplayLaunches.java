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

import io.trident.benchmarks.swim.replay.MapReduceJobs;
import io.trident.benchmarks.swim.replay.ReplayWorkload.Step;
import java.io.IOException;
import java.util.OptionalDouble;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.mapreduce.Job;

/**
 * Gives the jobs of a replay the time that maps run until they read, where earlier replays on the
 * test bed had jobs with as many maps: JVMs that start together take longer. Notes it of its own.
 */
public final class ReplayLaunches implements MapReduceJobs.Listener {
  private record Ended(String kind, Job job) {}

  /** What is known of a job that ended. */
  @FunctionalInterface
  interface Evidence {
    /**
     * Returns how long its maps ran until they read, in seconds; empty without any.
     *
     * @throws IllegalStateException if nobody knows where one read
     */
    OptionalDouble launchSeconds(Job job) throws IOException, InterruptedException;
  }

  private final Setup setup;
  private final LaunchTimes launches;
  private final Evidence evidence;
  private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();

  ReplayLaunches(Setup setup, LaunchTimes launches, Evidence evidence) {
    this.setup = setup;
    this.launches = launches;
    this.evidence = evidence;
  }

  /** Those of a test bed, whose DataNodes' logs show when maps read. */
  public static ReplayLaunches of(BedCluster cluster, Setup setup) {
    return new ReplayLaunches(
        setup,
        cluster.launchTimes(),
        job -> LaunchTimes.of(BedCluster.launchMillis(job), cluster.reads(job)));
  }

  @Override
  public void submitting(Step step, Job job) throws IOException {
    if (setup.predicts()) {
      launches.configure(kind(step), job.getConfiguration());
    }
  }

  @Override
  public void succeeded(Step step, Job job) {
    ended.add(new Ended(kind(step), job));
  }

  /**
   * Notes how long the maps of the jobs took that succeeded; once nothing runs any more, as all
   * DataNodes' logs are read for it. A job that they lack does not count: its maps may have read
   * nothing.
   */
  public void note() throws IOException, InterruptedException {
    for (Ended job = ended.poll(); job != null; job = ended.poll()) {
      OptionalDouble launch;
      try {
        launch = evidence.launchSeconds(job.job());
      } catch (IllegalStateException e) {
        continue; // no DataNode served one of its maps
      }
      if (launch.isPresent()) {
        launches.add(job.kind(), launch.getAsDouble());
      }
    }
  }

  private static String kind(Step step) {
    return "swim, %d maps".formatted(step.shape().maps());
  }
}
