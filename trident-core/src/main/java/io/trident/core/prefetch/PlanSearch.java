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
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/*
 * Algorithm 7: the set of blocks, and the delay of the job, with the least predicted job time.
 *
 * There are too many sets to try. The paper tries the largest one that takes at most d blocks from
 * each device, for d = 1, 2, ...: more blocks per device keep each other waiting, fewer leave devices
 * idle. Each set is predicted without a delay and, if delays are allowed, with the one after which
 * every task finds its blocks in memory (line 16 prints cacheDelay for that delayTime). The best
 * prediction wins; on a tie the one whose tasks take less time, and then fewer blocks. Without the
 * first tie-break a job whose last task finds its block late would have no block prefetched.
 *
 * Where this goes beyond the paper:
 *
 *  - each degree is tried with each way to choose the source of a block (see SourceRule);
 *  - the paper stops when "prefetching any more blocks will not lead to a reduced job execution
 *    time". The job time is not unimodal in d, so the first d that does not help proves nothing. The
 *    search goes on until a degree keeps no block out, or the best time reaches a lower bound of
 *    every schedule. Nothing and everything are always tried, so that no plan is predicted to be
 *    worse than these;
 *  - a prediction takes O(n log n), so jobs of many tasks get fewer of them: d grows by more than 1
 *    beyond WORK / n, and a rule is given up after max(1, PATIENCE / n) degrees in a row that do not
 *    help; the degrees next to the best are tried in the end. With 1,000 tasks every degree up to
 *    50 is tried, and 20 in vain; with 10,000 the search stops where the paper's does;
 *  - the delay of line 11 waits for the last block. For the best sets smaller ones are tried, too,
 *    after which a part of the tasks find their blocks;
 *  - blocks whose caching no task is expected to gain from are left out if the job takes no longer
 *    without them: they would only use bandwidth and cache.
 */
final class PlanSearch {
  /** Tasks predicted, times degrees, up to which every degree is tried. */
  private static final int WORK = 50_000;

  /** Tasks predicted, times degrees in a row, after which a rule that does not help is given up. */
  private static final int PATIENCE = 20_000;

  private static final int MAX_TRIMS = 4;

  /** How many smaller delays of a set are tried. */
  private static final int MAX_DELAYS = 8;

  private final Instance instance;
  private final BlockSelection selections;
  private final Forecast forecast;
  private final Selection scratch;
  private final double maxDelay;
  private final double lowerBound;

  private final double none;
  private double all = Double.NaN;
  private Outcome undelayed;
  private @Nullable Outcome delayed;
  private SourceRule bestRule = SourceRule.FASTEST_TIER;
  private int bestDegree = 1;
  private int bestStride = 1;

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
    lowerBound = Bound.of(instance);

