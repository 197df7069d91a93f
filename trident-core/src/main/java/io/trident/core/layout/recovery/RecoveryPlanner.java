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

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.Geometry;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.parity.ParityGroups;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/*
 * Problem. Some extents of a super-extent are lost. Find reads of others that rebuild them, few
 * bytes in all, and name what cannot be rebuilt.
 *
 * Chained buckets. Extent (d, e) has the rows of cells with coordinate e in d. Bucket e of extent
 * (d-1, q) has those of them with coordinate q in d-1. So bucket e of all N extents of d-1 is the
 * extent, read once, an N-th from each of N sources. No way of rebuilding reads fewer bytes.
 *
 * A source that is lost, too. It is rebuilt first, if its own sources are there, and so on around
 * the ring of dimensions. If a dimension is intact this always works: rebuild d+1 from it, then
 * d+2, and each lost extent costs its own size.
 *
 * All dimensions damaged. The cells whose extents are lost in every dimension are the hole, the
 * product of the lost sets. Nothing that reads buckets fills it. Two ways are left:
 *   - parity: a group of which no more extents are lost than it has parities is decoded. That reads
 *     the whole group, instead of an extent's size;
 *   - cells: if the part of the hole in extent (d, e) has no rows, as is common where columns are
 *     correlated, its rows are found in several dimensions. Those with coordinate q in d-1, where
 *     (d-1, q) is lost, are among those of that extent, which bucket q of all extents of d-2 has;
 *     and so on around the ring. That reads about an extent's size more for each lost source.
 * Both cost more than the extent's size, so they are used only to make one dimension whole: that
 * for which they cost least more. From there the chain rebuilds the rest. If no dimension can be
 * made whole, single extents are rebuilt until nothing changes. Of several, the smallest extent goes
 * first: what is rebuilt is read again to decode the others of its group.
 *
 * Exactness. A rebuilt extent never hinders another, so the extents that are rebuilt are a least
 * fixpoint, whatever the order: with exact contents nothing is named unrecoverable that can be
 * rebuilt. The bytes are least if a dimension is intact, or if each cell has rows: then one
 * dimension must be made whole by parity, and the planner tries each. With empty cells another set
 * of buckets may do with fewer.
 *
 * Parity extents that are lost are encoded anew in the end, from all data extents of their group.
 *
 * Cost. For L lost extents, of which l_d are in dimension d: O(L^2 N) for the chain. A step that
 * reads cells goes around as many lost sources as the product of the l_d, at most. Only where half
 * a cluster is gone is that much; after a million such sources, rows that were not found count as
 * nowhere.
 *
 * Source. INSTalytics, sections 4.3 and 5.1. The paper reads parity when the chain is cut, and does
 * not say what if sources are lost in all dimensions.
 */
/** Plans the recovery of lost extents; see {@link #plan}. */
public final class RecoveryPlanner {
  private final Geometry geometry;
  private final CellReads cells;
  private final ParityGroups parity;
  private final Available available;
  private final Costs costs;
  private final SortedSet<DataExtent> lost;
  private final List<Rebuild> rebuilds = new ArrayList<>();

  private RecoveryPlanner(Contents contents, ParityGroups parity, Damage damage) {
    this.geometry = contents.geometry();
    this.cells = new CellReads(contents);
    this.parity = parity;
    this.available = new Available(geometry, damage);
    this.costs = new Costs(contents, parity);
    this.lost = new TreeSet<>(damage.extents());
  }

  /**
   * Plans the recovery of all that is lost.
   *
   * @param contents what is known of the super-extent
   * @param parity its parity groups
   * @param damage what is lost
   * @throws IllegalArgumentException if a lost extent does not exist, or the parity groups are of
   *     another number of extents
   */
  public static RecoveryPlan plan(Contents contents, ParityGroups parity, Damage damage) {
    damage.extents().forEach(contents.geometry()::check);
    damage.parities().forEach(extent -> parity.check(extent, contents.geometry()));
    if (parity.extents() != contents.geometry().extents()) {
      throw new IllegalArgumentException(
          "The parity groups are of %d extents, the super-extent has %d."
              .formatted(parity.extents(), contents.geometry().extents()));
    }
    RecoveryPlanner planner = new RecoveryPlanner(contents, parity, damage);
    planner.rebuildData();
    List<Extent> unrecoverable = new ArrayList<>(planner.lost);
    unrecoverable.addAll(planner.rebuildParities(damage));
    return new RecoveryPlan(planner.rebuilds, unrecoverable);
  }

  private void rebuildData() {
    boolean changes = true;
    while (changes) {
      changes = followChains() || makeWhole() || takeStep();
    }
  }

  /** Rebuilds from chained buckets what can be; returns whether anything could. */
  private boolean followChains() {
    boolean any = false;
    boolean changes = true;
    while (changes) {
      List<Rebuild> found =
          lost.stream().flatMap(target -> chain(target, available).stream()).toList();
      found.forEach(this::apply);
      changes = !found.isEmpty();
      any |= changes;
    }
    return any;
  }

