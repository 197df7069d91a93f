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

import org.apache.spark.scheduler._
import org.apache.spark.util.Clock

/** Spark's manager of a task set for which tiers make no difference. Where other task sets are
  * planned in the same round, the cores that it takes are counted; nothing else differs.
  *
  * In Spark's package because the class that it extends is private to it. Guarded by the
  * scheduler's lock, as that class is.
  */
private[spark] class UnplannedTaskSetManager(
    sched: TridentTaskScheduler,
    taskSet: TaskSet,
    maxTaskFailures: Int,
    healthTracker: Option[HealthTracker],
    clock: Clock
) extends TaskSetManager(sched, taskSet, maxTaskFailures, healthTracker, clock) {

  override def resourceOffer(
      execId: String,
      host: String,
      maxLocality: TaskLocality.TaskLocality,
      taskCpus: Int,
      taskResourceAssignments: Map[String, Map[String, Long]]
  ): (Option[TaskDescription], Boolean, Int) = {
    val answer = super.resourceOffer(execId, host, maxLocality, taskCpus, taskResourceAssignments)
    sched.answered(this, answer, execId, taskCpus)
    answer
  }
}
