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
package io.trident.core.layout.recovery;

import io.trident.core.layout.Bucket;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.Geometry;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.PlacedRows;
import io.trident.core.layout.parity.ParityGroups;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * What can be rebuilt, and for how few bytes, by trying: extents are sets of rows, and all sets of
 * buckets are tried. It shares nothing with the planner but the placement of rows.
 */
final class RecoveryOracle {
  private final PlacedRows placed;
  private final Contents contents;
  private final Geometry geometry;
  private final ParityGroups parity;
  private final Damage damage;

  RecoveryOracle(PlacedRows placed, ParityGroups parity, Damage damage) {
    this.placed = placed;
    this.contents = new RowContents(placed);
    this.geometry = placed.geometry();
    this.parity = parity;
    this.damage = damage;
  }

  /** Returns the data extents that can be rebuilt, as the fixpoint of single steps. */
  Set<DataExtent> rebuildable() {
    Set<DataExtent> rebuilt = new HashSet<>();
    boolean changes = true;
    while (changes) {
      changes = false;
      for (DataExtent target : damage.extents()) {
        if (!rebuilt.contains(target)
            && (rowsThere(rebuilt).containsAll(placed.rows(target))
                || decodingBytes(target, rebuilt).isPresent())) {
          changes = rebuilt.add(target);
        }
      }
    }
    return rebuilt;
  }

  boolean isThere(Extent extent, Set<? extends Extent> rebuilt) {
    return rebuilt.contains(extent)
        || !(damage.extents().contains(extent) || damage.parities().contains(extent));
  }

  private Set<LayoutRow> rowsThere(Set<DataExtent> rebuilt) {
    Set<LayoutRow> rows = new HashSet<>();
    bucketsThere(rebuilt).forEach(bucket -> rows.addAll(placed.rows(bucket)));
    return rows;
  }

  private List<Bucket> bucketsThere(Set<DataExtent> rebuilt) {
    List<Bucket> there = new ArrayList<>();
    for (int d = 0; d < geometry.dimensions(); d++) {
      for (DataExtent extent : geometry.extentsOf(d)) {
        if (isThere(extent, rebuilt)) {
          there.addAll(geometry.bucketsOf(extent));
        }
      }
    }
    return there;
  }

  /** The bytes of all extents of the group that are there, and of as many parities as are not. */
  private OptionalLong decodingBytes(DataExtent target, Set<DataExtent> rebuilt) {
    int group = parity.groupOf(target.extent());
    List<DataExtent> members = parity.members(target.dimension(), group);
    long missing = members.stream().filter(one -> !isThere(one, rebuilt)).count();
    long parities =
        parity.parities(target.dimension(), group).stream()
            .filter(one -> isThere(one, rebuilt))
            .count();
    if (parities < missing) {
      return OptionalLong.empty();
    }
    long there =
        members.stream().filter(one -> isThere(one, rebuilt)).mapToLong(contents::bytes).sum();
    return OptionalLong.of(
        there + missing * members.stream().mapToLong(contents::bytes).max().orElse(0));
  }

  /** The least bytes of buckets that have all rows of the target, of all sets of buckets. */
  private OptionalLong bucketBytes(DataExtent target, Set<DataExtent> rebuilt) {
    Map<LayoutRow, Integer> bits = new HashMap<>();
    placed.rows(target).forEach(row -> bits.put(row, 1 << bits.size()));
    Map<Integer, Long> least = new HashMap<>(Map.of(0, 0L)); // by the set of rows had
    for (Bucket bucket : bucketsThere(rebuilt)) {
      int adds = placed.rows(bucket).stream().mapToInt(row -> bits.getOrDefault(row, 0)).sum();
      if (adds != 0) {
        long bytes = contents.bytes(bucket);
        new HashMap<>(least).forEach((had, sum) -> least.merge(had | adds, sum + bytes, Math::min));
      }
    }
    Long all = least.get((1 << bits.size()) - 1);
    return all == null ? OptionalLong.empty() : OptionalLong.of(all);
  }

  /** The least bytes for rebuilding all extents that can be: Dijkstra over the sets rebuilt. */
  long leastBytes() {
    record State(Set<DataExtent> rebuilt, long bytes) {}
    Set<DataExtent> goal = rebuildable();
    Set<Set<DataExtent>> done = new HashSet<>();
    PriorityQueue<State> open = new PriorityQueue<>(Comparator.comparingLong(State::bytes));
    open.add(new State(Set.of(), 0));
    while (true) {
      State state = open.remove();
      if (state.rebuilt().equals(goal)) {
        return state.bytes();
      }
      if (done.add(state.rebuilt())) {
        for (DataExtent target : goal) {
          if (!state.rebuilt().contains(target)) {
            Set<DataExtent> next = new HashSet<>(state.rebuilt());
            next.add(target);
            bucketBytes(target, state.rebuilt())
                .ifPresent(bytes -> open.add(new State(next, state.bytes() + bytes)));
            decodingBytes(target, state.rebuilt())
                .ifPresent(bytes -> open.add(new State(next, state.bytes() + bytes)));
          }
        }
      }
    }
  }

  /** Returns the rows of a read. */
  List<LayoutRow> rows(Read read) {
    return read instanceof Read.OfBucket one
        ? placed.rows(one.bucket())
        : read.from() instanceof ParityExtent ? List.of() : placed.rows((DataExtent) read.from());
  }
}
