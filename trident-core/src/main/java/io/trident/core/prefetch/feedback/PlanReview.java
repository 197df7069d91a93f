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
package io.trident.core.prefetch.feedback;

import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.PredictedTimes;
import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.PrefetcherName;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.commons.math3.stat.StatUtils;

/**
 * A plan held against how its job ran. Times are in seconds.
 *
 * @param jobClass class of the job
 * @param prefetcher who made the plan
 * @param delaySeconds how long the job was held back
 * @param predicted what the plan expected
 * @param measuredSeconds from the decision until the last task ended
 * @param tasks how many tasks succeeded
 * @param plannedBlocks how many blocks the plan had cached
 * @param cachedBlocks how many of them were seen cached
 * @param inTimeBlocks how many of them some task found in memory; the others are wasted
 * @param predictedCacheSeconds when the blocks that were seen cached were expected, in the median;
 *     NaN without such blocks
 * @param measuredCacheSeconds when they were seen, in the median; NaN without such blocks
 * @param bytes how much the tasks read, by the tier of the medium
 */
public record PlanReview(
    String jobClass,
    PrefetcherName prefetcher,
    double delaySeconds,
    PredictedTimes predicted,
    double measuredSeconds,
    int tasks,
    int plannedBlocks,
    int cachedBlocks,
    int inTimeBlocks,
    double predictedCacheSeconds,
    double measuredCacheSeconds,
    Map<StorageTier, Long> bytes) {
  public PlanReview {
    Objects.requireNonNull(jobClass, "jobClass");
    Objects.requireNonNull(prefetcher, "prefetcher");
    Objects.requireNonNull(predicted, "predicted");
    bytes = Collections.unmodifiableMap(new EnumMap<>(bytes));
  }

  /**
   * Compares. O(n log n) for n tasks and blocks.
   *
   * @param blocks what became of the blocks of the plan
   */
  public static PlanReview of(PrefetchPlan plan, JobRun run, List<BlockOutcome> blocks) {
    List<BlockOutcome> cached = blocks.stream().filter(BlockOutcome::isCached).toList();
    EnumMap<StorageTier, Long> bytes = new EnumMap<>(StorageTier.class);
    run.tasks().forEach(task -> task.bytes().forEach((tier, n) -> bytes.merge(tier, n, Long::sum)));
    return new PlanReview(
        run.jobClass(),
        plan.prefetcher(),
        run.delaySeconds(),
        plan.predicted(),
        run.jobSeconds(),
        run.tasks().size(),
        blocks.size(),
        cached.size(),
        (int) cached.stream().filter(BlockOutcome::isInTime).count(),
        median(cached.stream().mapToDouble(BlockOutcome::predictedSeconds).toArray()),
        median(cached.stream().mapToDouble(BlockOutcome::cachedSeconds).toArray()),
        bytes);
  }

  private static double median(double[] values) {
    return StatUtils.percentile(values, 50); // NaN without values
  }

  /** Returns how many blocks were cached in vain, or not cached. */
  public int wastedBlocks() {
    return plannedBlocks - inTimeBlocks;
  }

  /** Returns how far the predicted job time was off. */
  public PredictionError error() {
    return new PredictionError(predicted.planned(), measuredSeconds);
  }

  /** Returns the report in one line. */
  public String summary() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s prefetcher: %s, predicted %.2f s (%swithout prefetching %.2f s, with every block"
                + " %.2f s); delayed by %.2f s; %d blocks planned, %d cached, %d in time, %d wasted;"
                + " read",
            prefetcher.label(),
            tasks == 0
                ? "0 tasks succeeded"
                : String.format(
                    Locale.ROOT,
                    "%d tasks ended %.2f s after the decision",
                    tasks,
                    measuredSeconds),
            predicted.planned(),
            tasks == 0 ? "" : String.format(Locale.ROOT, "%+.0f %%; ", 100 * error().relative()),
            predicted.none(),
            predicted.all(),
            delaySeconds,
            plannedBlocks,
            cachedBlocks,
            inTimeBlocks,
            wastedBlocks()));
    bytes.forEach(
        (tier, n) ->
            text.append(
                String.format(
                    Locale.ROOT, " %.1f MB from %s", n / (double) (1 << 20), tier.label())));
    return bytes.isEmpty() ? text.append(" nothing known").toString() : text.toString();
  }
}
