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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.trident.core.cost.CostModel;
import io.trident.core.model.Replica;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.model.TierRates;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Random small outputs against all that could be kept. */
class OutputKeepingPropertiesTest {
  private static final TierRates RATES = TierRates.of(CostModel.DEFAULT, 3200);
  private static final List<StorageTier> TIERS =
      List.of(StorageTier.SSD, StorageTier.DISK, StorageTier.ARCHIVE, StorageTier.NVDIMM);

  private record Problem(List<FreshBlock> blocks, Map<String, Long> room) {
    static Problem random(Random random, int mostBlocks, int sizes) {
      Map<String, Long> room = new HashMap<>();
      int nodes = 1 + random.nextInt(4);
      for (int i = 0; i < nodes; i++) {
        room.put("n" + i, (long) random.nextInt(4 * sizes));
      }
      List<FreshBlock> blocks = new ArrayList<>();
      for (int i = random.nextInt(mostBlocks + 1); i > 0; i--) {
        List<String> holders = new ArrayList<>(room.keySet());
        Collections.shuffle(holders, random);
        blocks.add(
            new FreshBlock(
                "b" + i,
                sizes == 1 ? 1 : 1 + random.nextInt(sizes),
                holders.subList(0, 1 + random.nextInt(nodes)).stream()
                    .map(node -> Replica.stored(node, TIERS.get(random.nextInt(TIERS.size()))))
                    .toList()));
      }
      return new Problem(blocks, room);
    }

    KeepPlan plan() {
      return OutputKeeping.plan(blocks, room::get, RATES);
    }

    FreshBlock block(String id) {
      return blocks.stream().filter(one -> one.id().equals(id)).findAny().orElseThrow();
    }

    Map<String, Long> left(KeepPlan plan) {
      Map<String, Long> left = new HashMap<>(room);
      plan.kept().forEach(one -> left.merge(one.node(), -one.bytes(), Long::sum));
      return left;
    }

    double best() {
      return best(0, new HashMap<>(room));
    }

    private double best(int from, Map<String, Long> left) {
      if (from == blocks.size()) {
        return 0;
      }
      FreshBlock block = blocks.get(from);
      double most = best(from + 1, left);
      for (Replica replica : block.replicas()) {
        if (left.getOrDefault(replica.node(), 0L) >= block.bytes()) {
          left.merge(replica.node(), -block.bytes(), Long::sum);
          most = Math.max(most, saved(block) + best(from + 1, left));
          left.merge(replica.node(), block.bytes(), Long::sum);
        }
      }
      return most;
    }
  }

  private static double saved(FreshBlock block) {
    double read =
        block.replicas().stream()
            .mapToDouble(replica -> block.bytes() / RATES.of(replica.tier()))
            .min()
            .orElseThrow();
    return read - block.bytes() / RATES.of(StorageTier.MEMORY);
  }

  @Property(tries = 3000)
  void blocksOfOneSizeAreKeptOptimally(@ForAll long seed) {
    Problem problem = Problem.random(new Random(seed), 8, 1);
    assertThat(problem.plan().savedSeconds()).isCloseTo(problem.best(), within(1e-12));
  }

  @Property(tries = 3000)
  void plansAreSound(@ForAll long seed) {
    Problem problem = Problem.random(new Random(seed), 12, 5);
    KeepPlan plan = problem.plan();
    Map<String, Long> left = problem.left(plan);
    assertThat(left.values()).as("room left").allMatch(bytes -> bytes >= 0);
    double saved = 0;
    for (KeepPlan.Kept one : plan.kept()) {
      FreshBlock block = problem.block(one.block());
      assertThat(block.replicas()).extracting(Replica::node).contains(one.node());
      assertThat(block.bytes()).isEqualTo(one.bytes());
      assertThat(saved(block)).as("what keeping saves").isPositive();
      saved += saved(block);
    }
    assertThat(plan.savedSeconds()).isCloseTo(saved, within(1e-9));
    List<String> kept = plan.kept().stream().map(KeepPlan.Kept::block).toList();
    assertThat(kept).doesNotHaveDuplicates();
    List<FreshBlock> leftOut =
        problem.blocks().stream()
            .filter(block -> !kept.contains(block.id()) && saved(block) > 1e-12)
            .toList();
    assertThat(leftOut).hasSize(plan.withoutRoom());
    for (FreshBlock block : leftOut) {
      assertThat(block.replicas())
          .as("no room for " + block + " in " + left)
          .allMatch(replica -> left.getOrDefault(replica.node(), 0L) < block.bytes());
    }
  }

  @Property(tries = 500)
  void theOrderOfTheOutputDecidesNothingButTies(@ForAll long seed) {
    Random random = new Random(seed);
    Problem problem = Problem.random(random, 8, 1);
    List<FreshBlock> shuffled = new ArrayList<>(problem.blocks());
    Collections.shuffle(shuffled, random);
    KeepPlan other = OutputKeeping.plan(shuffled, problem.room()::get, RATES);
    assertThat(other.savedSeconds()).isCloseTo(problem.plan().savedSeconds(), within(1e-12));
    assertThat(problem.plan()).as("the same twice").isEqualTo(problem.plan());
  }

  @Property(tries = 300)
  void blocksOfManySizesAreKeptWellOnAverage(@ForAll long seed) {
    Random random = new Random(seed);
    double planned = 0;
    double best = 0;
    for (int i = 0; i < 20; i++) {
      Problem problem = Problem.random(random, 7, 5);
      assertThat(problem.plan().savedSeconds()).isLessThanOrEqualTo(problem.best() + 1e-12);
      planned += problem.plan().savedSeconds();
      best += problem.best();
    }
    String of =
        List.of(planned, best).stream().map(String::valueOf).collect(Collectors.joining("/"));
    assertThat(planned).as(of).isGreaterThanOrEqualTo(0.8 * best);
  }
}
