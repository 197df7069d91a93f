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
package io.trident.core.layout.slice;

import io.trident.core.layout.slice.SliceRound.Kept;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which slices give way to a read: of those that nobody waits for, those that were read last first.
 * Waves of tasks come back to extents in the same order, so what was read last is needed last
 * (Belady's rule for a cyclic scan, of which the least-recently-used order keeps nothing).
 */
final class Evictions {
  private Evictions() {}

  /** A slice that gives way. */
  record Eviction<P>(SliceRound<P> round, int slice, Kept<P> kept) {}

  /**
   * Chooses slices. O(n log n) for n slices that are kept.
   *
   * @param bytes that are needed; none if 0 or below
   * @return the slices, as few as will do in this order; nothing if all of them are not enough
   */
  static <P> Optional<List<Eviction<P>>> of(Collection<SliceRound<P>> rounds, long bytes) {
    List<Eviction<P>> chosen = new ArrayList<>();
    if (bytes <= 0) {
      return Optional.of(chosen);
    }
    List<Eviction<P>> candidates = new ArrayList<>();
    for (SliceRound<P> round : rounds) {
      round.kept.forEach(
          (slice, kept) -> {
            if (!round.waiting.containsKey(slice)) {
              candidates.add(new Eviction<>(round, slice, kept));
            }
          });
    }
    candidates.sort(Comparator.comparingLong(one -> -one.kept().since()));
    long needed = bytes;
    for (Eviction<P> one : candidates) {
      if (needed <= 0) {
        break;
      }
      chosen.add(one);
      needed -= one.kept().bytes();
    }
    return needed <= 0 ? Optional.of(chosen) : Optional.empty();
  }
}
