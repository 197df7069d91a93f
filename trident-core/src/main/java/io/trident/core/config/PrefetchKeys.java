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
package io.trident.core.config;

import io.trident.core.prefetch.LateReads;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.prefetch.model.CpuTimeModel;
import io.trident.core.prefetch.model.TierRates;
import io.trident.core.prefetch.model.TimeConstants;
import java.util.List;
import java.util.regex.Pattern;

/** {@code trident.prefetch.*}: which blocks are cached before they are read, in every host. */
public final class PrefetchKeys {
  private static final int MAX_RATE = 10_000_000;
  private static final long MEGABYTE = 1L << 20;
  private static final double MILLIS = 1e3;
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  /** Who decides what is prefetched. */
  public static final ConfigKey<PrefetcherName> PREFETCHER =
      ConfigKey.enumKey(
          "trident.prefetch.prefetcher",
          PrefetcherName.NONE,
          "Who decides which blocks of a job's input are cached before its tasks read them: none;"
              + " prefetch-all, every block; trident, those that the cost model finds worth it;"
              + " trident-delay, the same, and the job may be delayed for it; oracle, every block,"
              + " and the job waits until they are cached.");

  /** How long a job may be delayed. */
  public static final ConfigKey<Long> MAX_DELAY_MS =
      ConfigKey.longKey(
          "trident.prefetch.max-delay-ms",
          30_000,
          0,
          3_600_000,
          "How long a job may be delayed at most for its first tasks to find blocks in memory, in"
              + " milliseconds.");

  /** How far predictions may be off without a block being cached in vain. */
  public static final ConfigKey<Integer> MARGIN_PERCENT =
      ConfigKey.intKey(
          "trident.prefetch.margin-percent",
          10,
          0,
          1_000,
          "By how many percent of its time caching a block may be late, or its task early, without"
              + " the block having been cached in vain.");

  /** What a task reads from that is early. */
  public static final ConfigKey<LateReads> LATE_READS =
      ConfigKey.enumKey(
          "trident.prefetch.late-reads",
          LateReads.WITH_CACHING,
          "What a task reads from, by the cost model, that starts before its block is cached:"
              + " from-device, as if the block were not being cached; with-caching, its read ends"
              + " with the caching if that is sooner, as DataNodes serve what they have cached so"
              + " far from the same pages.");

  /** Bound of the decision's work. */
  public static final ConfigKey<Integer> MAX_BLOCKS =
      ConfigKey.intKey(
          "trident.prefetch.max-blocks",
          50_000,
          1,
          10_000_000,
          "Nothing is prefetched for a job whose input has more blocks.");

  /** How fast tasks process. */
  public static final ConfigKey<Integer> CPU_RATE =
      ConfigKey.intKey(
          "trident.prefetch.cpu-rate-mb",
          64,
          1,
          MAX_RATE,
          "How many MB per second a task processes beside reading, as long as nothing is known of"
              + " its class of jobs.");

  /** How fast tasks read from other nodes. */
  public static final ConfigKey<Integer> NETWORK_RATE =
      ConfigKey.intKey(
          "trident.prefetch.network-rate-mb",
          MAX_RATE,
          1,
          MAX_RATE,
          "How many MB per second a task reads from another node at most. The default is no limit:"
              + " nearly all tasks run where their data are.");

  /** Blocks cached from a device at once. */
  public static final ConfigKey<Integer> CACHING_THREADS =
      ConfigKey.intKey(
          "trident.prefetch.caching-threads",
          1,
          1,
          1_024,
          "How many blocks a DataNode caches from one volume at once. HDFS caches one after the"
              + " other, whatever dfs.datanode.fsdatasetcache.max.threads.per.volume is: its"
              + " pool of caching threads never grows.");

  /** From a request until a DataNode starts to cache. */
  public static final ConfigKey<Long> TIME_TO_INIT_CACHE_MS =
      ConfigKey.longKey(
          "trident.prefetch.time-to-init-cache-ms",
          1_000,
          0,
          600_000,
          "Milliseconds from a caching request until the DataNode starts to read; by its heartbeat,"
              + " of dfs.heartbeat.interval.");

  /** From submission to the first task. */
  public static final ConfigKey<Long> TIME_TO_INIT_MS =
      ConfigKey.longKey(
          "trident.prefetch.time-to-init-ms",
          2_000,
          0,
          600_000,
          "Milliseconds from the submission of a job until its first task may be scheduled.");

  /** From a free slot to a running task. */
  public static final ConfigKey<Long> TIME_TO_SCHEDULE_MS =
      ConfigKey.longKey(
          "trident.prefetch.time-to-schedule-ms",
          1_000,
          0,
          600_000,
          "Milliseconds from a free slot until a task runs on it.");

