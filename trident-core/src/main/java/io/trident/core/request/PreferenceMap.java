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

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many containers a resource request wants at which tier score (paper, section 3.2).
 *
 * <p>Immutable. Scores are finite and not negative, counts positive; entries ascend by score.
 *
 * @param counts score to number of containers
 */
public record PreferenceMap(SortedMap<Double, Integer> counts) {
  /** The map of a request without tier preferences. */
  public static final PreferenceMap EMPTY = new PreferenceMap(Collections.emptySortedMap());

  /** The score of containers for tasks that read nothing stored, and so may be anywhere. */
  public static final double ANYWHERE = 0;

  public PreferenceMap {
    TreeMap<Double, Integer> copy = new TreeMap<>();
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
      copy.put(score == 0 ? 0.0 : score, count); // one zero: -0.0 sorts apart from 0.0
    }
    counts = Collections.unmodifiableSortedMap(copy);
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
    return containers == 0 ? EMPTY : new PreferenceMap(new TreeMap<>(Map.of(ANYWHERE, containers)));
  }

  /** Returns whether no preference is given. */
  public boolean isEmpty() {
    return counts.isEmpty();
  }

  /** Returns the number of containers over all scores. */
  public long total() {
    long total = 0;
    for (int count : counts.values()) {
      total += count;
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
   * from a subtraction), or else from the lowest entry. The empty map stays empty. O(entries).
   */
  public PreferenceMap minus(double score) {
    if (counts.isEmpty()) {
      return this;
    }
    SortedMap<Double, Integer> upTo = counts.headMap(Math.nextUp(score + Math.abs(score) * 1e-9));
    Double from = upTo.isEmpty() ? counts.firstKey() : upTo.lastKey();
    TreeMap<Double, Integer> rest = new TreeMap<>(counts);
    rest.computeIfPresent(from, (key, count) -> count == 1 ? null : count - 1);
    return new PreferenceMap(rest);
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
    if (total() <= containers) {
      return this;
    }
    TreeMap<Double, Integer> kept = new TreeMap<>();
    int left = containers;
    for (Map.Entry<Double, Integer> entry : counts.entrySet()) {
      int count = Math.min(left, entry.getValue());
      if (count == 0) {
        break;
      }
      kept.put(entry.getKey(), count);
      left -= count;
    }
    return new PreferenceMap(kept);
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
    if (counts.size() <= entries) {
      return this;
    }
    int run = (counts.size() + entries - 1) / entries;
    TreeMap<Double, Integer> coarse = new TreeMap<>();
    int position = 0;
    double lowest = 0;
    for (Map.Entry<Double, Integer> entry : counts.entrySet()) {
      if (position++ % run == 0) {
        lowest = entry.getKey();
      }
      coarse.merge(lowest, entry.getValue(), Math::addExact);
    }
    return new PreferenceMap(coarse);
  }
}
