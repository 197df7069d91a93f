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

import io.trident.core.placement.PolicyName;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.prefetch.model.TimeConstants;
import java.util.List;

/**
 * {@code spark.scheduler.trident.*}: the keys of Trident in the Spark driver, read from the Spark
 * configuration.
 *
 * <p>They are here, and not in Trident's Spark module, so that the reference can list them without
 * Spark on its class path. The cost model and the matching are configured by {@code trident.*} keys
 * as in every host: in Hadoop's site files, or with the prefix {@code spark.hadoop.} in Spark's.
 */
public final class SparkKeys {
  private static final double MILLIS = 1e3;

  /** Whether the plug-in replaces the task scheduler. */
  public static final ConfigKey<Boolean> ENABLED =
      ConfigKey.switchKey(
          "spark.scheduler.trident.enabled",
          true,
          "Whether tasks are placed by Trident; false leaves Spark's own task scheduler in place.");

  /** The placement policy. */
  public static final ConfigKey<PolicyName> POLICY =
      ConfigKey.enumKey(
          "spark.scheduler.trident.policy",
          PolicyName.TRIDENT,
          "What places tasks on executors: trident (minimum-cost matching of all tasks and slots of a"
              + " round), h-scheduler, quartet, or default (locality without tiers).");

  /** How long single-executor offers are gathered. */
  public static final ConfigKey<Integer> COALESCE_MS =
      ConfigKey.intKey(
          "spark.scheduler.trident.coalesce-ms",
          5,
          0,
          1000,
          "For how long, in milliseconds, offers of single executors are gathered, so that tasks that"
              + " end at about the same time are followed by a common placement; 0 places each at once.");

  /** How long a task set waits for its tiers. */
  public static final ConfigKey<Integer> TIER_WAIT_MS =
      ConfigKey.intKey(
          "spark.scheduler.trident.tier-wait-ms",
          1000,
          0,
          600000,
          "The longest that the tasks of a stage wait, in milliseconds, until the tiers of their input"
              + " are known; then they are scheduled by Spark's own preferred locations.");

  /** Whether tasks wait for cheaper slots. */
  public static final ConfigKey<Boolean> WAITING =
      ConfigKey.switchKey(
          "spark.scheduler.trident.waiting",
          true,
          "Whether a task may wait for a busy slot that is so much cheaper that the read saved outweighs"
              + " the wait; never for longer than Spark's locality wait.");

  /** What a cost of 1 is in bandwidth. */
  public static final ConfigKey<Integer> UNIT_RATE =
      ConfigKey.intKey(
          "spark.scheduler.trident.unit-rate-mb-per-s",
          3200,
          1,
          1000000,
          "The rate of a read whose cost is 1, in MB/s: what prices the read that a task saves by"
              + " waiting. The default goes with the default costs.");

  /** How often tiers are asked for again while some are about to change. */
  public static final ConfigKey<Integer> REFRESH_MS =
      ConfigKey.intKey(
          "spark.scheduler.trident.refresh-ms",
          1000,
          10,
          600000,
          "How long after an answer that is about to change, because replicas are being cached, the"
              + " tiers of a stage with waiting tasks are asked for again, in milliseconds.");

  /** How much of a stage's lineage is looked at. */
  public static final ConfigKey<Integer> MAX_LEAVES =
      ConfigKey.intKey(
          "spark.scheduler.trident.max-leaves",
          1000000,
          1,
          Integer.MAX_VALUE,
          "How many partitions of input RDDs are looked at for one stage at most; tasks beyond are placed"
              + " by Spark's own preferred locations.");

  /** How many stages are looked up at a time. */
  public static final ConfigKey<Integer> LOOKUP_THREADS =
      ConfigKey.intKey(
          "spark.scheduler.trident.lookup-threads",
          4,
          1,
          256,
          "How many stages' tiers are looked up at the same time.");

  /** Whether placements are reported. */
  public static final ConfigKey<Boolean> REPORT =
      ConfigKey.switchKey(
          "spark.scheduler.trident.report.enabled",
          true,
          "Whether placements are reported: in Spark's user interface, by metrics, and by one event per"
              + " stage in the event log, which the history server and bin/trident report read.");

