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

import java.util.List;

/**
 * A placement, and the tasks that do better to wait.
 *
 * @param placement what runs now; it leaves a slot free only where every task that has none is held
 * @param held the tasks held back, in task order
 */
public record PricedPlacement(Placement placement, List<HeldTask> held) {
  public PricedPlacement {
    held = List.copyOf(held);
  }

  /**
   * A task that is not given a slot on offer, because waiting for another is cheaper.
   *
   * @param task index of the task in the snapshot
   * @param executor the busy executor that it waits for
   * @param waitSeconds how long the wait is expected to be
   * @param savedSeconds by how much its read is expected to be shorter there; more than the wait
   */
  public record HeldTask(int task, String executor, double waitSeconds, double savedSeconds) {}
}
