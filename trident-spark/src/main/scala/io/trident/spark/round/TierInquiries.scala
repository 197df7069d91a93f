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

import io.trident.core.cost.CostModel
import io.trident.core.guard.Guard
import io.trident.spark.tiers.{StageInputs, StageTiers, StartDelay, TierLookup}
import java.util.concurrent.{
  ExecutorService,
  RejectedExecutionException,
  ScheduledExecutorService,
  TimeUnit
}

/** Asks for the tiers of task sets and opens their gates. Nothing here waits or throws.
  * Thread-safe.
  *
  * @param newLookup
  *   where tiers are asked, made at the first stage that has input
  * @param model
  *   the constants of Equation 1
  * @param waitNanos
  *   for how long a gate stays closed at most
  * @param refreshMs
  *   how long after an answer that is about to change to ask again; after a failure longer and
  *   longer
  * @param timer
  *   runs what comes later
  * @param builders
  *   runs what takes time
  * @param offerAll
  *   asks for an offer of all executors, without waiting for it
  * @param guard
  *   contains what fails
  * @param whenTiered
  *   gets what a task set's gate gets; must not wait or throw
  * @param whenUntiered
  *   gets the inputs of a task set that turns out to have none with tiers; must not wait or throw
  */
final class TierInquiries(
    newLookup: () => TierLookup,
    model: CostModel,
    waitNanos: Long,
    refreshMs: Long,
    timer: ScheduledExecutorService,
    builders: ExecutorService,
    offerAll: () => Unit,
    guard: Guard,
    whenTiered: (StageInputs, StageTasks) => Unit = (_, _) => (),
    whenUntiered: StageInputs => Unit = _ => ()
) extends AutoCloseable {
  import TierInquiries._

  private lazy val lookup = newLookup()
  @volatile private var isUsed = false

  /** Asks for the tiers of a task set.
    *
    * @param inputs
    *   what its tasks read; evaluated once, by the builders; may throw
    */
  def ask(inputs: => StageInputs): OpenInquiry = {
    val gate = new TierGate(() => System.nanoTime(), System.nanoTime() + waitNanos)
    val inquiry = new OpenInquiry(gate)
    guarded(gate) {
      builders.execute { () =>
        guarded(gate)(begin(inquiry, inputs))
        if (gate.isUntiered) {
          offerAll()
        }
      }
      later(TimeUnit.NANOSECONDS.toMillis(waitNanos) + 1)(offerAll())
    }
    inquiry
  }

  private def begin(inquiry: OpenInquiry, read: StageInputs): Unit =
    if (read.tasks.forall(task => task.segments.isEmpty && task.cached.isEmpty)) {
      inquiry.gate.fail(WithoutTiers.NoInput)
      whenUntiered(read)
    } else {
      isUsed = true
      question(inquiry, read, None, refreshMs)(askAgain(inquiry, read, _))
    }

  /** The name under which the storage knows a host. */
  def nodeOf(host: String): String = lookup.nodeOf(host)

  /** Looks the tiers up. Where that fails, now or later, it is tried again while an answer is of
    * use, at intervals that grow: the tasks do not wait for it, but those that are left then may
    * yet be placed by it.
    *
    * @param last
    *   what was answered before, if anything
    * @param retryMs
    *   how long after a failure to try again
    */
  private def question(
      inquiry: OpenInquiry,
      inputs: StageInputs,
      last: Option[StageTiers],
      retryMs: Long
  )(andThen: StageTiers => Unit): Unit = {
    def again(): Unit = later(retryMs) {
      if (inquiry.isWanted) {
        question(inquiry, inputs, last, math.min(2 * retryMs, MaxRetryMs))(andThen)
      }
    }
    guarded(inquiry.gate, again()) {
      val answer = last.fold(lookup.resolve(inputs))(lookup.refresh(inputs, _))
      answer.whenCompleteAsync(
        (tiers, failure) => {
          guarded(inquiry.gate, again()) {
            if (failure != null) {
              throw failure
            }
            answered(inquiry, inputs, tiers)
            andThen(tiers)
          }
          offerAll()
        },
        builders
      )
      ()
    }
  }

  private def answered(inquiry: OpenInquiry, inputs: StageInputs, tiers: StageTiers): Unit = {
    val tasks = new StageTasks(tiers, lookup.topology, model)
    val held = tiers.delay.filter(hold(inquiry, _))
    inquiry.gate.update(tasks)
    whenTiered(inputs, tasks)
    held.foreach(releaseAfter(inquiry, inputs, tiers, _))
  }

  private def askAgain(inquiry: OpenInquiry, inputs: StageInputs, last: StageTiers): Unit =
    if (last.pending) {
      later(refreshMs)(refresh(inquiry, inputs, last)(askAgain(inquiry, inputs, _)))
    }

  private def refresh(inquiry: OpenInquiry, inputs: StageInputs, last: StageTiers)(
      andThen: StageTiers => Unit
  ): Unit =
    if (inquiry.isWanted) {
      question(inquiry, inputs, Some(last), refreshMs)(andThen)
    }

  /** Holds the tasks back while their input is moved: whatever becomes of that, not for longer than
    * planned. Returns whether they still can be.
    */
  private def hold(inquiry: OpenInquiry, delay: StartDelay): Boolean =
    inquiry.gate.hold(System.nanoTime() + delay.atMost.toNanos)

  /** When the input is there, the gate opens with the tiers as they are then. */
  private def releaseAfter(
      inquiry: OpenInquiry,
      inputs: StageInputs,
      last: StageTiers,
      delay: StartDelay
  ): Unit = {
    later(delay.atMost.toMillis + 1)(offerAll())
    delay.over.whenCompleteAsync(
      (_, _) => refresh(inquiry, inputs, last)(_ => inquiry.gate.release()),
      builders
    )
    ()
  }

  private def later(millis: Long)(what: => Unit): Unit =
    try {
      timer.schedule((() => what): Runnable, millis, TimeUnit.MILLISECONDS)
      ()
    } catch {
      case _: RejectedExecutionException => // stopping
    }

  /** Leaves the task set to Spark where something fails; `orElse` follows a failure that may pass.
    */
  private def guarded(gate: TierGate, orElse: => Unit = ())(what: => Unit): Unit =
    if (!guard.run(WithoutThem, () => what)) {
      gate.fail(WithoutTiers.LookupFailed)
      orElse
    }

  override def close(): Unit = if (isUsed) {
    lookup.close()
  }
}

private object TierInquiries {

  private final val WithoutThem = "A stage is scheduled without tiers"

  /** No failure is followed by a longer pause. */
  private val MaxRetryMs = 30000L
}

/** A task set whose tiers have been asked for. */
final class OpenInquiry(val gate: TierGate) {
  @volatile private var wanted: () => Boolean = () => true

  /** Sets how to find out whether further answers are of use. */
  def whileWanted(isWanted: () => Boolean): Unit = wanted = isWanted

  /** Whether further answers are of use. */
  def isWanted: Boolean = wanted()
}