  /** How many single tasks are reported. */
  public static final ConfigKey<Integer> REPORT_TASKS =
      ConfigKey.intKey(
          "spark.scheduler.trident.report.tasks",
          1000,
          0,
          1000000,
          "Of how many single tasks per stage the placement is reported and can be explained. Those that"
              + " could have been cheaper, or that waited, come first. A task takes some 200 bytes of the"
              + " event log.");

  /** Whether executors are asked for by tiers. */
  public static final ConfigKey<Boolean> EXECUTOR_HINTS =
      ConfigKey.switchKey(
          "spark.scheduler.trident.executor-hints.enabled",
          true,
          "Whether dynamic allocation asks for executors on the hosts with the best tiers of the"
              + " stages' input, where the cluster manager heeds hosts at all (YARN); false leaves"
              + " Spark's own hints, every host of a replica alike. Never changes how many are asked"
              + " for.");

  /** How many of the executors one host may be asked for. */
  public static final ConfigKey<Integer> EXECUTOR_HINTS_SKEW =
      ConfigKey.intKey(
          "spark.scheduler.trident.executor-hints.skew",
          3,
          1,
          1_000_000,
          "How many times the even share of a stage's tasks executors on one host are asked for at"
              + " most. Higher values follow the tiers more strictly; 1 spreads executors evenly over"
              + " all hosts of replicas.");

  /** Who decides what is prefetched. */
  public static final ConfigKey<PrefetcherName> PREFETCHER =
      ConfigKey.enumKey(
          "spark.scheduler.trident.prefetch.prefetcher",
          PrefetcherName.NONE,
          "Who decides which blocks of a stage's input on HDFS are cached before its tasks read them:"
              + " none; prefetch-all, every block; trident, those that the cost model finds worth it;"
              + " trident-delay, the same, and the stage's tasks may be held back for it; oracle, every"
              + " block, and the tasks are held back until they are cached. The constants of the model"
              + " and the longest delay are those of trident.prefetch.*.");

  /** From submission to the first task. */
  public static final ConfigKey<Long> TIME_TO_INIT_MS =
      ConfigKey.longKey(
          "spark.scheduler.trident.prefetch.time-to-init-ms",
          100,
          0,
          600_000,
          "Milliseconds from the decision what to prefetch for a stage until its first task may be"
              + " scheduled; in Spark instead of trident.prefetch.time-to-init-ms.");

  /** From a free slot to a running task. */
  public static final ConfigKey<Long> TIME_TO_SCHEDULE_MS =
      ConfigKey.longKey(
          "spark.scheduler.trident.prefetch.time-to-schedule-ms",
          50,
          0,
          600_000,
          "Milliseconds from a free slot of an executor until a task runs on it; in Spark instead of"
              + " trident.prefetch.time-to-schedule-ms and .time-to-launch-ms.");

  private SparkKeys() {}

  /**
   * Reads how long the steps of a stage take.
   *
   * @param platform the constants of the platform, for what is the same in every host
   */
  public static TimeConstants prefetchTimes(ConfigSource source, TimeConstants platform) {
    return new TimeConstants(
        platform.timeToInitCache(),
        TIME_TO_INIT_MS.read(source) / MILLIS,
        TIME_TO_SCHEDULE_MS.read(source) / MILLIS);
  }

  /** Returns every key of the group, for the reference page. */
  public static List<ConfigKey<?>> all() {
    return List.of(
        ENABLED,
        POLICY,
        WAITING,
        UNIT_RATE,
        COALESCE_MS,
        TIER_WAIT_MS,
        REFRESH_MS,
        MAX_LEAVES,
        LOOKUP_THREADS,
        EXECUTOR_HINTS,
        EXECUTOR_HINTS_SKEW,
        PREFETCHER,
        TIME_TO_INIT_MS,
        TIME_TO_SCHEDULE_MS,
        REPORT,
        REPORT_TASKS);
  }
}
