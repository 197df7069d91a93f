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

import io.trident.core.config.PrefetchKeys;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.text.EnumNames;
import io.trident.hdfs.HdfsKeys;
import io.trident.mapreduce.client.TridentClientProtocolProvider;
import io.trident.mapreduce.config.MapReduceKeys;
import io.trident.testbed.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/**
 * What is compared: who schedules, and who prefetches.
 *
 * @param prefetcher other than none only where all replicas are on disks
 */
public record Setup(SchedulingPolicy policy, PrefetcherName prefetcher) {
  /** Where jobs report how they went: {@code <job id>_1.prefetch.json}. */
  static final String REPORTS = CompareInput.ROOT + "/reports";

  private static final String MODELS = CompareInput.ROOT + "/models";

  private static final double MEBIBYTE = 1 << 20;

  /** Oracle waits until all blocks are cached: for as long as requests may be pending. */
  private static final long ORACLE_WAITS_MS = HdfsKeys.CACHE_PENDING_TIMEOUT_MS.defaultValue();

  private static final long POLL_CACHES_MS = 500;

  public Setup {
    if (prefetcher != PrefetcherName.NONE && !policy.isOneTier()) {
      throw new IllegalArgumentException(
          "%s has replicas in memory already".formatted(policy.label()));
    }
  }

  /** Returns a policy without a prefetcher. */
  public static Setup of(SchedulingPolicy policy) {
    return new Setup(policy, PrefetcherName.NONE);
  }

  /**
   * Returns what is compared: each policy with each prefetcher if all replicas are on disks,
   * otherwise without.
   *
   * @throws IllegalArgumentException if there are prefetchers, and no policy for them
   */
  public static List<Setup> all(List<SchedulingPolicy> policies, List<PrefetcherName> prefetchers) {
    List<Setup> setups = new ArrayList<>();
    for (SchedulingPolicy policy : policies) {
      if (policy.isOneTier()) {
        prefetchers.forEach(prefetcher -> setups.add(new Setup(policy, prefetcher)));
      } else {
        setups.add(of(policy));
      }
    }
    if (!prefetchers.equals(List.of(PrefetcherName.NONE))
        && policies.stream().noneMatch(SchedulingPolicy::isOneTier)) {
      throw new IllegalArgumentException(
          "Prefetchers run with all replicas on disks: under %s."
              .formatted(
                  Arrays.stream(SchedulingPolicy.values())
                      .filter(SchedulingPolicy::isOneTier)
                      .map(SchedulingPolicy::label)
                      .collect(Collectors.joining(" and "))));
    }
    return setups;
  }

  /**
   * Returns the prefetcher of a label.
   *
   * @throws IllegalArgumentException listing all, if there is none
   */
  public static PrefetcherName prefetcher(String label) {
    return EnumNames.find(PrefetcherName.class, label)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no prefetcher '%s'; there are %s."
                        .formatted(label, EnumNames.list(PrefetcherName.class))));
  }

  /** Returns whether blocks are cached for jobs. */
  public boolean prefetches() {
    return prefetcher != PrefetcherName.NONE;
  }

  /** Returns whether jobs are predicted, and report how that went. */
  boolean predicts() {
    return policy.isOneTier() && (prefetches() || policy.hasOwnMaster());
  }

  /** Sets what a job is submitted with. */
  public void configure(Configuration job, Layout layout) {
    policy.configure(job);
    if (predicts()) {
      job.set(PrefetchKeys.PREFETCHER.name(), prefetcher.label());
      describePlatform(job, layout);
      // Each setup learns by itself, so that its first jobs know no more than those of the others.
      job.set(
          PrefetchKeys.MODEL_PATH.name(),
          "%s/%s-%s".formatted(MODELS, policy.label(), prefetcher.label()));
      job.set(MapReduceKeys.PLACEMENTS_DIR.name(), REPORTS);
    }
    if (prefetches()) {
      job.setLong(HdfsKeys.CACHE_POLL_INTERVAL_MS.name(), POLL_CACHES_MS);
      // Stock: Trident's client prefetches, Hadoop's own code schedules, and reads as released.
      job.set("mapreduce.framework.name", TridentClientProtocolProvider.FRAMEWORK);
      job.setBoolean("dfs.client.read.use.cache.priority", policy.hasOwnMaster());
    }
    if (prefetcher == PrefetcherName.ORACLE) {
      job.setLong(PrefetchKeys.MAX_DELAY_MS.name(), ORACLE_WAITS_MS);
    }
  }

  /** The rates as declared; the other tiers' follow from their scores, which are as the rates. */
  private static void describePlatform(Configuration job, Layout layout) {
    job.setLong(
        PrefetchKeys.MEMORY_RATE.name(),
        Math.max(1, Math.round(layout.rates().memory() * 1e6 / MEBIBYTE)));
    // A DataNode hears of a request by its heartbeat, and reports the block by its cache report.
    job.setLong(
        PrefetchKeys.TIME_TO_INIT_CACHE_MS.name(),
        1_000L * job.getInt("dfs.heartbeat.interval", 3)
            + job.getLong("dfs.cachereport.intervalMsec", 10_000));
  }
}
