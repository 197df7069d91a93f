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
package io.trident.core.prefetch.input;

import io.trident.core.config.ConfigSource;
import io.trident.core.config.CostKeys;
import io.trident.core.config.PrefetchKeys;
import io.trident.core.cost.CostModel;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.LateReads;
import io.trident.core.prefetch.PrefetchNode;
import io.trident.core.prefetch.model.CpuTimeModel;
import io.trident.core.prefetch.model.LearnedModel;
import io.trident.core.prefetch.model.TierRates;
import io.trident.core.prefetch.model.TimeConstants;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * What a prefetcher has to know of a cluster and a job beside where blocks are.
 *
 * @param costs scores of the tiers
 * @param rates bandwidths of the tiers
 * @param cachingThreadsPerVolume how many blocks a node caches from one volume at once
 * @param cpu how long tasks take beside reading
 * @param times how long the platform's steps take
 * @param networkBytesPerSecond how fast a task reads from another node; positive
 * @param maxDelaySeconds how long the job may be delayed
 * @param margin by which share of its time caching may be late
 * @param lateReads what a task reads from that starts before its block is cached
 * @param slots how many of the job's tasks can run at once, by node
 * @param cacheFree bytes left in a node's cache
 */
public record PrefetchPlatform(
    CostModel costs,
    TierRates rates,
    int cachingThreadsPerVolume,
    CpuTimeModel cpu,
    TimeConstants times,
    double networkBytesPerSecond,
    double maxDelaySeconds,
    double margin,
    LateReads lateReads,
    Map<String, Integer> slots,
    ToLongFunction<String> cacheFree) {
  public PrefetchPlatform {
    Objects.requireNonNull(costs, "costs");
    Objects.requireNonNull(rates, "rates");
    Objects.requireNonNull(cpu, "cpu");
    Objects.requireNonNull(times, "times");
    Objects.requireNonNull(lateReads, "lateReads");
    Objects.requireNonNull(cacheFree, "cacheFree");
    slots = Map.copyOf(slots);
  }

  /**
   * Reads {@link PrefetchKeys} and {@link CostKeys}.
   *
   * @param slots how many of the job's tasks can run at once, by node
   * @param cacheFree bytes left in a node's cache
   * @throws io.trident.core.config.ConfigException if a key is invalid
   */
  public static PrefetchPlatform read(
      ConfigSource keys, Map<String, Integer> slots, ToLongFunction<String> cacheFree) {
    return read(keys, LearnedModel.EMPTY, "", slots, cacheFree);
  }

  /**
   * Reads {@link PrefetchKeys} and {@link CostKeys}; what was learned goes before constants.
   *
   * @param learned what is known of past jobs
   * @param jobClass class of the job
   * @param slots how many of the job's tasks can run at once, by node
   * @param cacheFree bytes left in a node's cache
   * @throws io.trident.core.config.ConfigException if a key is invalid
   */
  public static PrefetchPlatform read(
      ConfigSource keys,
      LearnedModel learned,
      String jobClass,
      Map<String, Integer> slots,
      ToLongFunction<String> cacheFree) {
    return new PrefetchPlatform(
        CostKeys.read(keys),
        learned.rates(PrefetchKeys.rates(keys)),
        PrefetchKeys.CACHING_THREADS.read(keys),
        learned.cpu(jobClass, PrefetchKeys.cpu(keys)),
        learned.times(PrefetchKeys.times(keys)),
        PrefetchKeys.networkBytesPerSecond(keys),
        PrefetchKeys.maxDelaySeconds(keys),
        PrefetchKeys.margin(keys),
        PrefetchKeys.LATE_READS.read(keys),
        slots,
        cacheFree);
  }

  /** Returns the same platform where the steps take other times. */
  public PrefetchPlatform withTimes(TimeConstants others) {
    return new PrefetchPlatform(
        costs,
        rates,
        cachingThreadsPerVolume,
        cpu,
        others,
        networkBytesPerSecond,
        maxDelaySeconds,
        margin,
        lateReads,
        slots,
        cacheFree);
  }

  PrefetchNode node(String name, int slotCount) {
    return new PrefetchNode(
        name, slotCount, 1, rates.of(StorageTier.MEMORY), cacheFree.applyAsLong(name));
  }
}
