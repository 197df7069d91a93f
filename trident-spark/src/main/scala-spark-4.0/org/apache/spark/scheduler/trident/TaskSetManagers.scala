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
package org.apache.spark.scheduler.trident

import io.trident.spark.round.TierGate
import org.apache.spark.scheduler.{HealthTracker, TaskSet}
import org.apache.spark.util.Clock

/** Makes managers of task sets. This version of Spark does not name streaming queries in what they
  * log.
  */
private[trident] object TaskSetManagers {

  /** One that plans, by the tiers that come through a gate. */
  def planning(
      sched: TridentTaskScheduler,
      set: TaskSet,
      failures: Int,
      health: Option[HealthTracker],
      clock: Clock,
      gate: TierGate
  ): TridentTaskSetManager =
    new TridentTaskSetManager(sched, set, failures, health, clock, gate)
}
