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

import io.trident.core.config.ConfigException;
import io.trident.core.config.ConfigSource;
import io.trident.core.config.PrefetchKeys;
import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.storage.SegmentTiers;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Plans what to prefetch of the input of a job or a stage, and reports it in one line of the log.
 * Thread-safe.
 */
public final class InputPlanner {
  private final PrefetcherName prefetcher;
  private final int maxBlocks;
  private final Consumer<String> log;

  /**
   * Creates a planner.
   *
   * @param prefetcher who decides
   * @param keys the bound of its work: {@link PrefetchKeys#MAX_BLOCKS}
   * @param log takes the line
   * @throws ConfigException if the key is invalid
   */
  public InputPlanner(PrefetcherName prefetcher, ConfigSource keys, Consumer<String> log) {
    this.prefetcher = prefetcher;
    this.maxBlocks = PrefetchKeys.MAX_BLOCKS.read(keys);
    this.log = log;
  }

  /**
   * Plans; takes time that grows a little faster than the number of blocks.
   *
   * @param what what the input is of, for the log
   * @param tasks the segments that each task reads, as located
   * @param platform what does not follow from the tiers
   * @return empty if no block is known, there are too many, or nothing can run
   */
  public Optional<PlannedInput> plan(
      String what, List<List<SegmentTiers>> tasks, PrefetchPlatform platform) {
    if (platform.slots().values().stream().noneMatch(count -> count > 0)) {
      log.accept("Nothing is prefetched for %s: no node can run a task of it".formatted(what));
      return Optional.empty();
    }
    LocatedInput input = LocatedInput.ofTasks(tasks, platform);
    int blocks = input.snapshot().blocks().size();
    if (blocks == 0) {
      log.accept("Nothing is prefetched for %s: no block of its input is known".formatted(what));
    }
    if (blocks > maxBlocks) {
      log.accept(
          "Nothing is prefetched for %s: %d blocks are more than %s allows"
              .formatted(what, blocks, PrefetchKeys.MAX_BLOCKS.name()));
    }
    return blocks == 0 || blocks > maxBlocks ? Optional.empty() : Optional.of(plan(what, input));
  }

  private PlannedInput plan(String what, LocatedInput input) {
    long start = System.nanoTime();
    PlannedInput planned = input.plan(prefetcher);
    PrefetchPlan plan = planned.plan();
    log.accept(
        ("%d of %d blocks of %s are prefetched and it is delayed by %s s (%s prefetcher, %d ms);"
                + " predicted time %s s, without prefetching %s s")
            .formatted(
                plan.steps().size(),
                input.snapshot().blocks().size(),
                what,
                seconds(plan.delaySeconds()),
                prefetcher.label(),
                (System.nanoTime() - start) / 1_000_000,
                seconds(plan.predicted().planned()),
                seconds(plan.predicted().none())));
    return planned;
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.2f", seconds);
  }
}
