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
package io.trident.spark.prefetch

import io.trident.core.prefetch.PrefetcherName
import io.trident.core.storage.{BlockProgress, BlockToCache, PinState}
import io.trident.spark.prefetch.PrefetchSamples._
import io.trident.spark.prefetch.PrefetchedStage.Launch
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class PrefetchedStageTest {
  private val a = new BlockToCache("/a", 1, "n1")
  private val b = new BlockToCache("/b", 2, "n2")
  private val c = new BlockToCache("/c", 3, "n3")
  private val planned = plan(
    PrefetcherName.PREFETCH_ALL,
    Seq(
      file("/a", 1, replica("n1"))._2,
      file("/b", 2, replica("n2"))._2,
      file("/c", 3, replica("n3"))._2
    )
  )

  private def found(progress: BlockProgress, launches: Launch*): Int =
    stage(planned, Seq(progress)).report(launches, None).found

  @Test
  def aBlockIsFoundByATaskThatStartsOnItsNodeOnceItIsThere(): Unit = {
    val cached = progress(a, PinState.CACHED, ms = 500) // at 10,500
    assertThat(found(cached, Launch(0, "n1", 10500))).isEqualTo(1)
    assertThat(found(cached, Launch(0, "n1", 10499))).as("too early").isZero
    assertThat(found(cached, Launch(0, "n2", 10500))).as("elsewhere").isZero
    assertThat(found(cached, Launch(1, "n1", 10500))).as("of another file").isZero
    assertThat(found(cached, Launch(7, "n1", 10500))).as("of no task").isZero
    assertThat(found(progress(a, PinState.PENDING), Launch(0, "n1", 20000))).isZero
    assertThat(found(cached, Launch(0, "n1", 11000), Launch(0, "n1", 12000)))
      .as("a retry")
      .isEqualTo(1)
  }

  @Test
  def theReportSumsUp(): Unit = {
    val other = new BlockToCache("/of/another/stage", 9, "n1")
    val states = Seq(
      progress(a, PinState.CACHED, ms = 500),
      progress(b, PinState.CACHED, ms = 500),
      progress(c, PinState.CACHE_FULL),
      progress(other, PinState.CACHED)
    )
    val report = stage(planned, states).report(Seq(Launch(0, "n1", 11000)), Some(14250))
    assertThat(report.prefetcher).isEqualTo("prefetch-all")
    assertThat(Seq(report.blocks, report.planned, report.cached, report.found, report.failed))
      .isEqualTo(Seq(3, 3, 2, 1, 1))
    assertThat(report.unused).isEqualTo(1)
    assertThat(report.failure).isEqualTo("the node's cache is full")
    assertThat(report.measured).isEqualTo(4.25)
    assertThat(report.predictedPlanned).isEqualTo(planned.plan.predicted.planned)
    assertThat(report.predictedNone).isEqualTo(planned.plan.predicted.none)
    assertThat(report.predictedAll).isEqualTo(planned.plan.predicted.all)
  }

  @Test
  def aFailedBlockIsReportedWithTheReasonOfItsStorage(): Unit = {
    val refused = progress(a, PinState.REFUSED, message = "No pool \"trident\"")
    assertThat(stage(planned, Seq(refused)).report(Nil, None).failure)
      .isEqualTo("No pool \"trident\"")
  }

  /** Sessions forget what was cached once they are closed. */
  @Test
  def closedItKnowsWhereItStoodLast(): Unit = {
    var state = PinState.CACHED
    val tested = stage(planned, Seq(progress(a, state)), () => state = PinState.GIVEN_UP)
    tested.close()
    assertThat(state).isEqualTo(PinState.GIVEN_UP)
    assertThat(tested.report(Nil, None).cached).isEqualTo(1)
    assertThat(tested.report(Nil, None).failed).isZero
  }
}