  /** Makes that dimension whole for which it costs least; returns whether any can be. */
  private boolean makeWhole() {
    List<Rebuild> best = List.of();
    long least = Long.MAX_VALUE;
    for (int d = 0; d < geometry.dimensions(); d++) {
      Optional<List<Rebuild>> steps = stepsToWhole(d);
      if (steps.isPresent() && !steps.get().isEmpty()) {
        long extra = steps.get().stream().mapToLong(this::extra).sum();
        if (extra < least) {
          least = extra;
          best = steps.get();
        }
      }
    }
    best.forEach(this::apply);
    return !best.isEmpty();
  }

  /** Returns the steps that rebuild all that a dimension lost; nothing if there are none. */
  private Optional<List<Rebuild>> stepsToWhole(int dimension) {
    List<Rebuild> steps = new ArrayList<>();
    Available then = available.copy();
    List<DataExtent> open =
        new ArrayList<>(smallestFirst().filter(one -> one.dimension() == dimension).toList());
    boolean changes = true;
    while (changes && !open.isEmpty()) {
      changes = false;
      for (DataExtent target : List.copyOf(open)) {
        Optional<Rebuild> step = cheapest(target, then);
        if (step.isPresent()) {
          steps.add(step.get());
          then.add(step.get());
          open.remove(target);
          changes = true;
        }
      }
    }
    return open.isEmpty() ? Optional.of(steps) : Optional.empty();
  }

  private boolean takeStep() {
    Optional<Rebuild> step =
        smallestFirst().flatMap(target -> cheapest(target, available).stream()).findFirst();
    step.ifPresent(this::apply);
    return step.isPresent();
  }

  private Stream<DataExtent> smallestFirst() {
    return lost.stream().sorted(Comparator.comparingLong(costs::bytes)); // stable
  }

  /** Returns the bytes read beyond the size of what is rebuilt. */
  private long extra(Rebuild rebuild) {
    return rebuild.bytes() - costs.bytes(rebuild.target());
  }

  private void apply(Rebuild rebuild) {
    rebuilds.add(rebuild);
    available.add(rebuild);
    if (rebuild.target() instanceof DataExtent data) {
      lost.remove(data);
    }
  }

  private Optional<Rebuild> chain(DataExtent target, Available given) {
    return cells
        .chained(target, given)
        .map(reads -> rebuild(target, Rebuild.Method.CHAINED_BUCKETS, reads, given));
  }

  private Optional<Rebuild> cheapest(DataExtent target, Available given) {
    Optional<Rebuild> covering =
        cells
            .covering(target, given)
            .map(reads -> rebuild(target, Rebuild.Method.CELLS, reads, given));
    Optional<Rebuild> decoding = decoding(target, given);
    if (covering.isPresent() && decoding.isPresent()) {
      return covering.get().bytes() <= decoding.get().bytes() ? covering : decoding;
    }
    return covering.or(() -> decoding);
  }

  private Optional<Rebuild> decoding(DataExtent target, Available given) {
    int group = parity.groupOf(target.extent());
    List<Read> reads = new ArrayList<>();
    for (DataExtent member : parity.members(target.dimension(), group)) {
      if (given.has(member)) {
        reads.add(new Read.OfExtent(member));
      }
    }
    int needed = parity.size(group) - reads.size();
    List<ParityExtent> there =
        parity.parities(target.dimension(), group).stream().filter(given::has).toList();
    if (there.size() < needed) {
      return Optional.empty();
    }
    there.subList(0, needed).forEach(one -> reads.add(new Read.OfExtent(one)));
    return Optional.of(rebuild(target, Rebuild.Method.DECODING, reads, given));
  }

  /** Encodes lost parities anew; returns those of groups that are not whole. */
  private List<ParityExtent> rebuildParities(Damage damage) {
    List<ParityExtent> unrecoverable = new ArrayList<>();
    damage.parities().stream()
        .sorted(
            Comparator.comparingInt(ParityExtent::dimension)
                .thenComparingInt(ParityExtent::group)
                .thenComparingInt(ParityExtent::index))
        .forEach(
            target -> {
              List<DataExtent> members = parity.members(target.dimension(), target.group());
              if (members.stream().allMatch(available::has)) {
                List<Read> reads =
                    members.stream().map(one -> (Read) new Read.OfExtent(one)).toList();
                apply(rebuild(target, Rebuild.Method.ENCODING, reads, available));
              } else {
                unrecoverable.add(target);
              }
            });
    return unrecoverable;
  }

  private Rebuild rebuild(Extent target, Rebuild.Method method, List<Read> reads, Available given) {
    int round = reads.stream().mapToInt(read -> given.readyAfter(read.from())).max().orElse(0);
    return new Rebuild(target, method, round, reads, reads.stream().mapToLong(costs::bytes).sum());
  }
}
