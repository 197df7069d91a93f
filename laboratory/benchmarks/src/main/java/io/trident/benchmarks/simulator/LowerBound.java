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
package io.trident.benchmarks.simulator;

import java.util.List;

/**
 * What no scheduler could undercut, however much it knew: a clairvoyant's bound.
 *
 * <p>Each task alone on the cluster, its input read at the full rate of the fastest medium that
 * holds a replica at the job's submission (memory, if anything may be prefetched), its output
 * written at a disk's. So no placement of tasks and no order of jobs, on the same replicas and the
 * same hardware, gives a job less task time. A job takes at least its initialisation, and for each
 * stage the longest task and the stage's task time by all slots of the cluster. Waits for
 * heartbeats, other jobs, and the fact that slots beside fast replicas are few, are left out; the
 * bound may be far from what is possible on a busy cluster.
 */
final class LowerBound {
  private final Cluster cluster;
  private final JobSpec jobs;
  private final boolean prefetching;

  LowerBound(Cluster cluster, JobSpec jobs, boolean prefetching) {
    this.cluster = cluster;
    this.jobs = jobs;
    this.prefetching = prefetching;
  }

  /** Adds a stage to a job's bounds. */
  void add(RunningJob job, List<SimulatedTask> stage, FileSystem files) {
    double longest = 0;
    double sum = 0;
    for (SimulatedTask task : stage) {
      double rate =
          task.isMap() ? mapRate(job, task, files) : cluster.spec.nodeLinkRate() * (1 << 20);
      double seconds =
          task.readBytes / rate
              + task.slowness * jobs.taskSeconds(task.readBytes)
              + task.writeBytes / cluster.rate(Cluster.FIRST_DISK);
      longest = Math.max(longest, seconds);
      sum += seconds;
    }
    job.leastTaskSeconds += sum;
    job.leastSeconds +=
        Math.max(longest, sum / ((double) cluster.nodeCount() * cluster.spec.slots()));
  }

  private double mapRate(RunningJob job, SimulatedTask task, FileSystem files) {
    int best = prefetching ? Cluster.MEMORY : Cluster.FIRST_DISK;
    for (FileSystem.Source source : files.stored(job.input, task.block)) {
      best = Math.min(best, source.device());
    }
    return cluster.rate(best);
  }
}
