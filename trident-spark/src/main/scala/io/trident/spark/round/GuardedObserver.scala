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

import io.trident.core.guard.Guard
import io.trident.spark.prefetch.PrefetchedStage

/** Keeps a failing observer from the scheduler. */
final class GuardedObserver(observer: RoundObserver, guard: Guard) extends RoundObserver {
  import GuardedObserver.Incomplete

  override def stageBegan(stage: StageBegan): Unit = guarded(observer.stageBegan(stage))

  override def roundSolved(round: RoundSolved): Unit = guarded(observer.roundSolved(round))

  override def taskLaunched(task: TaskLaunched): Unit = guarded(observer.taskLaunched(task))

  override def stageWithoutTiers(stage: StageWithoutTiers): Unit =
    guarded(observer.stageWithoutTiers(stage))

  override def stagePrefetched(stage: PrefetchedStage): Unit =
    guarded(observer.stagePrefetched(stage))

  private def guarded(report: => Unit): Unit = {
    guard.run(Incomplete, () => report)
    ()
  }
}

private object GuardedObserver {
  final val Incomplete = "Reports on placements are incomplete"
}
