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
}
