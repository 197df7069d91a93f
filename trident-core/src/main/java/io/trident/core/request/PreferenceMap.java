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
package io.trident.core.request;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many containers a resource request wants at which tier score (paper, section 3.2).
 *
 * <p>Immutable. Scores are finite and not negative, counts positive; entries ascend by score. A map
 * takes twelve bytes an entry, which maps that differ by little share: a resource manager keeps one
 * for each node that an application asks for.
 */
public final class PreferenceMap {
  /** The map of a request without tier preferences. */
  public static final PreferenceMap EMPTY = new PreferenceMap(new double[0], new int[0], 0, 0);

  /** The score of containers for tasks that read nothing stored, and so may be anywhere. */
  public static final double ANYWHERE = 0;

  private final double[] scores;
  private final int[] counts;

  /** The entries are those from this index up to, and without, {@link #to}. */
  private final int from;

  private final int to;

  private PreferenceMap(double[] scores, int[] counts, int from, int to) {
    this.scores = scores;
    this.counts = counts;
    this.from = from;
    this.to = to;
  }

  /**
   * Makes a map.
   *
   * @param counts score to number of containers
   * @throws IllegalArgumentException if a score is not finite or negative, or a count not positive
   */
  public PreferenceMap(SortedMap<Double, Integer> counts) {
    this(new double[counts.size()], new int[counts.size()], 0, counts.size());
    int i = 0;
    for (Map.Entry<Double, Integer> entry : counts.entrySet()) {
      double score = entry.getKey();
      int count = entry.getValue();
      if (!Double.isFinite(score) || score < 0) {
        throw new IllegalArgumentException(
            "Preference score (%s) must be finite and not negative.".formatted(score));
      }
      if (count <= 0) {
        throw new IllegalArgumentException(
            "Preference count (%d) of score %s must be positive.".formatted(count, score));
      }
      scores[i] = score == 0 ? 0.0 : score; // one zero: -0.0 sorts apart from 0.0
      this.counts[i] = count;
      i++;
    }
  }

  /** Makes a map of arrays that nobody else has and that hold what a map may hold. */
  static PreferenceMap of(double[] ascendingScores, int[] counts) {
    return new PreferenceMap(ascendingScores, counts, 0, counts.length);
  }

  /**
   * Returns the map of containers that may be anywhere, such as those for reduces. Unlike the empty
   * map it asks the scheduler to place them, rather than leave them to whichever node is offered.
   *
   * @throws IllegalArgumentException if {@code containers} is negative
   */
  public static PreferenceMap anywhere(int containers) {
    if (containers < 0) {
      throw new IllegalArgumentException("A negative number of containers: " + containers);
    }
    return containers == 0 ? EMPTY : ofOne(ANYWHERE, containers);
  }

  /**
   * Returns the map of containers that all have the same score.
   *
   * @throws IllegalArgumentException if the score or the number cannot be an entry
   */
  public static PreferenceMap ofOne(double score, int containers) {
    return new PreferenceMap(new TreeMap<>(Map.of(score, containers)));
  }

  /** Returns whether no preference is given. */
  public boolean isEmpty() {
    return from == to;
  }

  /** Returns the number of distinct scores. */
  public int size() {
    return to - from;
  }

  /** Returns the {@code i}-th lowest score, counted from 0. */
  public double score(int i) {
    return scores[from + i];
  }

  /** Returns how many containers are wanted at the {@code i}-th lowest score. */
  public int count(int i) {
    return counts[from + i];
  }

  /** Returns the lowest score; the map must not be empty. */
  public double lowest() {
    return score(0);
  }

  /** Returns the highest score; the map must not be empty. */
  public double highest() {
    return score(size() - 1);
  }

  /** Returns score to number of containers, as a new map. */
  public SortedMap<Double, Integer> counts() {
    TreeMap<Double, Integer> map = new TreeMap<>();
    for (int i = from; i < to; i++) {
      map.put(scores[i], counts[i]);
    }
    return Collections.unmodifiableSortedMap(map);
  }

  /** Returns the number of containers over all scores. */
  public long total() {
    long total = 0;
    for (int i = from; i < to; i++) {
      total += counts[i];
    }
    return total;
  }

