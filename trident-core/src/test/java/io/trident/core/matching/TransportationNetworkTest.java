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
package io.trident.core.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.cost.CostProfile;
import io.trident.core.matching.Problems.Kind;
import io.trident.core.matching.ShortestPathStep.Reach;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The flow keeps its invariants from the start through every step of every kind. */
class TransportationNetworkTest {
  private static final CostScale SCALE = new CostScale(CostScale.MAX_FACTOR);
  private static final long UNPLACED_COST = SCALE.scaled(205); // no instance costs more than 100

  /** A network that was started cold. */
  private static final class Started {
    final MatchingProblem problem;
    final TransportationNetwork net;
    final TransportationSolver solver;

    Started(MatchingProblem problem) {
      this.problem = problem;
      PlaceTree tree = new PlaceTree(problem.slots());
      net = new TransportationNetwork(tree);
      net.reset(tree, UNPLACED_COST);
      ProfileArcs arcs = new ProfileArcs(tree, SCALE);
      for (CostProfile task : problem.tasks()) {
        arcs.addTask(net, task);
      }
      long slots = 0;
      for (int g = 0; g < problem.slots().size(); g++) {
        net.capacity[tree.firstLeaf + g] = problem.slots().get(g).slots();
        slots += problem.slots().get(g).slots();
      }
      solver = new TransportationSolver(net);
      solver.startCold(slots);
      assertValid();
    }

    void assertValid() {
      assertThat(NetworkInvariants.violations(net)).isEmpty();
    }

    boolean isSolved() {
      return net.waitingCount == 0 && net.deficits() == 0;
    }

    void assertOptimal() {
      assertThat(isSolved()).isTrue();
      assertThat(new MatchingReader(net).cost())
          .isEqualTo(Oracles.orTools(problem, SCALE.factor()));
    }
  }

  @Property(tries = 300)
  void holdsAfterEveryStepOfTheSolver(
      @ForAll long seed,
      @ForAll @IntRange(max = 100) int tasks,
      @ForAll @IntRange(min = 1, max = 60) int nodes,
      @ForAll @IntRange(min = 1, max = 3) int maxSlots,
      @ForAll @LongRange(min = 1, max = 2000) long budget,
      @ForAll Kind kind) {
    Started started = new Started(Problems.random(seed, tasks, nodes, maxSlots, kind));
    while (!started.solver.solve(budget)) {
      started.assertValid();
    }
    started.assertValid();
    started.assertOptimal();
  }

  /** As little as the solver does at a time: a joint step, or some single ones. */
  @ParameterizedTest
  @EnumSource
  void holdsAfterEveryStep(Kind kind) {
    for (int seed = 0; seed < 30; seed++) {
      Started started = new Started(Problems.random(seed, 40, 20, 1 + seed % 3, kind));
      int steps = 0;
      while (!started.solver.solve(1)) {
        started.assertValid();
        assertThat(++steps).isLessThan(1000);
      }
      started.assertValid();
      assertThat(started.solver.jointSteps() + started.solver.singleSteps())
          .isGreaterThanOrEqualTo(steps);
      started.assertOptimal();
    }
  }

  /** Steps in an order that no strategy would choose. */
  @Property(tries = 300)
  void holdsAfterStepsInAnyOrder(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 80) int tasks,
      @ForAll @IntRange(min = 1, max = 60) int nodes,
      @ForAll @IntRange(min = 1, max = 3) int maxSlots,
      @ForAll Kind kind) {
    Started started = new Started(Problems.random(seed, tasks, nodes, maxSlots, kind));
    TransportationNetwork net = started.net;
    BidirectionalStep step = new BidirectionalStep(net);
    ForwardStep forward = new ForwardStep(net);
    BackwardStep backward = new BackwardStep(net);
    List<Consumer<Reach>> steps =
        List.of(
            reach -> {
              backward.prepare();
              long left =
                  reach == Reach.ONE_NEAREST
                      ? backward.runSingly(net.deficits())
                      : backward.runJointly();
              assertThat(left).isEqualTo(net.deficits());
            },
            reach -> {
              forward.prepare();
              forward.run(reach == Reach.ONE_NEAREST ? net.waitingCount - 1 : 0, reach);
            },
            reach -> {
              step.prepare();
              long left = step.run(net.waiting[--net.waitingCount]);
              assertThat(left).isEqualTo(net.deficits());
            });
    Random random = new Random(seed);
    while (!started.isSolved()) {
      int first = net.deficits() > 0 ? 0 : 1;
      int end = net.waitingCount > 0 ? steps.size() : 1;
      Reach reach = random.nextBoolean() ? Reach.ONE_NEAREST : Reach.ALL_NEAREST;
      steps.get(first + random.nextInt(end - first)).accept(reach);
      started.assertValid();
    }
    started.assertOptimal();
  }

  @Property(tries = 300)
  void holdsAfterBidirectionalSteps(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 80) int tasks,
      @ForAll @IntRange(min = 1, max = 80) int nodes,
      @ForAll Kind kind) {
    Started started = new Started(Problems.random(seed, tasks, nodes, 1, kind));
    TransportationNetwork net = started.net;
    BidirectionalStep step = new BidirectionalStep(net);
    step.prepare();
    while (net.waitingCount > 0) {
      long left = step.run(net.waiting[--net.waitingCount]);
      assertThat(left).isEqualTo(net.deficits());
      started.assertValid();
    }
    if (!started.isSolved()) { // what was waiting is used up, and the rest is for the other side
      assertThat(started.solver.solve(Long.MAX_VALUE)).isTrue();
    }
    started.assertOptimal();
  }

  /** What happens to a flow between two rounds. */
  @Property(tries = 300)
  void holdsAfterChangesOfASolvedFlow(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 80) int tasks,
      @ForAll @IntRange(min = 1, max = 60) int nodes,
      @ForAll @IntRange(min = 1, max = 3) int maxSlots,
      @ForAll Kind kind) {
    Started started = new Started(Problems.random(seed, tasks, nodes, maxSlots, kind));
    TransportationNetwork net = started.net;
    Random random = new Random(seed);
    started.solver.solve(random.nextBoolean() ? Long.MAX_VALUE : 100);
    net.raisePotentials();
    started.assertValid();
    for (int task = 0; task < tasks; task++) {
      if (random.nextInt(4) == 0) {
        net.removeTask(task);
      }
    }
    net.dropRemovedWaiting();
    started.assertValid();
    net.compact();
    started.assertValid();
    for (int leaf = net.tree.firstLeaf; leaf < net.sink; leaf++) {
      net.setCapacity(leaf, random.nextInt(maxSlots + 1));
    }
    started.assertValid();
    ProfileArcs arcs = new ProfileArcs(net.tree, SCALE);
    for (int i = random.nextInt(20); i > 0; i--) {
      started.solver.startTask(
          arcs.addTask(net, Problems.profile("new" + i, random, nodes, 1, kind)));
    }
    started.assertValid();
    assertThat(started.solver.solve(Long.MAX_VALUE)).isTrue();
    started.assertValid();
  }
}
