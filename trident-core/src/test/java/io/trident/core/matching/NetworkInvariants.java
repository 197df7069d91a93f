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

import java.util.ArrayList;
import java.util.List;

/** Checks what a {@link TransportationNetwork} promises between two steps; O(arcs). */
final class NetworkInvariants {
  private final TransportationNetwork net;
  private final List<String> violations = new ArrayList<>();

  /** Tasks that the arcs by which they entered bring to each place, and to the sink. */
  private final int[] enteredAt;

  private NetworkInvariants(TransportationNetwork net) {
    this.net = net;
    enteredAt = new int[net.firstTask];
  }

  /** Returns what is violated, each in a sentence; empty if all is well. */
  static List<String> violations(TransportationNetwork net) {
    NetworkInvariants invariants = new NetworkInvariants(net);
    invariants.checkTasks();
    invariants.checkWaiting();
    for (int place = 0; place <= net.sink; place++) {
      invariants.checkList(place);
    }
    for (int place = 0; place < net.sink; place++) {
      invariants.checkFlow(place);
    }
    invariants.checkSink();
    return invariants.violations;
  }

  private void check(boolean isTrue, String sentence, Object... values) {
    if (!isTrue) {
      violations.add(sentence.formatted(values));
    }
  }

  private void checkTasks() {
    int live = 0;
    for (int task = 0; task < net.taskLimit; task++) {
      if (net.isLive(task)) {
        live++;
        checkArcs(task);
      }
    }
    check(live == net.liveTasks, "%d tasks are live, not %d.", live, net.liveTasks);
  }

  private void checkArcs(int task) {
    long potential = net.pot[net.firstTask + task];
    int entered = net.entered[task];
    for (int arc = net.arcStart[task]; arc < net.arcEnd[task]; arc++) {
      int place = net.arcPlace[arc];
      long reduced = net.arcCost[arc] + potential - net.pot[place];
      check(reduced >= 0, "Task %d can go to %d at reduced cost %d.", task, place, reduced);
      check(entered != arc || reduced == 0, "Task %d is at %d at %d.", task, place, reduced);
      check(
          arc == net.arcStart[task] || net.arcCost[arc] >= net.arcCost[arc - 1],
          "The arcs of task %d are not in order of cost.",
          task);
    }
    long reduced = net.unplacedCost + potential - net.pot[net.sink];
    check(reduced >= 0, "Task %d can stay without slot at reduced cost %d.", task, reduced);
    if (entered == TransportationNetwork.UNPLACED) {
      check(reduced == 0, "Task %d has no slot at reduced cost %d.", task, reduced);
      enteredAt[net.sink]++;
    } else if (entered != TransportationNetwork.NONE) {
      check(
          entered >= net.arcStart[task] && entered < net.arcEnd[task],
          "Task %d entered by the arc %d, of another.",
          task,
          entered);
      enteredAt[net.arcPlace[entered]]++;
    }
  }

  private void checkWaiting() {
    boolean[] waits = new boolean[net.taskLimit];
    for (int i = 0; i < net.waitingCount; i++) {
      int task = net.waiting[i];
      check(!waits[task], "Task %d waits twice.", task);
      check(
          net.isLive(task) && net.entered[task] == TransportationNetwork.NONE,
          "Task %d waits, and is in the flow or removed.",
          task);
      waits[task] = true;
    }
    for (int task = 0; task < net.taskLimit; task++) {
      check(
          !net.isLive(task) || net.entered[task] != TransportationNetwork.NONE || waits[task],
          "Task %d is neither in the flow nor waits.",
          task);
    }
  }

  private void checkList(int place) {
    int length = 0;
    int before = TransportationNetwork.NONE;
    int task = net.firstEntered[place];
    for (; task != TransportationNetwork.NONE && length <= net.taskLimit; length++) {
      int entered = net.entered[task];
      int at = entered == TransportationNetwork.UNPLACED ? net.sink : placeOf(entered);
      check(at == place, "Task %d is listed at %d, and entered at %d.", task, place, at);
      check(net.previousEntered[task] == before, "The list of %d is broken at %d.", place, task);
      before = task;
      task = net.nextEntered[task];
    }
    check(
        length == enteredAt[place],
        "%d tasks are listed at %d, and %d entered there.",
        length,
        place,
        enteredAt[place]);
  }

  private int placeOf(int arc) {
    return arc < 0 ? TransportationNetwork.NONE : net.arcPlace[arc];
  }

  private void checkFlow(int place) {
    PlaceTree tree = net.tree;
    long potential = net.pot[place];
    int flow = place == PlaceTree.ROOT ? 0 : net.flow[place];
    check(flow >= 0, "The flow into %d is %d.", place, flow);
    if (place != PlaceTree.ROOT) {
      long reduced = net.pot[tree.parent[place]] - potential;
      check(reduced >= 0, "The way down to %d has reduced cost %d.", place, reduced);
      check(flow == 0 || reduced == 0, "%d tasks go down to %d at %d.", flow, place, reduced);
    }
    int in = enteredAt[place] + flow;
    if (net.isLeaf(place)) {
      check(in == net.used[place], "%d tasks come to %d, %d use it.", in, place, net.used[place]);
      check(
          net.used[place] <= net.capacity[place],
          "%d of %d slots of %d are used.",
          net.used[place],
          net.capacity[place],
          place);
      check(
          net.used[place] == 0 || potential <= net.pot[net.sink],
          "%d is used and has the potential %d.",
          place,
          potential);
    } else {
      int out = 0;
      for (int c = tree.childStart[place]; c < tree.childStart[place + 1]; c++) {
        out += net.flow[tree.child[c]];
      }
      check(in == out, "%d tasks come to %d, and %d leave.", in, place, out);
      check(net.capacity[place] == 0, "%d is no slot group, and has slots.", place);
    }
  }

  private void checkSink() {
    check(net.pot[net.sink] == 0, "The potential of the sink is %d.", net.pot[net.sink]);
    long deficits = 0;
    for (int leaf = net.tree.firstLeaf; leaf < net.sink; leaf++) {
      deficits += net.pot[leaf] < 0 ? net.capacity[leaf] - net.used[leaf] : 0;
    }
    check(deficits == net.deficits(), "The deficits are %d, not %d.", deficits, net.deficits());
  }
}
