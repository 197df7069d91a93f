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
package io.trident.core.workflow;

import io.trident.core.model.Replica;
import io.trident.core.model.ReplicaState;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.model.TierRates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/*
 * Problem. Blocks, each with replicas on a few nodes, and nodes with some room in their caches. A
 * block that is cached on a node that holds it saves its reader bytes x (1/rate of the fastest
 * medium it is on - 1/rate of memory) seconds. Choose blocks, and a node for each, within the room
 * of each node, so that much is saved.
 *
 * With blocks of one size this is a matching of blocks with units of room in which only the blocks
 * weigh: a transversal matroid. There the greedy choice is optimal: take the blocks by what they
 * save, and keep each for which room can be made by moving kept ones to other nodes that hold them
 * (an augmenting path). With blocks of several sizes the problem is a generalised assignment,
 * which is NP-hard; the same search then takes blocks by what a byte of room saves, and is not
 * optimal in general.
 *
 * Invariants. The room of no node is exceeded. A block that is left out fits at no node that holds
 * it. A node that was visited in vain is not visited again for a block as large or larger: with
 * blocks of one size nothing can leave it, now or later.
 *
 * Cost. O(b (log b + r)) for b blocks of r replicas if there is room. Making room looks at the
 * blocks of each node once for each size of blocks that finds none, and at MOST_LOOKS in all.
 *
 * References. J. Edmonds, D. R. Fulkerson, Transversals and matroid partition, 1965.
 */
/** Chooses which blocks of a fresh output to keep in memory; see {@link #plan}. */
public final class OutputKeeping {
  /** Kept blocks looked at to make room, in all; a fraction of a second. */
  private static final int MOST_LOOKS = 5_000_000;

  private final Map<String, Long> room = new HashMap<>();
  private final Map<String, Set<Wanted>> keptOn = new HashMap<>();
  private final Map<String, Long> closedFor = new HashMap<>();
  private int looks;

  private OutputKeeping() {}

  /**
   * Chooses blocks to keep, and a node for each. Blocks are spread: each goes where most room is
   * left.
   *
   * @param blocks the output
   * @param room bytes of a node's cache that may be taken; not positive for none
   * @param rates bandwidths of the tiers
   */
  public static KeepPlan plan(
      List<FreshBlock> blocks, ToLongFunction<String> room, TierRates rates) {
    OutputKeeping keeping = new OutputKeeping();
    List<Wanted> wanted = new ArrayList<>();
    for (FreshBlock block : blocks) {
      double saved = savedSecondsPerByte(block, rates);
      if (saved > 0 && block.bytes() > 0) {
        wanted.add(new Wanted(block, saved));
        block.replicas().stream()
            .map(Replica::node)
            .forEach(node -> keeping.room.computeIfAbsent(node, room::applyAsLong));
      }
    }
    wanted.sort(
        Comparator.comparingDouble(Wanted::savedPerByte)
            .thenComparing(Wanted::bytes)
            .reversed()); // stable: else in the order of the output
    List<Wanted> kept = new ArrayList<>();
    for (Wanted block : wanted) {
      if (keeping.keep(block)) {
        kept.add(block);
      }
    }
    Map<Wanted, String> nodes = new HashMap<>();
    keeping.keptOn.forEach((node, there) -> there.forEach(one -> nodes.put(one, node)));
    return new KeepPlan(
        kept.stream()
            .map(one -> new KeepPlan.Kept(one.block.id(), nodes.getOrDefault(one, ""), one.bytes()))
            .toList(),
        blocks.size() - wanted.size(),
        wanted.size() - kept.size(),
        kept.stream().mapToDouble(one -> one.savedPerByte() * one.bytes()).sum());
  }

  /** What is cached, or is about to be, saves nothing more. */
  private static double savedSecondsPerByte(FreshBlock block, TierRates rates) {
    double fastest = 0;
    for (Replica replica : block.replicas()) {
      if (replica.state() != ReplicaState.STORED) {
        return 0;
      }
      fastest = Math.max(fastest, rates.of(replica.tier()));
    }
    return fastest == 0 ? 0 : 1 / fastest - 1 / rates.of(StorageTier.MEMORY);
  }

  private boolean keep(Wanted wanted) {
    Set<String> visited = new HashSet<>();
    if (put(wanted, visited)) {
      return true;
    }
    visited.forEach(node -> closedFor.merge(node, wanted.bytes(), Math::min));
    return false;
  }

  /** Puts a block where there is room, or can be made by moving kept ones; not where visited. */
  private boolean put(Wanted wanted, Set<String> visited) {
    String free = "";
    long most = wanted.bytes() - 1;
    for (String node : wanted.nodes) {
      if (roomOf(node) > most && !visited.contains(node)) {
        most = roomOf(node);
        free = node;
      }
    }
    if (!free.isEmpty()) {
      take(free, wanted);
      return true;
    }
    for (String node : wanted.nodes) {
      if (closedFor.getOrDefault(node, Long.MAX_VALUE) > wanted.bytes()
          && visited.add(node)
          && makeRoom(node, wanted.bytes(), visited)) {
        take(node, wanted);
        return true;
      }
    }
    return false;
  }

  /** Moves one block away from a node, if that makes room enough. */
  private boolean makeRoom(String node, long bytes, Set<String> visited) {
    for (Wanted other : List.copyOf(keptOn.getOrDefault(node, Set.of()))) {
      if (++looks > MOST_LOOKS) {
        return false;
      }
      if (roomOf(node) + other.bytes() >= bytes && put(other, visited)) {
        remove(node, other);
        return true;
      }
    }
    return false;
  }

  private long roomOf(String node) {
    return room.getOrDefault(node, 0L);
  }

  private void take(String node, Wanted wanted) {
    room.merge(node, -wanted.bytes(), Long::sum);
    keptOn.computeIfAbsent(node, any -> new LinkedHashSet<>()).add(wanted);
  }

  private void remove(String node, Wanted wanted) {
    room.merge(node, wanted.bytes(), Long::sum);
    keptOn.getOrDefault(node, new LinkedHashSet<>()).remove(wanted);
  }

  /** A block whose keeping saves time; equal to itself only. */
  private static final class Wanted {
    private final FreshBlock block;
    private final double savedPerByte;
    private final Set<String> nodes = new LinkedHashSet<>();

    Wanted(FreshBlock block, double savedPerByte) {
      this.block = block;
      this.savedPerByte = savedPerByte;
      block.replicas().forEach(replica -> nodes.add(replica.node()));
    }

    long bytes() {
      return block.bytes();
    }

    double savedPerByte() {
      return savedPerByte;
    }
  }
}
