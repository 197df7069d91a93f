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

import io.trident.spark.prefetch.PrefetchedStage
import java.util.concurrent.atomic.AtomicBoolean
import org.apache.spark.internal.Logging
import scala.util.control.NonFatal

/** Keeps a failing observer from the scheduler: says so once and goes on. */
final class GuardedObserver(observer: RoundObserver) extends RoundObserver with Logging {
  private val saidFailed = new AtomicBoolean

  override def roundSolved(round: RoundSolved): Unit = guarded(observer.roundSolved(round))

  override def taskLaunched(task: TaskLaunched): Unit = guarded(observer.taskLaunched(task))

  override def stageWithoutTiers(stage: StageWithoutTiers): Unit =
    guarded(observer.stageWithoutTiers(stage))

  override def stagePrefetched(stage: PrefetchedStage): Unit =
    guarded(observer.stagePrefetched(stage))

  private def guarded(tell: => Unit): Unit =
    try tell
    catch {
      case NonFatal(e) =>
        if (saidFailed.compareAndSet(false, true)) {
          logWarning("Reports on placements are incomplete (said once)", e)
        }
    }
}
