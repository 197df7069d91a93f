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

import java.util.concurrent.{ScheduledThreadPoolExecutor, TimeUnit}
import java.util.concurrent.atomic.AtomicInteger
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{AfterEach, Test, Timeout}

@Timeout(60)
class OfferCoalescerTest {
  private val timer = new ScheduledThreadPoolExecutor(1)
  private val rounds = new AtomicInteger

  private def coalescer(windowMs: Long) =
    new OfferCoalescer(windowMs, timer, () => { rounds.incrementAndGet(); () })

  /** When the next common round comes, in milliseconds. */
  private def comesIn: Long =
    timer.getQueue.iterator.next
      .asInstanceOf[java.util.concurrent.Delayed]
      .getDelay(TimeUnit.MILLISECONDS)

  @AfterEach
  def stop(): Unit = { timer.shutdownNow(); () }

  @Test
  def offersOfAMomentAreGatheredIntoOneRound(): Unit = {
    val tested = coalescer(200)
    assertThat(tested.declines(None)).isTrue
    assertThat(tested.declines(None)).isTrue
    assertThat(tested.declines(Some(60))).isTrue
    assertThat(timer.getQueue.size).isEqualTo(1)
    while (rounds.get == 0) Thread.sleep(1)
    tested.begin()
    assertThat(timer.getQueue.size).isZero
    assertThat(tested.declines(None)).isTrue // for the next
    assertThat(timer.getQueue.size).isEqualTo(1)
  }

  @Test
  def withoutAWindowNothingIsGathered(): Unit = {
    val tested = coalescer(0)
    assertThat(tested.declines(None)).isFalse
    assertThat(tested.declines(Some(60))).isFalse
    assertThat(timer.getQueue.size).isZero
  }

  @Test
  def tasksThatAreShortBesideTheMomentAreServedAtOnceUnlessARoundComesAnyway(): Unit = {
    val tested = coalescer(500)
    val short = 0.5 * OfferCoalescer.TaskShare
    assertThat(tested.declines(Some(short * 0.99))).isFalse
    assertThat(timer.getQueue.size).isZero
    assertThat(tested.declines(Some(short * 1.01))).isTrue
    assertThat(tested.declines(Some(short * 0.99))).isTrue
    tested.begin()
    assertThat(tested.declines(Some(short * 0.99))).isFalse
    assertThat(timer.getQueue.size).isEqualTo(1)
  }

  @Test
  def slowRoundsComeLessOften(): Unit = {
    val tested = coalescer(100)
    tested.end(TimeUnit.SECONDS.toNanos(1))
    assertThat(tested.declines(None)).isTrue
    assertThat(comesIn).isBetween(9000L, OfferCoalescer.RoundsShare * 1000)
    // And tasks that take less than that pays for are served one by one.
    tested.begin()
    assertThat(tested.declines(Some(OfferCoalescer.TaskShare * 5.0))).isFalse
  }

  @Test
  def aRoundThatWasFastLeavesTheMomentAsConfigured(): Unit = {
    val tested = coalescer(1000)
    tested.end(TimeUnit.MILLISECONDS.toNanos(1))
    assertThat(tested.declines(None)).isTrue
    assertThat(comesIn).isLessThanOrEqualTo(1000L)
  }

  @Test
  def whileStoppingNothingIsDeclinedForARoundThatNeverComes(): Unit = {
    val tested = coalescer(5)
    timer.shutdown()
    assertThat(tested.declines(None)).isFalse
    assertThat(tested.declines(None)).isFalse
    assertThat(rounds.get).isZero
  }
}