    forecast.prefetch(scratch);
    none = forecast.run(0);
    undelayed = new Outcome(scratch.copy(), 0, none, forecast.taskSeconds());
    tryDelay();
    searchDegrees();
    if (maxDelay > 0) {
      Selection best = undelayed.selection();
      Selection bestDelayed = delayed == null ? best : delayed.selection();
      trySmallerDelays(best);
      if (bestDelayed != best) {
        trySmallerDelays(bestDelayed);
      }
    }
  }

  /** The job time without prefetching. */
  double none() {
    return none;
  }

  /** The job time with every block prefetched that the caches have room for. */
  double all() {
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
    List<RuleSearch> searches = new ArrayList<>();
    for (SourceRule rule : rules()) {
      searches.add(new RuleSearch(rule));
    }
    int patience = Math.max(1, PATIENCE / Math.max(1, instance.taskCount));
    int degree = 1;
    int stride = 1;
    while (!searches.isEmpty() && canImprove()) {
      for (Iterator<RuleSearch> each = searches.iterator(); each.hasNext(); ) {
        RuleSearch search = each.next();
        if (search.isDoneWith(degree, stride, patience)) {
          each.remove();
        }
      }
      stride = (int) (1 + (long) degree * instance.taskCount / WORK);
      degree += stride;
    }
    if (Double.isNaN(all)) {
      consider(SourceRule.FASTEST_TIER, Integer.MAX_VALUE);
    }
    for (int step = bestStride / 2; step >= 1; step /= 2) {
      int centre = bestDegree;
      improve(bestRule, centre - step, step);
      improve(bestRule, centre + step, step);
    }
  }

  /** One rule's way through the degrees. */
  private final class RuleSearch {
    private final SourceRule rule;
    private int inVain;

    RuleSearch(SourceRule rule) {
      this.rule = rule;
    }

    /** Tries a degree; returns whether to try no higher one. */
    boolean isDoneWith(int degree, int stride, int patience) {
      Outcome before = current();
      boolean complete = improve(rule, degree, stride);
      inVain = current() != before ? 0 : inVain + 1;
      return complete || inVain >= patience;
    }
  }

  private boolean improve(SourceRule rule, int degree, int stride) {
    Outcome before = current();
    boolean complete = consider(rule, degree);
    if (current() != before) {
      bestRule = rule;
      bestDegree = degree;
      bestStride = stride;
    }
    return complete;
  }

  private boolean canImprove() {
    return Outcome.isFaster(lowerBound, current().seconds());
  }

  /** The rules that can differ on this instance. */
  private List<SourceRule> rules() {
    boolean choice = false;
    boolean tiers = false;
    for (int block = 0; block < instance.blockCount && !tiers; block++) {
      int from = instance.replicaFrom[block];
      for (int r = from + 1; r < instance.replicaFrom[block + 1]; r++) {
        choice = true;
        tiers |=
            instance.deviceScore[instance.replicaDevice[r]]
                != instance.deviceScore[instance.replicaDevice[from]];
      }
    }
    if (tiers) {
      return List.of(SourceRule.values());
    }
    return choice
        ? List.of(SourceRule.FASTEST_TIER, SourceRule.EARLIEST)
        : List.of(SourceRule.FASTEST_TIER);
  }

  /** Predicts one set, and keeps it if it is better; returns whether no block was kept out. */
  private boolean consider(SourceRule rule, int degree) {
    boolean complete = selections.select(rule, degree, scratch);
    forecast.prefetch(scratch);
    double seconds = forecast.run(0);
    double taskSeconds = forecast.taskSeconds();
    if (Outcome.isBetter(seconds, taskSeconds, undelayed)) {
      undelayed = new Outcome(scratch.copy(), 0, seconds, taskSeconds);
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
    if (delay == 0 || delay + lowerBound >= current().seconds()) {
      return;
    }
    double seconds = forecast.run(delay);
    double taskSeconds = forecast.taskSeconds();
    if (delayed == null || Outcome.isBetter(seconds, taskSeconds, delayed)) {
      delayed = new Outcome(scratch.copy(), delay, seconds, taskSeconds);
    }
  }

  /** Predicts a set with delays after which some tasks, if not all, find their blocks in memory. */
  private void trySmallerDelays(Selection selection) {
    int most = Math.min(MAX_DELAYS, PATIENCE / Math.max(1, instance.taskCount));
    if (most <= 1) {
      return; // the largest was tried with the set
    }
    forecast.prefetch(selection);
    forecast.run(0);
    double[] gaps = forecast.gaps();
    int tries = Math.min(gaps.length, most);
    for (int i = 1; i <= tries; i++) {
      double delay = gaps[(int) ((long) i * gaps.length / tries) - 1];
      if (delay > maxDelay || delay + lowerBound >= current().seconds()) {
        return;
      }
      double seconds = forecast.run(delay);
      double taskSeconds = forecast.taskSeconds();
      if (delayed == null || Outcome.isBetter(seconds, taskSeconds, delayed)) {
        delayed = new Outcome(selection, delay, seconds, taskSeconds);
      }
    }
  }

  /** Leaves out the blocks that no task gains from; the outcome itself if that costs time. */
  private Outcome trim(Outcome outcome) {
    forecast.prefetch(outcome.selection());
    forecast.run(outcome.delay());
    boolean[] used = forecast.useful();
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
    Outcome trimmed = new Outcome(scratch.copy(), outcome.delay(), seconds, forecast.taskSeconds());
    return outcome.isBetterThan(trimmed) ? outcome : trimmed;
  }
}
