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
import io.trident.core.model.RackResolver
import io.trident.spark.tiers.StageTiers
import net.jqwik.api.{ForAll, Property}
import net.jqwik.api.constraints.{IntRange, Size}
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class TierGateTest {
  private val topology: RackResolver = _ => "/r"
  private var now = 0L

  private def gate(deadline: Long) = new TierGate(() => now, deadline)

  private def stage() =
    new StageTasks(StageTiers(IndexedSeq.empty, pending = false), topology, CostModel.DEFAULT)

  @Test
  def itIsClosedUntilTheDeadlineAndThenOpensWithoutTiers(): Unit = {
    val tested = gate(100)
    now = 99
    assertThat(tested.state).isEqualTo(TierGate.Closed)
    now = 100
    assertThat(tested.state).isEqualTo(TierGate.Untiered(WithoutTiers.TooLate))
  }

  @Test
  def tiersOpenItAtOnceAndAlsoAfterTheDeadline(): Unit = {
    val inTime = stage()
    val early = gate(100)
    early.update(inTime)
    assertThat(early.state).isEqualTo(TierGate.Tiered(inTime))
    now = 1000
    assertThat(early.state).isEqualTo(TierGate.Tiered(inTime))
    val late = gate(100)
    assertThat(late.state).isEqualTo(TierGate.Untiered(WithoutTiers.TooLate))
    late.update(inTime)
    assertThat(late.state).isEqualTo(TierGate.Tiered(inTime))
  }

  @Test
  def withTiersKnownItStaysClosedForAsLongAsItIsHeld(): Unit = {
    val inTime = stage()
    val tested = gate(100)
    now = 90
    assertThat(tested.hold(500)).isTrue
    tested.update(inTime)
    now = 499 // past the deadline
    assertThat(tested.state).isEqualTo(TierGate.Closed)
    now = 500
    assertThat(tested.state).isEqualTo(TierGate.Tiered(inTime))
    val early = gate(1000)
    assertThat(early.hold(900)).isTrue
    early.update(inTime)
    early.release()
    assertThat(early.state).isEqualTo(TierGate.Tiered(inTime))
  }

  @Test
  def onceOpenItIsNotHeld(): Unit = {
    val late = gate(100)
    now = 100
    assertThat(late.hold(500)).isFalse
    assertThat(late.state).isEqualTo(TierGate.Untiered(WithoutTiers.TooLate))
    val failed = gate(1000)
    failed.fail(WithoutTiers.LookupFailed)
    assertThat(failed.hold(500)).isFalse
    assertThat(failed.state).isEqualTo(TierGate.Untiered(WithoutTiers.LookupFailed))
  }

  /** `System.nanoTime` may pass the largest number. */
  @Test
  def theClockMayOverflow(): Unit = {
    now = Long.MaxValue - 10
    val tested = gate(now + 20)
    assertThat(tested.state).isEqualTo(TierGate.Closed)
    now += 19
    assertThat(tested.state).isEqualTo(TierGate.Closed)
    now += 1
    assertThat(tested.state).isEqualTo(TierGate.Untiered(WithoutTiers.TooLate))
  }

  /** Whatever the order: it never closes again, tiers once known are never lost to a failure, and
    * the last that were reported count.
    */
  @Property
  def whatBecameKnownIsKept(
      @ForAll @Size(max = 20) events: java.util.List[Integer],
      @ForAll @IntRange(min = 0, max = 50) deadline: Int
  ): Unit = {
    now = 0
    val tested = gate(deadline.toLong)
    var latest: Option[StageTasks] = None
    var failed = false
    events.forEach { event =>
      Math.floorMod(event, 3) match {
        case 0 =>
          latest = Some(stage())
          latest.foreach(tested.update)
        case 1 =>
          failed = true
          tested.fail(WithoutTiers.LookupFailed)
        case _ => now += 7
      }
      val expected = latest match {
        case Some(last)              => TierGate.Tiered(last)
        case None if failed          => TierGate.Untiered(WithoutTiers.LookupFailed)
        case None if now >= deadline => TierGate.Untiered(WithoutTiers.TooLate)
        case None                    => TierGate.Closed
      }
      assertThat(tested.state).isEqualTo(expected)
    }
  }
}
