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
package io.trident.benchmarks.figures;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.trident.benchmarks.results.PolicyRun;
import io.trident.benchmarks.results.SeveralJobs;
import io.trident.benchmarks.workloads.EngineName;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A job on a cluster, as a line of JSON in a file of results; of {@code
 * io.trident.benchmarks.results.PolicyRun}, the part that figures need, and what only the simulator
 * knows.
 *
 * @param source what it ran on: {@code testbed} or {@code simulator}
 * @param nodes workers
 * @param racks racks
 * @param engine what ran it: {@code mapreduce}, also of lines that name none, or {@code spark}
 * @param workload {@code facebook}, {@code swim} or an application such as {@code wordcount}
 * @param profile the bin, A to F, or {@code small, large, huge}
 * @param bytes of input
 * @param policy {@code default}, {@code h-scheduler}, {@code quartet} or {@code trident}, followed
 *     by {@code @disks} if all replicas are on disks; the test bed's {@code hdfs-one-tier} is the
 *     same as {@code default@disks}, its {@code trident-one-tier} as {@code trident@disks}
 * @param prefetcher {@code none} or its name
 * @param repetition from 1
 * @param seconds from submission to end, a prefetcher's delay included
 * @param taskSeconds the sum of the durations of its tasks
 * @param maps map tasks
 * @param locality maps by where they read: {@code memory-local} to {@code disk-remote}
 * @param prefetched blocks that were prefetched
 * @param wasted of these, blocks that no map read from memory
 * @param delaySeconds for how long a prefetcher held it back, or several jobs in sum
 * @param leastSeconds a clairvoyant's bound for {@code seconds}; 0 if not known
 * @param leastTaskSeconds a clairvoyant's bound for {@code taskSeconds}; 0 if not known
 * @param memoryMb size of a worker's memory tier in MB; 0 if not known
 * @param several of each of the jobs that a line of the test bed's sums up; null of a single job
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record JobSample(
    String source,
    int nodes,
    int racks,
    String engine,
    String workload,
    String profile,
    long bytes,
    String policy,
    String prefetcher,
    int repetition,
    double seconds,
    double taskSeconds,
    int maps,
    Map<String, Integer> locality,
    int prefetched,
    int wasted,
    double delaySeconds,
    double leastSeconds,
    double leastTaskSeconds,
    int memoryMb,
    @Nullable SeveralJobs several) {
  private static final double MEGABYTE = 1e6;

  /** How many times its input's size memory tiers have at least that hold all of it. */
  private static final double MEMORY_OF_INPUT = 1.5;

  public JobSample {
    engine = Objects.requireNonNullElse(engine, EngineName.MAPREDUCE.label());
    locality = new TreeMap<>(locality);
  }

  /** Returns a run of the test bed's. */
  static JobSample of(PolicyRun run) {
    return new JobSample(
        run.source(),
        run.nodes(),
        run.racks(),
        run.engine(),
        run.workload(),
        run.profile(),
        run.bytes(),
        run.policy(),
        run.prefetcher(),
        run.repetition(),
        run.seconds(),
        run.taskSeconds(),
        run.maps(),
        run.locality(),
        run.prefetched() == null ? 0 : run.prefetched(),
        run.wasted() == null ? 0 : run.wasted(),
        run.several() == null ? 0 : run.several().delaySeconds(),
        0,
        0,
        run.memoryMb() == null ? 0 : run.memoryMb(),
        run.several());
  }

  /** Returns how many jobs it is. */
  int jobs() {
    return several == null ? 1 : several.jobs();
  }

  /** Returns how many of them a prefetcher held back. */
  int delayed() {
    return several == null ? (delaySeconds > 0 ? 1 : 0) : several.delayed();
  }

  /** Returns for how long one was held back at most. */
  double maxDelaySeconds() {
    return several == null ? delaySeconds : several.maxDelaySeconds();
  }

  /** Returns the least time that 99 of 100 of its jobs need no more than. */
  double tailSeconds() {
    return several == null ? seconds : several.p99Seconds();
  }

  /**
   * Returns whether the memory tiers of all workers together are known to be too small for its
   * input. HDFS fills a tier by whole blocks, and jobs keep files of their own there, so tiers of
   * just the input's size do not hold it.
   */
  boolean isShortOfMemory() {
    return memoryMb > 0 && (double) memoryMb * MEGABYTE * nodes < MEMORY_OF_INPUT * bytes;
  }

  /** Returns the label of its setup, as {@code trident simulate --setups} takes it. */
  String setup() {
    String placed =
        switch (policy) {
          case "hdfs-one-tier" -> "default@disks";
          case "trident-one-tier" -> "trident@disks";
          default -> policy;
        };
    return prefetcher.equals("none") ? placed : placed + "+" + prefetcher;
  }
}
