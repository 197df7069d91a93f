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

import io.trident.benchmarks.simulator.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * All repetitions of a workload under a policy, by the paper's metrics (Section 7). Reductions are
 * taken of each repetition against the baseline's run of the same repetition, which ran at about
 * the same time.
 *
 * @param engine see {@link PolicyRun}
 * @param workload see {@link PolicyRun}
 * @param profile see {@link PolicyRun}
 * @param policy see {@link PolicyRun}
 * @param prefetcher see {@link PolicyRun}
 * @param runs repetitions
 * @param seconds completion times
 * @param taskSeconds sums of the durations of all tasks
 * @param reduction of the completion time, in percent of the baseline's; null without a baseline
 * @param efficiency improvement in cluster efficiency: the reduction of {@code taskSeconds}, in
 *     percent of the baseline's; null without a baseline
 * @param shares of all maps, in percent, by where they read ({@link ReadFrom#label}); absent ones
 *     are 0
 * @param prefetched blocks that were prefetched, in all repetitions
 * @param wasted of these, blocks that no map read from memory
 * @param schedulerMs milliseconds that the scheduler took for its decisions; null if not measured
 */
public record Summary(
    String engine,
    String workload,
    String profile,
    String policy,
    String prefetcher,
    int runs,
    Spread seconds,
    Spread taskSeconds,
    @Nullable Spread reduction,
    @Nullable Spread efficiency,
    Map<String, Double> shares,
    int prefetched,
    int wasted,
    @Nullable Spread schedulerMs) {
  private static final double PERCENT = 100;

  /**
   * Sums up runs.
   *
   * @param baseline the policy that the others are compared with, without a prefetcher
   * @return in the order in which each first occurs in {@code runs}
   */
  public static List<Summary> of(List<PolicyRun> runs, String baseline) {
    Map<RunKey, PolicyRun> byKey = new LinkedHashMap<>();
    Map<RunKey, List<PolicyRun>> groups = new LinkedHashMap<>();
    for (PolicyRun run : runs) {
      byKey.put(run.key(), run);
    }
    for (PolicyRun run : byKey.values()) {
      RunKey group =
          new RunKey(
              run.engine(), run.workload(), run.profile(), run.policy(), run.prefetcher(), 0);
      groups.computeIfAbsent(group, key -> new ArrayList<>()).add(run);
    }
    return groups.values().stream().map(group -> of(group, byKey, baseline)).toList();
  }

  /** Returns the share of the maps that read from a place, in percent. */
  public double share(ReadFrom place) {
    return shares.getOrDefault(place.label(), 0.0);
  }

  private static Summary of(List<PolicyRun> group, Map<RunKey, PolicyRun> all, String baseline) {
    PolicyRun first = group.get(0);
    Map<String, Double> shares = new TreeMap<>();
    double maps = group.stream().mapToInt(PolicyRun::maps).sum();
    for (PolicyRun run : group) {
      run.locality().forEach((place, n) -> shares.merge(place, PERCENT * n / maps, Double::sum));
    }
    List<Double> schedulerMs =
        group.stream().flatMap(run -> Optional.ofNullable(run.schedulerMs()).stream()).toList();
    return new Summary(
        first.engine(),
        first.workload(),
        first.profile(),
        first.policy(),
        first.prefetcher(),
        group.size(),
        Spread.of(group.stream().map(PolicyRun::seconds).toList()),
        Spread.of(group.stream().map(PolicyRun::taskSeconds).toList()),
        reduction(group, all, baseline, PolicyRun::seconds),
        reduction(group, all, baseline, PolicyRun::taskSeconds),
        shares,
        group.stream().mapToInt(run -> run.prefetched() == null ? 0 : run.prefetched()).sum(),
        group.stream().mapToInt(run -> run.wasted() == null ? 0 : run.wasted()).sum(),
        schedulerMs.isEmpty() ? null : Spread.of(schedulerMs));
  }

  private static @Nullable Spread reduction(
      List<PolicyRun> group,
      Map<RunKey, PolicyRun> all,
      String baseline,
      ToDoubleFunction<PolicyRun> metric) {
    List<Double> reductions =
        group.stream()
            .flatMap(
                run ->
                    Optional.ofNullable(
                        all.get(
                            new RunKey(
                                run.engine(),
                                run.workload(),
                                run.profile(),
                                baseline,
                                "none",
                                run.repetition())))
                        .map(
                            base ->
                                PERCENT
                                    * (1 - metric.applyAsDouble(run) / metric.applyAsDouble(base)))
                        .stream())
            .toList();
    return reductions.isEmpty() ? null : Spread.of(reductions);
  }
}
