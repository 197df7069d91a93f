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

import scala.collection.mutable

import io.trident.spark.round.RoundPlanner.FreeSlots
import org.apache.spark.resource.ResourceProfile
import org.apache.spark.scheduler.{TaskSchedulerImpl, TaskSetManager, WorkerOffer}

/** The offers of one call of `resourceOffers`, and the cores that are left of them.
  *
  * Custom resources are those of the offers themselves, which Spark counts down. Cores it counts
  * where nobody can see them; but it numbers and registers each task that it launches, whichever
  * task set it is of, so the tasks since the round began have what is missing. In Spark's package
  * because offers are private to it. Guarded by the scheduler's lock.
  */
private[trident] final class OfferRound(sched: TaskSchedulerImpl, offers: IndexedSeq[WorkerOffer]) {
  private val cores = offers.map(_.cores).toArray
  private lazy val indices =
    mutable.HashMap.from(offers.iterator.map(_.executorId).zipWithIndex)
  private var order: IndexedSeq[Int] = offers.indices
  private var counted = sched.nextTaskId.get

  /** The order in which the scheduler goes through the offers. */
  def goesThrough(shuffled: IndexedSeq[WorkerOffer]): Unit =
    order = shuffled.map(offer => indices.getOrElse(offer.executorId, -1)).filter(_ >= 0)

  /** The executors with free slots for a task set, in the scheduler's order.
    *
    * @param manager
    *   the manager of the task set, which is the one that the scheduler asks now
    * @param allows
    *   whether the task set may use an executor on a host
    */
  def free(
      manager: TaskSetManager,
      allows: (String, String) => Boolean
  ): IndexedSeq[FreeSlots] = {
    countLaunched()
    val left = cores.clone()
    // A barrier stage launches its tasks when all of them have a slot.
    for (task <- manager.barrierPendingLaunchTasks.values) {
      indices.get(task.execId).foreach(left(_) -= task.assignedCores)
    }
    val id = manager.taskSet.resourceProfileId
    val profile = profiles.resourceProfileFromId(id)
    val cpus = cpusOf(id)
    val onlyCpus = profile.taskResources.keys.forall(_ == ResourceProfile.CPUS)
    order.iterator
      .filter(i => left(i) >= cpus)
      .filter(i => profiles.canBeScheduled(id, offers(i).resourceProfileId))
      .filter(i => allows(offers(i).executorId, offers(i).host))
      .map { i =>
        val slots = if (onlyCpus) left(i) / cpus else slotsOf(i, left(i) / cpus, profile)
        FreeSlots(offers(i).executorId, offers(i).host, slots)
      }
      .filter(_.slots > 0)
      .toVector
  }

  /** As many tasks as Spark gives custom resources to, of those that are left of an offer: it is
    * asked for each, and has all back. (`calculateAvailableSlots` counts addresses in use, too.)
    */
  private def slotsOf(i: Int, most: Int, profile: ResourceProfile): Int = {
    val resources = offers(i).resources
    val assigned = Iterator
      .continually(resources.assignAddressesCustomResources(profile))
      .takeWhile(_.isDefined)
      .flatten
      .take(most)
      .tapEach(resources.acquire)
      .toVector
    assigned.foreach(resources.release)
    assigned.size
  }

  /** Takes the cores of the tasks that were launched since the last call. */
  private def countLaunched(): Unit = {
    val next = sched.nextTaskId.get
    while (counted < next) {
      val manager = sched.taskIdToTaskSetManager.get(counted)
      if (manager != null) { // or it was numbered, and then could not be serialised
        for (executor <- sched.taskIdToExecutorId.get(counted); i <- indices.get(executor)) {
          cores(i) -= cpusOf(manager.taskSet.resourceProfileId)
        }
      }
      counted += 1
    }
  }

  private def cpusOf(profile: Int): Int =
    ResourceProfile.getTaskCpusOrDefaultForProfile(
      profiles.resourceProfileFromId(profile),
      sched.conf
    )

  private def profiles = sched.sc.resourceProfileManager
}
