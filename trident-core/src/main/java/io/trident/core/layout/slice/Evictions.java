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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which slices give way to a read. First those that nobody waits for, of them those that were read
 * last first: waves of tasks come back to extents in the same order, so what was read last is
 * needed last (Belady's rule for a cyclic scan, of which the least-recently-used order keeps
 * nothing). Then, for a user who has waited for long, those of users who have more.
 */
final class Evictions<P> {
  /** A slice that gives way. */
  record Eviction<P>(SliceRound<P> round, int slice, Kept<P> kept) {}

  private static final Comparator<Eviction<?>> LAST_READ_FIRST =
      Comparator.comparingLong(one -> -one.kept().since());

  private final Collection<SliceRound<P>> rounds;
  private final List<Eviction<P>> chosen = new ArrayList<>();
  private long needed;

  private Evictions(Collection<SliceRound<P>> rounds, long needed) {
    this.rounds = rounds;
    this.needed = needed;
  }

  /**
   * Chooses slices that nobody waits for. O(n log n) for n slices that are kept.
   *
   * @param bytes that are needed; none if 0 or below
   * @return the slices, as few as will do in this order; nothing if all of them are not enough
   */
  static <P> Optional<List<Eviction<P>>> of(Collection<SliceRound<P>> rounds, long bytes) {
    Evictions<P> evictions = new Evictions<>(rounds, bytes);
    evictions.chooseUnwanted();
    return evictions.result();
  }

  /**
   * Chooses slices as {@link #of} does and, if these are not enough, such as somebody waits for: of
   * users who have more than the one for whom room is made will have. These keep as much as that.
   *
   * @param shares what users have
   * @param most bytes that the user will have
   */
  static <P> Optional<List<Eviction<P>>> fairly(
      Collection<SliceRound<P>> rounds, long bytes, Shares shares, long most) {
    Evictions<P> evictions = new Evictions<>(rounds, bytes);
    evictions.chooseUnwanted();
    evictions.chooseOfThoseWithMore(shares, most);
    return evictions.result();
  }

  private Optional<List<Eviction<P>>> result() {
    return needed <= 0 ? Optional.of(chosen) : Optional.empty();
  }

  private void chooseUnwanted() {
    if (needed <= 0) {
      return;
    }
    List<Eviction<P>> candidates = new ArrayList<>();
    for (SliceRound<P> round : rounds) {
      round.kept.forEach(
          (slice, kept) -> {
            if (!round.isWaitedFor(slice)) {
              candidates.add(new Eviction<>(round, slice, kept));
            }
          });
    }
    candidates.sort(LAST_READ_FIRST);
    candidates.forEach(this::choose);
  }

  private void choose(Eviction<P> one) {
    if (needed > 0) {
      chosen.add(one);
      needed -= one.kept().bytes();
    }
  }

  private void chooseOfThoseWithMore(Shares shares, long most) {
    if (needed <= 0) {
      return;
    }
    Map<String, Long> left = new HashMap<>();
    chosen.forEach(one -> take(one, left, shares));
    List<Eviction<P>> candidates = new ArrayList<>();
    for (SliceRound<P> round : rounds) {
      round.kept.forEach(
          (slice, kept) -> {
            if (round.isWaitedFor(slice)) {
              candidates.add(new Eviction<>(round, slice, kept));
            }
          });
    }
    candidates.sort(LAST_READ_FIRST);
    for (Eviction<P> one : candidates) {
      String owner = one.round().owner;
      if (needed > 0 && left.getOrDefault(owner, shares.bytes(owner)) > most) {
        choose(one);
        take(one, left, shares);
      }
    }
  }

  private static <P> void take(Eviction<P> one, Map<String, Long> left, Shares shares) {
    String owner = one.round().owner;
    left.merge(
        owner, shares.bytes(owner) - one.kept().bytes(), (now, first) -> now - one.kept().bytes());
  }
}
