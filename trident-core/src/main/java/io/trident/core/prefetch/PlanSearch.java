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

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/*
 * Algorithm 7: the set of blocks, and the delay of the job, with the least predicted job time.
 *
 * There are too many sets to try. The paper tries the largest one that takes at most d blocks from
 * each device, for d = 1, 2, ...: more blocks per device keep each other waiting, fewer leave devices
 * idle. Each set is predicted without a delay and, if delays are allowed, with the one after which
 * every task finds its blocks in memory (line 16 prints cacheDelay for that delayTime). The best
 * prediction wins; on a tie the one with fewer blocks.
 *
 * Where this goes beyond the paper:
 *
 *  - each degree is tried with each way to choose the source of a block (see SourceRule);
 *  - the paper stops when "prefetching any more blocks will not lead to a reduced job execution
 *    time". The job time is not unimodal in d, so the first d that does not help proves nothing. The
 *    search goes on until a degree keeps no block out, or the best time reaches a lower bound of
 *    every schedule. The plan is thus never predicted worse than no prefetching or than prefetching
 *    everything;
 *  - a prediction takes O(n log n). With many tasks and many blocks per device, d grows by more than
 *    1 so that the number of predictions is O(WORK / n + n/WORK log d), and the degrees next to the
 *    best are tried in the end. Up to d = WORK / n every degree is tried;
 *  - the delay of line 11 waits for the last block. For the best sets smaller ones are tried, too,
 *    after which a part of the tasks find their blocks;
 *  - blocks that no task is expected to find in memory are left out if the job takes no longer
 *    without them: they would only use bandwidth and cache.
 */
final class PlanSearch {
  /** Tasks predicted, times degrees, up to which every degree is tried. */
  private static final int WORK = 50_000;

  private static final int MAX_TRIMS = 4;

  /** How many smaller delays of a set are tried. */
  private static final int MAX_DELAYS = 8;

  private final Instance instance;
  private final BlockSelection selections;
  private final Forecast forecast;
  private final Selection scratch;
  private final double maxDelay;
  private final double longestTask;
  private final double lowerBound;

  private final double none;
  private double all = Double.NaN;
  private Outcome undelayed;
  private @Nullable Outcome delayed;
  private SourceRule bestRule = SourceRule.FASTEST_TIER;
  private int bestDegree;

  /**
   * Searches.
   *
   * @param maxDelay how long the job may be delayed, in seconds; 0 for never
   */
  PlanSearch(Instance instance, double maxDelay) {
    this.instance = instance;
    this.maxDelay = maxDelay;
    selections = new BlockSelection(instance);
    forecast = new Forecast(instance);
    scratch = new Selection(instance.blockCount);
    Bound bound = Bound.of(instance);
    longestTask = bound.longestTask();
    lowerBound = bound.jobTime();

    forecast.prefetch(scratch);
    none = forecast.run(0);
    undelayed = new Outcome(scratch.copy(), 0, none);
    tryDelay();
    searchDegrees();
    if (maxDelay > 0) {
      trySmallerDelays(undelayed.selection());
      if (delayed != null) {
        trySmallerDelays(delayed.selection());
      }
    }
  }

  /** The job time without prefetching. */
  double none() {
    return none;
  }

  /** The job time with every block prefetched that the caches have room for. */
  double all() {
    if (Double.isNaN(all)) { // the search ended before
      selections.select(SourceRule.FASTEST_TIER, Integer.MAX_VALUE, scratch);
      forecast.prefetch(scratch);
      all = forecast.run(0);
    }
    return all;
  }

  /** The best without a delay. */
  Outcome undelayed() {
    return undelayed;
  }

  /** The best with a delay; null if none was tried. */
  @Nullable Outcome delayed() {
    return delayed;
  }

  /** The best, without the blocks that it can do without. */
  Outcome best() {
    Outcome best = current();
    for (int i = 0; i < MAX_TRIMS; i++) {
      Outcome trimmed = trim(best);
      if (trimmed == best) {
        break;
      }
      best = trimmed;
    }
    return best;
  }

  private Outcome current() {
    return delayed != null && delayed.isFasterThan(undelayed) ? delayed : undelayed;
  }

