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

import io.trident.core.matching.ShortestPathStep.Reach;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes a flow of a {@link TransportationNetwork} a matching of least cost: the strategy around the
 * two steps. The essay at {@link TransportationMatcher} explains the method.
 */
final class TransportationSolver {
  /** How many tasks are placed one by one before the cost of that is judged again. */
  private static final int SINGLES_AT_A_TIME = 16;

  /** Vertices that placing one task by itself is taken to touch, before it was measured. */
  private static final double FIRST_SINGLE_WORK = 400;

  /** By how much the measured work of the way not taken fades a step, so that it is tried again. */
  private static final double PATIENCE = 0.5;

  /**
   * Deficits are rare where the square of the groups with one is at most so many times the places.
   */
  private static final long RARE = 4;

  /** So many times the work of a joint step backward is done singly before another is tried. */
  private static final long JOINT_PART = 64;

  private final TransportationNetwork net;
  private final ForwardStep forward;
  private final BackwardStep backward;
  private final BidirectionalStep bidirectional;

  /** The step that has taken stock of the network since another one changed it. */
  private @Nullable Object prepared;

  private long jointSteps;
  private long singleSteps;
  private double jointWork;
  private double singleWork;

  /** The same for steps backward, and the single work to do before a joint step is tried. */
  private double backwardJointWork;

  private double backwardSingleWork;
  private long unpaidWork;

  TransportationSolver(TransportationNetwork net) {
    this.net = net;
    forward = new ForwardStep(net);
    backward = new BackwardStep(net);
    bidirectional = new BidirectionalStep(net);
  }

  /** Returns the number of steps that placed many tasks, since the start. */
  long jointSteps() {
    return jointSteps;
  }

  /** Returns the number of steps that placed one task, since the start. */
  long singleSteps() {
    return singleSteps;
  }

  /** Returns the number of vertices touched since the start. */
  long work() {
    return forward.work() + backward.work() + bidirectional.work();
  }

  /** Starts anew, from the minima of the scarce side: the tasks, or the slots. */
  void startCold(long slots) {
    net.clearFlow();
    if (net.liveTasks > slots) {
      startFromSlots();
    } else {
      startFromTasks(net.liveTasks == slots ? -1 : 0); // all slots are needed: deficits
    }
  }

  /** Every task has its cheapest arcs tight, and takes a free slot there. */
  private void startFromTasks(long potentialOfPlaces) {
    Arrays.fill(net.pot, 0, net.sink, potentialOfPlaces);
    net.pot[net.sink] = 0;
    for (int t = 0; t < net.taskLimit; t++) {
      if (net.isLive(t)) {
        startTask(t);
      }
    }
  }

  /** Every task is without slot, and slots take the tasks that are cheapest there. */
  private void startFromSlots() {
    long[] pot = net.pot;
    net.indexArcs();
    Arrays.fill(pot, 0, net.firstTask, 0);
    for (int t = 0; t < net.taskLimit; t++) {
      if (net.isLive(t)) {
        pot[net.firstTask + t] = -net.unplacedCost;
        net.leaveUnplaced(t);
        for (int a = net.arcStart[t]; a < net.arcEnd[t]; a++) {
          int place = net.arcPlace[a];
          pot[place] = Math.min(pot[place], net.arcCost[a] - net.unplacedCost);
        }
      }
    }
    for (int p = 1; p < net.sink; p++) {
      pot[p] = Math.min(pot[p], pot[net.tree.parent[p]]);
    }
    for (int leaf = net.tree.firstLeaf; leaf < net.sink; leaf++) {
      for (int i = net.inStart[leaf]; i < net.inStart[leaf + 1] && net.residual(leaf) > 0; i++) {
        int task = net.inTask[i];
        int arc = net.inArc[i];
        if (net.entered[task] == TransportationNetwork.UNPLACED
            && net.arcCost[arc] - net.unplacedCost == pot[leaf]) {
          net.unlink(task, net.sink);
          net.enter(task, arc);
        }
      }
    }
  }

