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
package io.trident.core.prefetch;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * What to prefetch for a job, and what is expected of it. Holds only names and numbers: it can be
 * written, read and predicted again later.
 *
 * @param prefetcher who made the plan
 * @param steps the blocks to cache, in the order in which to request it; each at most once
 * @param delaySeconds how long to hold the job back so that its first tasks find blocks in memory
 * @param predicted the job times that the decision rests on
 * @param wasted ids of the blocks whose caching no task is expected to gain from, in plan order
 */
public record PrefetchPlan(
    PrefetcherName prefetcher,
    List<PrefetchStep> steps,
    double delaySeconds,
    PredictedTimes predicted,
    List<String> wasted) {
  public PrefetchPlan {
    Objects.requireNonNull(prefetcher, "prefetcher");
    Objects.requireNonNull(predicted, "predicted");
    steps = List.copyOf(steps);
    wasted = List.copyOf(wasted);
    if (!(delaySeconds >= 0)) {
      throw new IllegalArgumentException(
          "A plan delays its job by %s s; give a time that is not negative."
              .formatted(delaySeconds));
    }
  }

  /** Returns whether there is nothing to do: no block to cache, and no delay. */
  public boolean isEmpty() {
    return steps.isEmpty() && delaySeconds == 0;
  }

  /** Returns the share of the planned blocks that are expected to be wasted, from 0 to 1. */
  public double wastedShare() {
    return steps.isEmpty() ? 0 : (double) wasted.size() / steps.size();
  }

  /** Returns the plan and its reasons in words, a line each. */
  public List<String> explain() {
    List<String> lines = new ArrayList<>();
    long bytes = steps.stream().mapToLong(PrefetchStep::bytes).sum();
    lines.add(
        "%s: prefetch %d blocks (%s), %s"
            .formatted(
                prefetcher.label(),
                steps.size(),
                megabytes(bytes),
                delaySeconds == 0
                    ? "do not delay the job"
                    : "delay the job by " + seconds(delaySeconds)));
    lines.add(
        "predicted job time: none %s, all %s, planned %s"
            .formatted(
                seconds(predicted.none()), seconds(predicted.all()), seconds(predicted.planned())));
    predicted
        .delayed()
        .ifPresent(
            delayed ->
                lines.add(
                    "of which without a delay %s, with one %s"
                        .formatted(seconds(predicted.undelayed()), seconds(delayed))));
    for (PrefetchStep step : steps) {
      lines.add(
          "%s (%s): from %s %s on %s, in memory after %s%s"
              .formatted(
                  step.block(),
                  megabytes(step.bytes()),
                  step.tier().label(),
                  step.device(),
                  step.node(),
                  seconds(step.cachedSeconds()),
                  wasted.contains(step.block()) ? "; no task is expected to find it there" : ""));
    }
    return lines;
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / (double) (1 << 20));
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.2f s", seconds);
  }
}
