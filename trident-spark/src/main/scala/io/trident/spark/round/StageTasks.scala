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
package io.trident.spark.round

import io.trident.core.cost.{CostModel, CostProfile}
import io.trident.core.model.RackResolver
import io.trident.core.placement.{PlacementTask, WaitingTasks}
import io.trident.spark.tiers.StageTiers

/** The tasks of a task set with their costs, ready to be placed. Immutable; made off the
  * scheduler's lock, because a stage may have 100,000 tasks.
  *
  * @param tiers
  *   where the tasks' input is
  * @param topology
  *   racks of nodes
  * @param model
  *   the constants of Equation 1
  */
final class StageTasks(val tiers: StageTiers, val topology: RackResolver, val model: CostModel) {

  /** What each task costs, by its index. */
  val profiles: IndexedSeq[CostProfile] = tiers.tasks.map(_.profile(topology, model))

  /** The tasks by cost at each place. */
  val order: WaitingTasks = new WaitingTasks(java.util.List.of(profiles: _*))

  /** The task of an index. */
  def task(index: Int): PlacementTask = tiers.tasks(index)

  /** How many tasks there are, waiting or not. */
  def size: Int = profiles.size
}
