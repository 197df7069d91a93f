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
import org.apache.spark.scheduler.{
  TaskDescription,
  TaskSchedulerImpl,
  TaskSet,
  TaskSetManager,
  WorkerOffer
}

/** The offers of one call of `resourceOffers`, and the cores that are left of them.
  *
  * Custom resources are those of the offers themselves, which Spark counts down. Cores it counts
  * where nobody can see them, hence the count here. In Spark's package because offers are private
  * to it.
  */
private[trident] final class OfferRound(sched: TaskSchedulerImpl, offers: IndexedSeq[WorkerOffer]) {
  private val cores = offers.map(_.cores).toArray
  private lazy val indices =
    mutable.HashMap.from(offers.iterator.map(_.executorId).zipWithIndex)
  private val barrierTasks = mutable.ArrayBuffer.empty[BarrierTask]
  private var order: IndexedSeq[Int] = offers.indices

  /** The order in which the scheduler goes through the offers. */
  def goesThrough(shuffled: IndexedSeq[WorkerOffer]): Unit =
    order = shuffled.map(offer => indices.getOrElse(offer.executorId, -1)).filter(_ >= 0)

  /** A task set answered the offer of an executor: counts the cores that it took. */
  def answered(
      manager: TaskSetManager,
      answer: (Option[TaskDescription], Boolean, Int),
      executor: String,
      cpus: Int
  ): Unit = answer match {
    case (Some(null), _, index) => // a barrier task
      reserve(executor, cpus, () => manager.copiesRunning(index) > 0)
    case (Some(_), _, _) => take(executor, cpus)
    case _               =>
  }

  /** A task was given cores. */
  def take(executor: String, cpus: Int): Unit =
    indices.get(executor).foreach(cores(_) -= cpus)

  /** A barrier task was given cores for now: Spark takes them back unless all tasks of the stage
    * get some.
    */
  def reserve(executor: String, cpus: Int, launched: () => Boolean): Unit = {
    take(executor, cpus)
    barrierTasks += BarrierTask(executor, cpus, launched)
  }

  /** The executors with free slots for a task set, in the scheduler's order.
    *
    * @param allows
    *   whether the task set may use an executor on a host
    */
  def free(taskSet: TaskSet, allows: (String, String) => Boolean): IndexedSeq[FreeSlots] = {
    settleBarrierTasks()
    val profiles = sched.sc.resourceProfileManager
    val profile = profiles.resourceProfileFromId(taskSet.resourceProfileId)
    val cpus = ResourceProfile.getTaskCpusOrDefaultForProfile(profile, sched.conf)
    val onlyCpus = profile.taskResources.keys.forall(_ == ResourceProfile.CPUS)
    order.iterator
      .filter(i => cores(i) >= cpus)
      .filter(i => profiles.canBeScheduled(taskSet.resourceProfileId, offers(i).resourceProfileId))
      .filter(i => allows(offers(i).executorId, offers(i).host))
      .map { i =>
        val slots = if (onlyCpus) cores(i) / cpus else slotsOf(i, cores(i) / cpus, profile)
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

  private def settleBarrierTasks(): Unit = {
    for (task <- barrierTasks if !task.launched()) {
      take(task.executor, -task.cpus)
    }
    barrierTasks.clear()
  }

  private case class BarrierTask(executor: String, cpus: Int, launched: () => Boolean)
}
