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

import java.util.concurrent.{RejectedExecutionException, ScheduledExecutorService, TimeUnit}

/** Gathers offers of single executors into common rounds. Not thread-safe: guarded by the
  * scheduler's lock.
  *
  * An executor that has ended a task offers its slot alone. Declined, the slot is offered again
  * with all others a moment later. Gathering costs idle time and rounds over all executors, so the
  * moment is at least [[RoundsShare]] times as long as the last common round took, and the tasks
  * that follow must be [[TaskShare]] times as long as the moment.
  *
  * @param windowMs
  *   the moment, in milliseconds; 0 never gathers
  * @param timer
  *   runs what comes later
  * @param offerAll
  *   asks for an offer of all executors, without waiting for it
  */
final class OfferCoalescer(windowMs: Long, timer: ScheduledExecutorService, offerAll: () => Unit) {
  import OfferCoalescer._

  private var scheduled = false
  private var lastRoundNanos = 0L

  /** Returns whether an offer of one executor is to be declined in favour of a common one.
    *
    * @param meanSeconds
    *   how long the tasks that may follow take: none where that is not known yet
    */
  def declines(meanSeconds: Option[Double]): Boolean = {
    val moment = math.max(TimeUnit.MILLISECONDS.toNanos(windowMs), RoundsShare * lastRoundNanos)
    if (windowMs == 0 || meanSeconds.exists(_ * 1e9 < TaskShare * moment)) {
      scheduled // one more in a round that comes anyway
    } else {
      if (!scheduled) {
        schedule(moment)
      }
      scheduled
    }
  }

  /** A common round begins: it includes whatever was declined. */
  def begin(): Unit = scheduled = false

  /** A common round ended. */
  def end(nanos: Long): Unit = lastRoundNanos = nanos

  private def schedule(nanos: Long): Unit =
    try {
      timer.schedule((() => offerAll()): Runnable, nanos, TimeUnit.NANOSECONDS)
      scheduled = true
    } catch {
      case _: RejectedExecutionException => // stopping
    }
}

object OfferCoalescer {

  /** At least how many times longer than a common round the moment before one is. */
  val RoundsShare = 10L

  /** At least how many times longer than the moment tasks are. */
  val TaskShare = 20L
}