  /** From a running task to its first byte. */
  public static final ConfigKey<Long> TIME_TO_LAUNCH_MS =
      ConfigKey.longKey(
          "trident.prefetch.time-to-launch-ms",
          1_000,
          0,
          600_000,
          "Milliseconds from the launch of a map's container until the map begins to read: what its"
              + " JVM takes to start. A block that is in memory by then is read from there. Hadoop"
              + " does not report it, so it is not learned; DataNodes' client traces have the first read"
              + " of each attempt.");

  /** How fast memory is. */
  public static final ConfigKey<Integer> MEMORY_RATE =
      ConfigKey.intKey(
          "trident.prefetch.memory-rate-mb",
          3_200,
          1,
          MAX_RATE,
          "How many MB per second a task reads from memory. The bandwidths of the other tiers follow"
              + " from trident.cost.*: a tier of twice the score has half the bandwidth.");

  /** Where what jobs teach is kept. */
  public static final ConfigKey<String> MODEL_PATH =
      ConfigKey.textKey(
          "trident.prefetch.model-path",
          "",
          "Directory (URI of any Hadoop file system) in which it is kept what jobs teach of their"
              + " class: how fast tasks process, tiers are read and steps of the platform are."
              + " Later jobs of the class are planned by it. Empty: nothing is learned, and the"
              + " constants of this group hold.");

  /** Which jobs take alike. */
  public static final ConfigKey<String> JOB_CLASS =
      ConfigKey.textKey(
          "trident.prefetch.job-class",
          "",
          "Name of the class of jobs that this one belongs to, which are expected to take alike."
              + " Empty: the job's name, each number in it replaced by #.");

  private PrefetchKeys() {}

  /**
   * Reads the class of a job.
   *
   * @param jobName the job's own name
   */
  public static String jobClass(ConfigSource source, String jobName) {
    String set = JOB_CLASS.read(source).strip();
    return set.isEmpty() ? NUMBER.matcher(jobName.strip()).replaceAll("#") : set;
  }

  /** Reads the bandwidths of the tiers, as far as nothing better is known. */
  public static TierRates rates(ConfigSource source) {
    return TierRates.of(CostKeys.read(source), memoryBytesPerSecond(source));
  }

  /** Reads how fast a task reads from memory, in bytes per second. */
  public static double memoryBytesPerSecond(ConfigSource source) {
    return (double) MEMORY_RATE.read(source) * MEGABYTE;
  }

  /** Reads how long a job may be delayed at most, in seconds. */
  public static double maxDelaySeconds(ConfigSource source) {
    return MAX_DELAY_MS.read(source) / MILLIS;
  }

  /** Reads by which share of its time caching may be late. */
  public static double margin(ConfigSource source) {
    return MARGIN_PERCENT.read(source) / 100.0;
  }

  /** Reads how fast a task reads from another node, in bytes per second; may be infinite. */
  public static double networkBytesPerSecond(ConfigSource source) {
    int rate = NETWORK_RATE.read(source);
    return rate == MAX_RATE ? Double.POSITIVE_INFINITY : (double) rate * MEGABYTE;
  }

  /** Reads the model of tasks of which nothing is known. */
  public static CpuTimeModel cpu(ConfigSource source) {
    return CpuTimeModel.ofRate((double) CPU_RATE.read(source) * MEGABYTE);
  }

  /** Reads the platform's constants, of tasks that are processes of their own. */
  public static TimeConstants times(ConfigSource source) {
    return new TimeConstants(
        TIME_TO_INIT_CACHE_MS.read(source) / MILLIS,
        TIME_TO_INIT_MS.read(source) / MILLIS,
        (TIME_TO_SCHEDULE_MS.read(source) + TIME_TO_LAUNCH_MS.read(source)) / MILLIS);
  }

  /** Reads how long a map runs before it begins to read, in seconds. */
  public static double launchSeconds(ConfigSource source) {
    return TIME_TO_LAUNCH_MS.read(source) / MILLIS;
  }

  /** Returns every key of the group, for the reference page. */
  public static List<ConfigKey<?>> all() {
    return List.of(
        PREFETCHER,
        MAX_DELAY_MS,
        MARGIN_PERCENT,
        LATE_READS,
        MAX_BLOCKS,
        MEMORY_RATE,
        CPU_RATE,
        NETWORK_RATE,
        CACHING_THREADS,
        TIME_TO_INIT_CACHE_MS,
        TIME_TO_INIT_MS,
        TIME_TO_SCHEDULE_MS,
        TIME_TO_LAUNCH_MS,
        MODEL_PATH,
        JOB_CLASS);
  }
}
