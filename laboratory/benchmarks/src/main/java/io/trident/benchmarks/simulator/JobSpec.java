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

import io.trident.core.prefetch.model.CpuTimeModel;
import io.trident.core.prefetch.model.TimeConstants;

/**
 * How jobs run, beside what the cluster makes of their reads. Times are in seconds, rates in MB/s.
 *
 * @param blockMb length of a block; a map reads one
 * @param reduceMb shuffled data of a reduce, about
 * @param fixedSeconds what any task takes before it reads: starting a JVM
 * @param cpuRate how fast a task processes, after it has read
 * @param variation of the time that tasks take beside reading and writing: the standard deviation
 *     as a part of it. Without any, maps that read alike would end at the same instant
 * @param initSeconds from submission until the job asks for containers (the paper's TimeToInit)
 * @param heartbeatSeconds of nodes, which report ended tasks with it, and of jobs, which learn
 *     their containers with it
 * @param initCacheSeconds from a caching request until a node starts to cache (TimeToInitCache)
 * @param maxDelaySeconds how long a prefetcher may hold a job back
 * @param nodeLocalityDelay offers that the stock scheduler lets pass for a node-local container
 *     ({@code yarn.scheduler.capacity.node-locality-delay})
 */
public record JobSpec(
    int blockMb,
    int reduceMb,
    double fixedSeconds,
    double cpuRate,
    double variation,
    double initSeconds,
    double heartbeatSeconds,
    double initCacheSeconds,
    double maxDelaySeconds,
    int nodeLocalityDelay) {

  /** More would make some times negative. */
  private static final double MOST_VARIATION = 0.25;

  /** The paper's constants where it has them; blocks of 128 MB, stock YARN otherwise. */
  public static final JobSpec DEFAULT = new JobSpec(128, 256, 1, 64, 0.1, 2, 1, 1, 30, 40);

  public JobSpec {
    if (blockMb < 1 || reduceMb < 1 || !(cpuRate > 0) || !(heartbeatSeconds > 0)) {
      throw new IllegalArgumentException(
          "Blocks (%d MB), reduces (%d MB), the cpu rate (%s MB/s) and heartbeats (%s s) must be positive."
              .formatted(blockMb, reduceMb, cpuRate, heartbeatSeconds));
    }
    for (double seconds :
        new double[] {fixedSeconds, initSeconds, initCacheSeconds, maxDelaySeconds}) {
      if (!(seconds >= 0) || Double.isInfinite(seconds)) {
        throw new IllegalArgumentException(
            "A time is %s s; give a finite one that is not negative.".formatted(seconds));
      }
    }
    if (!(variation >= 0 && variation <= MOST_VARIATION)) {
      throw new IllegalArgumentException(
          "Tasks' times vary by %s of themselves; give 0 to %s."
              .formatted(variation, MOST_VARIATION));
    }
    if (nodeLocalityDelay < 0) {
      throw new IllegalArgumentException(
          "The node-locality delay is %d offers; give a number that is not negative."
              .formatted(nodeLocalityDelay));
    }
  }

  /** Returns how long a task takes beside reading and writing in the mean, in seconds. */
  public double taskSeconds(long bytes) {
    return fixedSeconds + cpu().seconds(bytes);
  }

  /** Returns how long a task processes what it has read in the mean; prefetchers know that. */
  public CpuTimeModel cpu() {
    return CpuTimeModel.ofRate(cpuRate * (1 << 20));
  }

  /** Returns the times that prefetchers plan with: they know their means, too. */
  public TimeConstants times() {
    return new TimeConstants(initCacheSeconds, initSeconds, heartbeatSeconds + fixedSeconds);
  }
}
