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

import io.trident.core.model.{BlockInput, Replica, StorageTier}
import io.trident.core.placement.PlacementTask
import net.jqwik.api.{ForAll, Property}
import net.jqwik.api.constraints.{DoubleRange, LongRange}
import org.assertj.core.api.Assertions.{assertThat, within}
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters._

class PricingTest {
  private val pricing = Pricing(bytesPerSecond = 1e9, processWait = 3)

  private def task(executors: Set[String], bytes: Long*) = new PlacementTask(
    "t",
    bytes
      .map(n => new BlockInput(n, java.util.List.of(Replica.stored("n1", StorageTier.SSD))))
      .asJava,
    executors.asJava
  )

  @Test
  def aReadTakesItsBytesTimesItsCost(): Unit = {
    assertThat(pricing.readSeconds(task(Set.empty, 500000000L, 500000000L), 8)).isEqualTo(8.0)
    assertThat(pricing.readSeconds(task(Set.empty), 8)).isZero
  }

  @Test
  def whatIsInAProcessIsWorthTheProcessWaitElsewhere(): Unit = {
    val cached = task(Set("e1"), 1)
    assertThat(pricing.readSeconds(cached, 0)).isZero
    assertThat(pricing.readSeconds(cached, 1)).isEqualTo(3.0, within(1e-6))
  }

  @Property
  def readsAreLongerWhereTheyCostMore(
      @ForAll @LongRange(min = 1, max = 1L << 40) bytes: Long,
      @ForAll @DoubleRange(min = 0, max = 100) cost: Double,
      @ForAll inProcess: Boolean
  ): Unit = {
    val one = task(if (inProcess) Set("e1") else Set.empty, bytes)
    assertThat(pricing.readSeconds(one, cost)).isNotNegative
    assertThat(pricing.readSeconds(one, cost + 1)).isGreaterThan(pricing.readSeconds(one, cost))
  }

  @Test
  def theTermsAreThoseOfTheTasksOfTheSnapshot(): Unit = {
    val outlook = new Outlook {
      override def running: Iterator[RunningTask] = Iterator.empty
      override def workSeconds: Option[Double] = Some(1.5)
      override def patienceSeconds(index: Int): Double = index.toDouble
    }
    val terms = pricing.terms(Array(7, 9), outlook)
    assertThat(terms.patienceSeconds(0)).isEqualTo(7.0)
    assertThat(terms.patienceSeconds(1)).isEqualTo(9.0)
    assertThat(terms.workSeconds.getAsDouble).isEqualTo(1.5)
    assertThat(terms.readSeconds(task(Set.empty, 1000000000L), 2)).isEqualTo(2.0)
  }
}
