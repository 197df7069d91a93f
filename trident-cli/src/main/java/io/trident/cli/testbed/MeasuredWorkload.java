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
package io.trident.cli.testbed;

import io.trident.benchmarks.workloads.ResultFiles;
import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.benchmarks.workloads.WorkloadEngine.Progress;
import io.trident.benchmarks.workloads.mapreduce.MapReduceEngine;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;

/** One run of a workload on a test bed, summed up over its jobs. */
final class MeasuredWorkload {
  private static final double MILLIS = 1e3;

  private final BedCluster cluster;
  private final WorkloadDirectory directory;
  private final Progress progress;
  private final Map<String, Integer> locality = new TreeMap<>();
  private double seconds;
  private double taskSeconds;
  private int maps;

  MeasuredWorkload(BedCluster cluster, WorkloadDirectory directory, Progress progress) {
    this.cluster = cluster;
    this.directory = directory;
    this.progress = progress;
  }

  /** Runs it to its end; once only. */
  void run() throws IOException, InterruptedException {
    new MapReduceEngine().runJobs(directory, cluster.conf(), progress, this::add);
  }

  /** Compares its result with an independent computation. */
  void verify() throws IOException {
    progress.say("Verifying the result of " + directory.application().label());
    directory
        .application()
        .on(directory.spec())
        .verify(new ResultFiles(directory.files(), directory.output(MapReduceEngine.NAME)));
  }

  private void add(Job job, double jobSeconds) throws IOException {
    Counters counters = job.getCounters();
    if (counters == null) {
      throw new IOException("The history server has no counters of " + job.getJobID());
    }
    Map<String, Integer> reads = cluster.locality(job);
    reads.forEach((place, count) -> locality.merge(place, count, Integer::sum));
    maps += reads.values().stream().mapToInt(Integer::intValue).sum();
    seconds += jobSeconds;
    taskSeconds +=
        (counters.findCounter(JobCounter.MILLIS_MAPS).getValue()
                + counters.findCounter(JobCounter.MILLIS_REDUCES).getValue())
            / MILLIS;
  }

  /** Returns the size of the input. */
  long inputBytes() throws IOException {
    return directory.files().getContentSummary(directory.input()).getLength();
  }

  /** Returns the sum of the times of all jobs, from submission to end. */
  double seconds() {
    return seconds;
  }

  /** Returns the sum of the durations of all attempts. */
  double taskSeconds() {
    return taskSeconds;
  }

  int maps() {
    return maps;
  }

  /** Returns how many maps read from where. */
  Map<String, Integer> locality() {
    return Map.copyOf(locality);
  }
}
