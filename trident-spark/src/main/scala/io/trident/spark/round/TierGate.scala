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

import java.util.function.LongSupplier

/** Holds a task set back until its tiers are known, but not for long; and for longer if its input
  * is being moved into memory. Thread-safe.
  *
  * @param clock
  *   a clock in nanoseconds
  * @param deadline
  *   when the gate opens at the latest, by that clock
  */
final class TierGate(clock: LongSupplier, deadline: Long) {
  import TierGate._

  @volatile private var known: State = Closed
  @volatile private var heldUntil: Option[Long] = None

  /** The tiers are known, for the first time or anew. */
  def update(stage: StageTasks): Unit = known = Tiered(stage)

  /** The tiers will not be known: opens the gate, unless there are older ones. */
  def fail(reason: WithoutTiers): Unit = synchronized {
    if (known == Closed) {
      known = Untiered(reason)
    }
  }

  /** Stays closed with tiers known, until a time by the clock. Returns whether it does: once open,
    * it does not close again.
    */
  def hold(until: Long): Boolean = synchronized {
    if (state == Closed) {
      heldUntil = Some(until)
    }
    heldUntil.isDefined
  }

  /** No longer stays closed with tiers known. */
  def release(): Unit = synchronized { heldUntil = None }

  /** Whether it is known for good that there are no tiers. */
  def isWithoutInput: Boolean = known == Untiered(WithoutTiers.NoInput)

  /** How the task set is to be scheduled now. */
  def state: State = known match {
    case Closed if isPast(deadline) && !isHeld => Untiered(WithoutTiers.TooLate)
    case Tiered(_) if isHeld                   => Closed
    case other                                 => other
  }

  /** Whether the task set is to be scheduled as Spark would now. */
  def isUntiered: Boolean = state match {
    case Untiered(_) => true
    case _           => false
  }

  private def isHeld: Boolean = heldUntil.exists(!isPast(_))

  private def isPast(time: Long): Boolean = clock.getAsLong - time >= 0
}

object TierGate {

  /** How a task set is scheduled. */
  sealed trait State

  /** Not yet. */
  case object Closed extends State

  /** As Spark would. */
  final case class Untiered(reason: WithoutTiers) extends State

  /** By a policy. */
  final case class Tiered(stage: StageTasks) extends State
}
