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
import io.trident.core.prefetch.PrefetcherName
import io.trident.spark.prefetch.{PrefetchedStage, PrefetchSamples}
import io.trident.spark.tiers.StageTiers
import org.assertj.core.api.Assertions.{assertThat, assertThatThrownBy}
import org.junit.jupiter.api.Test

class GuardedObserverTest {
  private val tasks =
    new StageTasks(StageTiers(IndexedSeq.empty, pending = false), _ => "/r", CostModel.DEFAULT)
  private val launched =
    TaskLaunched(1, 0, 2, 3, "e", "h", 1.0, None, planned = true, speculative = false, tasks)
  private val prefetched =
    PrefetchSamples.stage(PrefetchSamples.plan(PrefetcherName.NONE, Seq.empty), Nil)
  private val began = StageBegan(1, 0, "count", 3)
  private val untiered = StageWithoutTiers(1, 0, WithoutTiers.NoInput)

  private final class Failing(failure: Throwable) extends RoundObserver {
    var asked = 0
    private def fail(): Unit = { asked += 1; throw failure }
    override def stageBegan(stage: StageBegan): Unit = fail()
    override def roundSolved(round: RoundSolved): Unit = fail()
    override def taskLaunched(task: TaskLaunched): Unit = fail()
    override def stageWithoutTiers(stage: StageWithoutTiers): Unit = fail()
    override def stagePrefetched(stage: PrefetchedStage): Unit = fail()
  }

  @Test
  def aFailingObserverIsCalledOnAndItsFailuresAreContained(): Unit = {
    val failing = new Failing(new IllegalStateException("full"))
    val guard = new Guard((_, _) => ())
    val guarded = new GuardedObserver(failing, guard)
    guarded.stageBegan(began)
    guarded.taskLaunched(launched)
    guarded.stageWithoutTiers(untiered)
    guarded.stagePrefetched(prefetched)
    assertThat(failing.asked).isEqualTo(4)
    assertThat(guard.failures).isEqualTo(4)
  }

  @Test
  def anObserverWhoseClassesAreMissingIsNeverHeardOf(): Unit = {
    val guard = new Guard((_, _) => ())
    new GuardedObserver(new Failing(new NoClassDefFoundError("made up")), guard)
      .taskLaunched(launched)
    assertThat(guard.failures).isEqualTo(1)
  }

  @Test
  def whatIsFatalIsNotHidden(): Unit = {
    val guarded = new GuardedObserver(
      new Failing(new OutOfMemoryError("made up")),
      new Guard((_, _) => ())
    )
    assertThatThrownBy(() => guarded.taskLaunched(launched)).isInstanceOf(classOf[OutOfMemoryError])
    ()
  }

  @Test
  def aSilentObserverTakesAnything(): Unit = {
    RoundObserver.Silent.stageBegan(began)
    RoundObserver.Silent.taskLaunched(launched)
    RoundObserver.Silent.stageWithoutTiers(untiered)
    RoundObserver.Silent.stagePrefetched(prefetched)
  }
}