  private void searchDegrees() {
    Set<SourceRule> rules = rules();
    int degree = 1;
    int stride = 1;
    int bestStride = 1;
    while (!rules.isEmpty() && Outcome.isFaster(lowerBound, current().seconds())) {
      for (SourceRule rule : SourceRule.values()) {
        if (rules.contains(rule)) {
          double before = current().seconds();
          if (consider(rule, degree)) {
            rules.remove(rule);
          }
          if (current().seconds() < before) {
            bestRule = rule;
            bestDegree = degree;
            bestStride = stride;
          }
        }
      }
      stride = (int) (1 + (long) degree * instance.taskCount / WORK);
      degree += stride;
    }
    for (int step = bestStride / 2; step >= 1; step /= 2) {
      int centre = bestDegree;
      for (int d : new int[] {centre - step, centre + step}) {
        double before = current().seconds();
        consider(bestRule, d);
        if (current().seconds() < before) {
          bestDegree = d;
        }
      }
    }
  }

  /** The rules that can differ on this instance. */
  private Set<SourceRule> rules() {
    Set<SourceRule> rules = EnumSet.of(SourceRule.FASTEST_TIER);
    for (int block = 0; block < instance.blockCount; block++) {
      int from = instance.replicaFrom[block];
      for (int r = from + 1; r < instance.replicaFrom[block + 1]; r++) {
        rules.add(SourceRule.EARLIEST);
        if (instance.deviceScore[instance.replicaDevice[r]]
            != instance.deviceScore[instance.replicaDevice[from]]) {
          rules.add(SourceRule.SLOWEST_TIER);
          return rules;
        }
      }
    }
    return rules;
  }

  /** Predicts one set, and keeps it if it is better; returns whether no block was kept out. */
  private boolean consider(SourceRule rule, int degree) {
    boolean complete = selections.select(rule, degree, scratch);
    forecast.prefetch(scratch);
    double seconds = forecast.run(0);
    if (Outcome.isFaster(seconds, undelayed.seconds())) {
      undelayed = new Outcome(scratch.copy(), 0, seconds);
    }
    if (complete && rule == SourceRule.FASTEST_TIER) {
      all = seconds;
    }
    tryDelay();
    return complete;
  }

  /** Predicts the set of the last run with a delay, unless that cannot be the best. */
  private void tryDelay() {
    if (maxDelay == 0) {
      return;
    }
    double delay = Math.min(forecast.gap(), maxDelay);
    if (delay == 0 || delay + longestTask > current().seconds()) {
      return;
    }
    double seconds = forecast.run(delay);
    if (delayed == null || Outcome.isFaster(seconds, delayed.seconds())) {
      delayed = new Outcome(scratch.copy(), delay, seconds);
    }
  }

  /** Predicts a set with delays after which some tasks, if not all, find their blocks in memory. */
  private void trySmallerDelays(Selection selection) {
    forecast.prefetch(selection);
    forecast.run(0);
    double[] gaps = forecast.gaps();
    int tries = Math.min(gaps.length, MAX_DELAYS);
    for (int i = 1; i <= tries; i++) {
      double delay = gaps[(int) ((long) i * gaps.length / tries) - 1];
      if (delay > maxDelay || delay + longestTask > current().seconds()) {
        return;
      }
      double seconds = forecast.run(delay);
      if (delayed == null || Outcome.isFaster(seconds, delayed.seconds())) {
        delayed = new Outcome(selection, delay, seconds);
      }
    }
  }

  /** Leaves out the blocks that are not read from memory; the outcome itself if that costs time. */
  private Outcome trim(Outcome outcome) {
    forecast.prefetch(outcome.selection());
    forecast.run(outcome.delay());
    boolean[] used = forecast.readFromMemory();
    scratch.clear();
    for (int i = 0; i < outcome.selection().size(); i++) {
      int block = outcome.selection().block(i);
      if (used[block]) {
        scratch.add(block, outcome.selection().replica(i));
      }
    }
    if (scratch.size() == outcome.selection().size()) {
      return outcome;
    }
    forecast.prefetch(scratch);
    double seconds = forecast.run(outcome.delay());
    return Outcome.isFaster(outcome.seconds(), seconds)
        ? outcome
        : new Outcome(scratch.copy(), outcome.delay(), seconds);
  }
}
