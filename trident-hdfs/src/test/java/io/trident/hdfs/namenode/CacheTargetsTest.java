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
package io.trident.hdfs.namenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.hdfs.namenode.CacheTargets.CacheLists;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CacheTargetsTest {
  private static final List<String> NODES = List.of("a", "b", "c", "d");

  private static CacheLists<String> lists(
      Set<String> cached, Set<String> pending, Set<String> uncaching) {
    return new CacheLists<>(cached, pending, uncaching);
  }

  @Test
  void asksThePinnedNodeForABlockThatNobodyHas() {
    assertThat(CacheTargets.of(Set.of("b"), 0, lists(Set.of(), Set.of(), Set.of()), node -> true))
        .isEqualTo(new CacheTargets<>(1, Set.of("b"), Set.of(), Set.of(), Set.of()));
  }

  @Test
  void asksNoNodeWithoutRoom() {
    assertThat(CacheTargets.of(Set.of("b"), 0, lists(Set.of(), Set.of(), Set.of()), node -> false))
        .isEqualTo(new CacheTargets<>(0, Set.of(), Set.of(), Set.of(), Set.of()));
  }

  @Test
  void letsGoOfEverythingThatNobodyWants() {
    assertThat(
            CacheTargets.of(Set.of(), 0, lists(Set.of("a"), Set.of("b"), Set.of()), node -> true))
        .isEqualTo(new CacheTargets<>(0, Set.of(), Set.of("b"), Set.of(), Set.of("a")));
  }

  @Test
  void keepsWhatADirectiveWantsUntilThePinnedNodeHasItThenUncachesElsewhere() {
    CacheTargets<String> first =
        CacheTargets.of(Set.of("b"), 1, lists(Set.of("a"), Set.of(), Set.of()), node -> true);
    assertThat(first).isEqualTo(new CacheTargets<>(2, Set.of("b"), Set.of(), Set.of(), Set.of()));
    CacheTargets<String> then =
        CacheTargets.of(Set.of("b"), 1, lists(Set.of("a", "b"), Set.of(), Set.of()), node -> true);
    assertThat(then).isEqualTo(new CacheTargets<>(1, Set.of(), Set.of(), Set.of(), Set.of("a")));
  }

  @Test
  void takesBackAnOrderToUncacheOnThePinnedNode() {
    assertThat(
            CacheTargets.of(
                Set.of("a"), 0, lists(Set.of("a"), Set.of(), Set.of("a")), node -> true))
        .isEqualTo(new CacheTargets<>(1, Set.of(), Set.of(), Set.of("a"), Set.of()));
  }

  /** The NameNode forgets such an order at the monitor's next rescan only, and repeats it. */
  @Test
  void takesBackAnOrderToUncacheThatWasCarriedOutBeforeTheNextPin() {
    Set<String> a = Set.of("a");
    assertThat(CacheTargets.of(a, 0, lists(Set.of(), Set.of(), a), node -> true))
        .isEqualTo(new CacheTargets<>(1, a, Set.of(), a, Set.of()));
    assertThat(CacheTargets.of(a, 0, lists(Set.of(), a, a), node -> true))
        .isEqualTo(new CacheTargets<>(1, Set.of(), Set.of(), a, Set.of()));
  }

  @Test
  void leavesADirectivesOwnRequestAlone() {
    assertThat(
            CacheTargets.of(
                Set.of("a"), 2, lists(Set.of(), Set.of("c", "d"), Set.of()), node -> true))
        .extracting(
            CacheTargets::replication, CacheTargets::cache, targets -> targets.drop().size())
        .containsExactly(2, Set.of("a"), 1);
  }

  /**
   * Plays HDFS's monitor and its DataNodes, at random, from any state: every pinned node comes to
   * have the block and keeps it, and no more replicas stay than are wanted.
   */
  @Property(tries = 2_000)
  void monitorAndDataNodesSettleOnWhatIsPinned(
      @ForAll("nodes") Set<String> pinned,
      @ForAll("nodes") Set<String> cached,
      @ForAll("nodes") Set<String> pending,
      @ForAll("nodes") Set<String> uncaching,
      @ForAll @IntRange(max = 4) int directives,
      @ForAll Random random) {
    Block block = new Block(cached, pending, uncaching, random);
    boolean there = false;
    for (int round = 0; round < 16; round++) {
      block.sweep(pinned, directives);
      there |= block.cached.containsAll(pinned);
      block.dataNodesAct(round < 8);
      if (there) {
        assertThat(block.cached).containsAll(pinned);
      }
    }
    assertThat(block.cached).hasSize(Math.max(directives, pinned.size()));
    assertThat(block.pending).isEmpty();
    assertThat(block.uncaching).isEmpty();
  }

  /** DataNodes carry out both lists, so whoever is to cache a block is not asked to uncache it. */
  @Property(tries = 1_000)
  void noPinnedNodeIsAskedToUncache(
      @ForAll("nodes") Set<String> pinned,
      @ForAll("nodes") Set<String> cached,
      @ForAll("nodes") Set<String> pending,
      @ForAll("nodes") Set<String> uncaching,
      @ForAll @IntRange(max = 4) int directives) {
    CacheTargets<String> targets =
        CacheTargets.of(pinned, directives, lists(cached, pending, uncaching), node -> true);
    Set<String> after = new HashSet<>(uncaching);
    after.removeAll(targets.keep());
    after.addAll(targets.uncache());
    after.retainAll(pinned);
    assertThat(after).isEmpty();
  }

  @Provide
  Arbitrary<Set<String>> nodes() {
    return Arbitraries.of(NODES).set().ofMaxSize(NODES.size());
  }

  /** A block as the NameNode knows it, with the rules of CacheReplicationMonitor. */
  private static final class Block {
    private final Set<String> cached;
    private final Set<String> pending;
    private final Set<String> uncaching;
    private final Random random;

    Block(Set<String> cached, Set<String> pending, Set<String> uncaching, Random random) {
      this.cached = new HashSet<>(cached);
      this.pending = new HashSet<>(pending);
      this.pending.removeAll(cached);
      this.uncaching = new HashSet<>(uncaching);
      this.random = random;
    }

    void sweep(Set<String> pinned, int directives) {
      CacheTargets<String> targets =
          CacheTargets.of(pinned, directives, lists(cached, pending, uncaching), node -> true);
      pending.addAll(targets.cache());
      pending.removeAll(targets.drop());
      uncaching.removeAll(targets.keep());
      uncaching.addAll(targets.uncache());
      monitor(targets.replication());
    }

    private void monitor(int needed) {
      uncaching.retainAll(cached);
      if (cached.size() >= needed) {
        pending.clear();
      }
      if (cached.size() < needed) {
        uncaching.clear();
      }
      int excess = cached.size() - uncaching.size() - needed;
      if (excess > 0) {
        pick(excess, cached, uncaching).forEach(uncaching::add);
      } else {
        Set<String> busy = new HashSet<>(cached);
        busy.addAll(pending);
        int more = needed - cached.size() - pending.size();
        pick(more, Set.copyOf(NODES), busy).forEach(pending::add);
      }
    }

    private List<String> pick(int count, Set<String> from, Set<String> not) {
      List<String> candidates = new ArrayList<>(from);
      candidates.removeAll(not);
      Collections.shuffle(candidates, random);
      return candidates.subList(0, Math.max(0, Math.min(count, candidates.size())));
    }

    /** What the DataNodes do between two rescans; late ones only some of it. */
    void dataNodesAct(boolean late) {
      for (String node : List.copyOf(pending)) {
        if (!late || random.nextInt(4) > 0) {
          pending.remove(node);
          cached.add(node);
        }
      }
      for (String node : List.copyOf(uncaching)) {
        if (!late || random.nextInt(4) > 0) {
          cached.remove(node);
          uncaching.remove(node);
        }
      }
    }
  }
}