  /**
   * Returns this map with one container less, of the given score: what is still wanted after one
   * container was allocated.
   *
   * <p>A rack or {@code *} request counts each task once, at its lowest score there, so a container
   * of score {@code s} may be entered under a lower score. One is therefore taken from the highest
   * entry that is not above {@code score} (within one part in 10<sup>9</sup>, for scores that come
   * from a subtraction), or else from the lowest entry. The empty map stays empty. O(log entries)
   * where an entry at either end is used up, else the counts are copied.
   */
  public PreferenceMap minus(double score) {
    if (isEmpty()) {
      return this;
    }
    int found = Arrays.binarySearch(scores, from, to, score + Math.abs(score) * 1e-9);
    int entry = Math.max(from, found >= 0 ? found : -found - 2);
    if (counts[entry] == 1) {
      return without(entry);
    }
    int[] rest = counts.clone();
    rest[entry]--;
    return new PreferenceMap(scores, rest, from, to);
  }

  private PreferenceMap without(int entry) {
    if (entry == from) {
      return new PreferenceMap(scores, counts, from + 1, to);
    }
    if (entry == to - 1) {
      return new PreferenceMap(scores, counts, from, to - 1);
    }
    double[] otherScores = new double[size() - 1];
    int[] otherCounts = new int[size() - 1];
    int before = entry - from;
    System.arraycopy(scores, from, otherScores, 0, before);
    System.arraycopy(counts, from, otherCounts, 0, before);
    System.arraycopy(scores, entry + 1, otherScores, before, to - entry - 1);
    System.arraycopy(counts, entry + 1, otherCounts, before, to - entry - 1);
    return of(otherScores, otherCounts);
  }

  /**
   * Returns the sum of two maps. O(entries).
   *
   * @throws ArithmeticException if a count is too large for an integer
   */
  public PreferenceMap plus(PreferenceMap other) {
    TreeMap<Double, Integer> sum = new TreeMap<>(counts());
    other.counts().forEach((score, count) -> sum.merge(score, count, Math::addExact));
    return new PreferenceMap(sum);
  }

  /**
   * Returns this map cut to at most {@code containers} containers, the cheapest ones kept.
   *
   * @throws IllegalArgumentException if {@code containers} is negative
   */
  public PreferenceMap limitedTo(int containers) {
    if (containers < 0) {
      throw new IllegalArgumentException("A negative number of containers: " + containers);
    }
    int left = containers;
    for (int i = from; i < to; i++) {
      if (counts[i] >= left) {
        if (left == 0 || counts[i] == left) {
          int end = left == 0 ? i : i + 1;
          return end == to ? this : new PreferenceMap(scores, counts, from, end);
        }
        int[] kept = counts.clone();
        kept[i] = left;
        return new PreferenceMap(scores, kept, from, i + 1);
      }
      left -= counts[i];
    }
    return this;
  }

  /**
   * Returns a map of at most {@code entries} distinct scores: runs of neighbouring scores are
   * counted under the lowest of the run. The total stays the same. This map itself where it is
   * small enough. O(entries).
   *
   * @throws IllegalArgumentException if {@code entries} is not positive
   */
  public PreferenceMap coarsenedTo(int entries) {
    if (entries <= 0) {
      throw new IllegalArgumentException("The number of entries must be positive: " + entries);
    }
    if (size() <= entries) {
      return this;
    }
    int run = (size() + entries - 1) / entries;
    int runs = (size() + run - 1) / run;
    double[] lowest = new double[runs];
    int[] together = new int[runs];
    for (int i = 0; i < size(); i++) {
      if (i % run == 0) {
        lowest[i / run] = score(i);
      }
      together[i / run] = Math.addExact(together[i / run], count(i));
    }
    return of(lowest, together);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PreferenceMap that
        && Arrays.equals(scores, from, to, that.scores, that.from, that.to)
        && Arrays.equals(counts, from, to, that.counts, that.from, that.to);
  }

  @Override
  public int hashCode() {
    return counts().hashCode();
  }

  @Override
  public String toString() {
    return counts().toString();
  }
}
