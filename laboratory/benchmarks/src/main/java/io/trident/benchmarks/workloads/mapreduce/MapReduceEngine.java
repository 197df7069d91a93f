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

import io.trident.benchmarks.workloads.Application;
import io.trident.benchmarks.workloads.EngineName;
import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.benchmarks.workloads.WorkloadEngine;
import io.trident.core.placement.PolicyName;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/** Runs applications as MapReduce jobs of the cluster that the configuration names. */
public final class MapReduceEngine implements WorkloadEngine {
  /** The engine's name. */
  public static final String NAME = EngineName.MAPREDUCE.label();

  /** For the service loader. */
  public MapReduceEngine() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<Application> applications() {
    return EngineName.MAPREDUCE.applications();
  }

  @Override
  public void configure(PolicyName policy, Configuration conf) {
    conf.set("mapreduce.framework.name", policy == PolicyName.DEFAULT ? "yarn" : "trident-yarn");
    conf.set("trident.mapreduce.policy", policy.label());
  }

  @Override
  public void run(WorkloadDirectory directory, Configuration conf, Progress progress)
      throws IOException, InterruptedException {
    runJobs(directory, conf, progress);
  }

  /** As {@link #run}; returns the jobs, in the order in which they ran. */
  public List<Job> runJobs(WorkloadDirectory directory, Configuration conf, Progress progress)
      throws IOException, InterruptedException {
    return runJobs(directory, conf, progress, (job, seconds) -> {});
  }

  /** As {@link #run}; reports each job when it ends, and returns them, in order. */
  public List<Job> runJobs(
      WorkloadDirectory directory,
      Configuration conf,
      Progress progress,
      JobRunner.JobListener listener)
      throws IOException, InterruptedException {
    directory.spec();
    directory.files().delete(directory.output(NAME), true);
    JobRunner jobs = new JobRunner(directory, conf, progress, listener);
    of(directory.application()).run(jobs);
    // Only the result stays, where every engine has it.
    directory.files().delete(jobs.scratch(), true);
    for (FileStatus file : directory.files().listStatus(jobs.result())) {
      Path target = new Path(directory.output(NAME), file.getPath().getName());
      if (!directory.files().rename(file.getPath(), target)) {
        throw new IOException("Cannot move %s to %s".formatted(file.getPath(), target));
      }
    }
    directory.files().delete(jobs.result(), true);
    return jobs.jobs();
  }

  private static MapReduceApplication of(Application application) {
    return switch (application) {
      case TERASORT -> new TeraSortJob();
      case WORDCOUNT -> new WordCountJob();
      case AGGREGATION -> new AggregationJob();
      case JOIN -> new JoinJobs();
      case BAYES -> new BayesJob();
      case KMEANS -> new KMeansJobs();
      case PAGERANK -> new PageRankJobs();
      case NUTCHINDEX -> new NutchIndexJob();
    };
  }
}