  /** Gives a new task its potential, and a slot if one is free on a tight arc. */
  void startTask(int task) {
    long[] pot = net.pot;
    long best = -net.unplacedCost;
    for (int a = net.arcStart[task]; a < net.arcEnd[task]; a++) {
      best = Math.max(best, pot[net.arcPlace[a]] - net.arcCost[a]);
    }
    pot[net.firstTask + task] = best;
    for (int a = net.arcStart[task]; a < net.arcEnd[task]; a++) {
      int place = net.arcPlace[a];
      if (pot[place] - net.arcCost[a] == best
          && net.residual(place) > 0 // of slot groups only
          && pot[place] <= 0) {
        net.enter(task, a);
        return;
      }
    }
    net.addWaiting(task);
  }

  /**
   * Improves the flow until it is a matching of least cost, or the budget is spent.
   *
   * @param budget how many vertices may be touched; a step that was begun is ended
   * @return whether it is a matching of least cost
   */
  boolean solve(long budget) {
    long limit = work() + Math.min(budget, Long.MAX_VALUE - work());
    long deficits = net.deficits();
    // Before it is measured: a joint step for deficits that are rare may touch all to place one
    // task.
    jointWork = isRare() ? net.sink + net.liveTasks : 0;
    singleWork = FIRST_SINGLE_WORK;
    backwardJointWork = Double.MAX_VALUE;
    backwardSingleWork = FIRST_SINGLE_WORK;
    unpaidWork = JOINT_PART * (net.sink + net.liveTasks);
    prepared = null;
    while (net.waitingCount > 0 || deficits > 0) {
      if (work() >= limit) {
        return false;
      }
      deficits = net.waitingCount >= deficits ? stepForward(deficits) : stepBackward(deficits);
    }
    return true;
  }

  private long stepForward(long deficits) {
    long before = work();
    int waiting = net.waitingCount;
    long left = deficits;
    if (jointWork <= singleWork) {
      jointSteps++;
      prepare(forward);
      left -= forward.run(0, Reach.ALL_NEAREST);
      judgeJoint(work() - before, waiting - net.waitingCount);
    } else {
      int kept = Math.max(0, waiting - SINGLES_AT_A_TIME);
      singleSteps += waiting - kept;
      left = isRare() ? meet(kept) : forwardOneByOne(kept, left);
      judgeSingle(work() - before, waiting - net.waitingCount);
    }
    return left;
  }

  private boolean isRare() {
    long groups = net.deficitLeaves();
    return groups > 0 && groups * groups <= RARE * net.sink;
  }

  private long meet(int kept) {
    long left = 0;
    if (prepared != bidirectional) {
      bidirectional.prepare();
      prepared = bidirectional;
    }
    while (net.waitingCount > kept) {
      left = bidirectional.run(net.waiting[--net.waitingCount]);
    }
    return left;
  }

  private long forwardOneByOne(int kept, long deficits) {
    long left = deficits;
    prepare(forward);
    while (net.waitingCount > kept) {
      left -= forward.run(net.waitingCount - 1, Reach.ONE_NEAREST);
    }
    return left;
  }

  private void prepare(ShortestPathStep step) {
    if (prepared != step) {
      step.prepare();
      prepared = step;
    }
  }

  /**
   * One slot at a time is far better here as a rule: a joint step raises all prices at once, which
   * makes every search after it longer. So joint steps are tried only as the work of single steps
   * has paid for, and go on while they are cheaper.
   */
  private long stepBackward(long deficits) {
    prepare(backward);
    long before = backward.work();
    long left = deficits;
    if (backwardJointWork < backwardSingleWork || unpaidWork <= 0) {
      jointSteps++;
      left = backward.runJointly();
      long spent = backward.work() - before;
      backwardJointWork = (double) spent / Math.max(1, deficits - left);
      unpaidWork = JOINT_PART * spent;
    } else {
      for (int i = 0; i < SINGLES_AT_A_TIME && left > 0; i++) {
        singleSteps++;
        left = backward.runSingly(left);
      }
      long spent = backward.work() - before;
      backwardSingleWork = (double) spent / Math.max(1, deficits - left);
      unpaidWork -= spent;
    }
    return left;
  }

  private void judgeJoint(long work, long placed) {
    jointWork = (double) work / Math.max(1, placed);
    singleWork *= PATIENCE;
  }

  private void judgeSingle(long work, long placed) {
    singleWork = (double) work / Math.max(1, placed);
    jointWork *= PATIENCE;
  }
}
