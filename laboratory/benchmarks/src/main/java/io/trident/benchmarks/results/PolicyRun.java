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
package io.trident.benchmarks.results;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.trident.benchmarks.workloads.EngineName;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One run of one workload under one policy. What was not measured is null, and absent from the
 * JSON; members that are not known here are ignored.
 *
 * @param source what it ran on: {@code testbed} or {@code simulator}
 * @param scale what the imitated cluster's rates are divided by; 1 and more
 * @param nodes workers
 * @param racks racks
 * @param rates rates before scaling in MB/s: {@code memory, ssd, disk, nodeLink, rackLink}
 * @param engine what ran it: {@code mapreduce}, also of lines that name none, or {@code spark}
 * @param workload an application such as {@code wordcount}, or {@code swim}
 * @param profile how large: {@code small, large, huge} or an amount; for {@code swim} the bin, A to
 *     F
 * @param bytes bytes of input
 * @param policy {@code hdfs-one-tier}, {@code default}, {@code h-scheduler}, {@code quartet},
 *     {@code trident} or {@code trident-one-tier}
 * @param prefetcher {@code none}, or the value of {@code trident.prefetch.prefetcher}
 * @param repetition from 1
 * @param seconds from the submission of the first job to the end of the last, which of Spark does
 *     not count what starts the application; for {@code swim} the mean of the completion times of
 *     the bin's jobs
 * @param taskSeconds sum of the durations of all attempts, of maps and reduces; what cluster
 *     efficiency is computed from
 * @param maps map tasks; of Spark and {@code swim} the tasks that read input
 * @param locality how many of the maps read from where, by {@link ReadFrom#label}; absent ones are
 *     0
 * @param prefetched blocks that were prefetched
 * @param wasted of these, blocks that no map read from memory
 * @param schedulerMs milliseconds that the scheduler took for its decisions
 * @param predictions of its jobs, in order, as far as any were made
 * @param peakMemoryBytes the most memory that the whole cluster was seen to take meanwhile
 * @param memoryMb size of a worker's memory tier in MB
 * @param cpuSeconds processor time of all tasks: it differs between runs of the same work where
 *     processors were not equally fast, or tasks hindered each other
 * @param several of each of the jobs that it sums up; null of a workload that is run alone
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record PolicyRun(
    String source,
    double scale,
    int nodes,
    int racks,
    Map<String, Double> rates,
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
    @Nullable Integer prefetched,
    @Nullable Integer wasted,
    @Nullable Double schedulerMs,
    @Nullable List<Prediction> predictions,
    @Nullable Long peakMemoryBytes,
    @Nullable Integer memoryMb,
    @Nullable Double cpuSeconds,
    @Nullable SeveralJobs several) {
  private static final String MAPREDUCE = EngineName.MAPREDUCE.label();

  public PolicyRun {
    Objects.requireNonNull(source, "source");
    engine = Objects.requireNonNullElse(engine, MAPREDUCE);
    Objects.requireNonNull(workload, "workload");
    Objects.requireNonNull(profile, "profile");
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(prefetcher, "prefetcher");
    rates = new TreeMap<>(rates);
    locality = new TreeMap<>(locality);
    predictions = predictions == null ? null : List.copyOf(predictions);
    if (repetition < 1 || maps < 0 || !(seconds >= 0) || !(taskSeconds >= 0)) {
      throw new IllegalArgumentException(
          "repetition (%d) must be 1 at least; maps (%d), seconds (%s) and taskSeconds (%s) not negative"
              .formatted(repetition, maps, seconds, taskSeconds));
    }
  }

  /** A run of MapReduce of which nothing was predicted and whose memory was not measured. */
  public PolicyRun(
      String source,
      double scale,
      int nodes,
      int racks,
      Map<String, Double> rates,
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
      @Nullable Integer prefetched,
      @Nullable Integer wasted,
      @Nullable Double schedulerMs) {
    this(
        source,
        scale,
        nodes,
        racks,
        rates,
        MAPREDUCE,
        workload,
        profile,
        bytes,
        policy,
        prefetcher,
        repetition,
        seconds,
        taskSeconds,
        maps,
        locality,
        prefetched,
        wasted,
        schedulerMs,
        null,
        null,
        null,
        null,
        null);
  }

  /** Returns which run of the comparison it is. */
  public RunKey key() {
    return new RunKey(engine, workload, profile, policy, prefetcher, repetition);
  }

  /** Returns how many maps read from a place. */
  public int readFrom(ReadFrom place) {
    return locality.getOrDefault(place.label(), 0);
  }
}
