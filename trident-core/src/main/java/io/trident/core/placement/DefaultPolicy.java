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
package io.trident.core.placement;

import io.trident.core.matching.SlotGroup;
import io.trident.core.model.Locality;
import java.util.ArrayList;
import java.util.List;

/**
 * Locality without tiers, as Hadoop and Spark schedule by default: one slot at a time,
 * process-local before node-local, no preference, rack-local, any; no farther than delay scheduling
 * allows.
 */
final class DefaultPolicy implements PlacementPolicy {
  @Override
  public String name() {
    return PolicyName.DEFAULT.label();
  }

  @Override
  public Placement place(PlacementSnapshot snapshot) {
    return GreedyPass.place(PolicyName.DEFAULT, snapshot, new ByLocality(snapshot.allowed()));
  }

  /** The default order; also what Quartet falls back to. */
  static final class ByLocality implements GreedyPass.Rule {
    private final Locality allowed;

    ByLocality(Locality allowed) {
      this.allowed = allowed;
    }

    @Override
    public List<Object> queuesOf(TaskInput task) {
      List<Object> queues = new ArrayList<>();
      task.executors().forEach(executor -> queues.add(new Queues.OfExecutor(executor)));
      task.tierByNode().keySet().forEach(node -> queues.add(new Queues.OfNode(node)));
      task.racks().forEach(rack -> queues.add(new Queues.OfRack(rack)));
      if (task.tierByNode().isEmpty()) {
        queues.add(Queues.NO_PREFERENCE);
      }
      queues.add(Queues.ANY);
      return queues;
    }

    @Override
    public List<Object> queuesFor(SlotGroup slot) {
      List<Object> queues = new ArrayList<>();
      queues.add(new Queues.OfExecutor(slot.executor()));
      if (Queues.allows(allowed, Locality.NODE_LOCAL)) {
        queues.add(new Queues.OfNode(slot.node()));
      }
      queues.add(Queues.NO_PREFERENCE);
      if (Queues.allows(allowed, Locality.RACK_LOCAL)) {
        queues.add(new Queues.OfRack(slot.rack()));
      }
      if (Queues.allows(allowed, Locality.OFF_RACK)) {
        queues.add(Queues.ANY);
      }
      return queues;
    }
  }
}
