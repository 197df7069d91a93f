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

import io.trident.benchmarks.results.Prediction;
import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.benchmarks.workloads.WorkloadEngine.Progress;
import io.trident.benchmarks.workloads.mapreduce.JobRunner;
import io.trident.benchmarks.workloads.mapreduce.MapReduceEngine;
import io.trident.core.config.PrefetchKeys;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.lab.testbed.ReadEvidence.MapRead;
import io.trident.minicluster.CacheWatch.Copy;
import io.trident.storage.ModelDirectory;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.TaskCounter;

/** One run of a workload on a test bed by MapReduce, summed up over its jobs. */
final class MeasuredWorkload {
  private static final double MILLIS = 1e3;
  private static final Duration REPORT_WITHIN = Duration.ofSeconds(30);

  private final BedCluster cluster;
  private final Setup setup;
  private final WorkloadDirectory directory;
  private final Progress progress;
  private final JobReports reports;
  private final LaunchTimes launches;
  private final Map<String, Integer> locality = new TreeMap<>();
  private final List<Prediction> predictions = new ArrayList<>();
  private double seconds;
  private double taskSeconds;
  private double cpuSeconds;
  private int maps;
  private int prefetched;
  private int wasted;
  private OptionalDouble matchingMillis = OptionalDouble.empty();

  MeasuredWorkload(
      BedCluster cluster, Setup setup, WorkloadDirectory directory, Progress progress) {
    this.cluster = cluster;
    this.setup = setup;
    this.directory = directory;
    this.progress = progress;
    this.launches = cluster.launchTimes();
    this.reports = new JobReports(directory.files(), new Path(Setup.REPORTS));
  }

  /** Runs it to its end; once only. */
  WorkloadRun run() throws IOException, InterruptedException {
    boolean plans = setup.policy().placesByPreference();
    PlanTimes before = plans ? cluster.planTimes() : PlanTimes.NONE;
    new MapReduceEngine().runJobs(directory, cluster.conf(), progress, new Listener());
    PlanTimes after = plans ? cluster.planTimes() : PlanTimes.NONE;
    return new WorkloadRun(
        seconds,
        taskSeconds,
        cpuSeconds,
        maps,
        locality,
        prefetched,
        wasted,
        matchingMillis.isPresent() || plans
            ? OptionalDouble.of(matchingMillis.orElse(0) + after.millisSince(before))
            : OptionalDouble.empty(),
        predictions);
  }

  /** Follows one job after the other. */
  private final class Listener implements JobRunner.JobListener {
    private boolean learned;
    private String kind = "";
    private Set<Copy> requested = Set.of();
    private double waited;

    @Override
    public void submitting(Job job) throws IOException {
      Configuration conf = job.getConfiguration();
      String jobClass = PrefetchKeys.jobClass(conf::get, job.getJobName());
      kind = directory.input().toUri().getPath() + " " + jobClass;
      if (setup.predicts()) {
        launches.configure(kind, conf);
      }
      learned =
          ModelDirectory.of(conf)
              .map(models -> models.load(jobClass).tasks().containsKey(jobClass))
              .orElse(false);
    }

    @Override
    public void submitted(Job job, double submitSeconds) throws IOException {
      requested = setup.prefetches() ? cluster.requested(job) : Set.of();
      // Oracle knows a job before it is submitted; what its client waited is not the job's time.
      waited = setup.prefetcher() == PrefetcherName.ORACLE ? submitSeconds : 0;
    }

    @Override
    public void ended(Job job, double jobSeconds) throws IOException, InterruptedException {
      add(job, jobSeconds - waited);
      List<MapRead> reads = cluster.reads(job);
      ReadEvidence.count(reads)
          .forEach((place, count) -> locality.merge(place, count, Integer::sum));
      OptionalDouble launch = LaunchTimes.of(BedCluster.launchMillis(job), reads);
      if (launch.isPresent()) {
        launches.add(kind, launch.getAsDouble());
      }
      maps += reads.size();
      prefetched += requested.size();
      wasted += ReadEvidence.wasted(requested, reads);
      if (setup.predicts()) {
        Optional<Prediction> prediction =
            reports.await(job.getJobID().toString(), learned, REPORT_WITHIN);
        prediction.ifPresentOrElse(
            predictions::add,
            () -> progress.report(job.getJobID() + " did not report how it was predicted"));
      }
    }
  }

  private void add(Job job, double jobSeconds) throws IOException {
    Counters counters = job.getCounters();
    if (counters == null) {
      throw new IOException("The history server has no counters of " + job.getJobID());
    }
    seconds += jobSeconds;
    taskSeconds +=
        (counters.findCounter(JobCounter.MILLIS_MAPS).getValue()
                + counters.findCounter(JobCounter.MILLIS_REDUCES).getValue())
            / MILLIS;
    cpuSeconds += counters.findCounter(TaskCounter.CPU_MILLISECONDS).getValue() / MILLIS;
    // Under a stock policy Trident's master only counts what matching would have brought.
    OptionalDouble matching =
        setup.policy().hasOwnMaster() ? cluster.matchingMillis(job) : OptionalDouble.empty();
    if (matching.isPresent()) {
      matchingMillis = OptionalDouble.of(matchingMillis.orElse(0) + matching.getAsDouble());
    }
  }
}
