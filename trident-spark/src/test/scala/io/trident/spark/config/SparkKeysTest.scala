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
package io.trident.spark.config

import io.trident.core.config.{ConfigException, ConfigKey, SparkKeys}
import io.trident.core.placement.PolicyName
import io.trident.core.prefetch.PrefetcherName
import net.jqwik.api.{ForAll, Property}
import net.jqwik.api.constraints.IntRange
import org.apache.spark.SparkConf
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters._

class SparkKeysTest {
  private val keys = SparkKeys.all().asScala.toSeq
  private val defaults = ConfSource(_ => None)

  private def read[T](key: ConfigKey[T], text: String): T =
    key.read(ConfSource(new SparkConf(false).set(key.name, text).getOption))

  private def assertRefused(key: ConfigKey[_], text: String): Unit = {
    val refusal = assertThrows(classOf[ConfigException], () => { val _ = read(key, text) })
    assertThat(refusal).hasMessageContainingAll(key.name, text, "must be")
    ()
  }

  @Test
  def everyKeyIsListedOnceAndUnderThePrefix(): Unit = {
    val declared = classOf[SparkKeys].getDeclaredFields
      .filter(_.getType == classOf[ConfigKey[_]])
      .map(_.get(null).asInstanceOf[ConfigKey[_]].name)
    assertThat(keys.map(_.name).asJava).doesNotHaveDuplicates()
    assertThat(keys.map(_.name).toSet.asJava).isEqualTo(declared.toSet.asJava)
    keys.foreach { key =>
      assertThat(key.name).matches("spark\\.scheduler\\.trident(\\.[a-z]+(-[a-z]+)*)+")
      assertThat(key.description).endsWith(".")
      assertThat(read(key, key.defaultText): Any).isEqualTo(key.defaultValue)
      assertThat(read(key, "  "): Any).isEqualTo(key.defaultValue)
      assertThat(key.read(defaults): Any).isEqualTo(key.defaultValue)
    }
  }

  @Test
  def policiesByTheirNames(): Unit = {
    val read = PolicyName.values.map(policy => this.read(SparkKeys.POLICY, policy.label))
    assertThat(read.toSeq.asJava).isEqualTo(PolicyName.values.toSeq.asJava)
    assertThat(this.read(SparkKeys.POLICY, " H-Scheduler ")).isEqualTo(PolicyName.H_SCHEDULER)
  }

  @Test
  def whatIsNotAValueIsRefusedByNameValueAndRemedy(): Unit = {
    Seq("tridnet", "h_scheduler", "trident,quartet").foreach(assertRefused(SparkKeys.POLICY, _))
    Seq("all", "trident+d", "oracle,none").foreach(assertRefused(SparkKeys.PREFETCHER, _))
    val numbers = Seq(
      SparkKeys.COALESCE_MS -> Seq(-1, 1001),
      SparkKeys.TIER_WAIT_MS -> Seq(-1, 600001),
      SparkKeys.UNIT_RATE -> Seq(0, -3, 1000001),
      SparkKeys.REFRESH_MS -> Seq(9, 600001),
      SparkKeys.MAX_LEAVES -> Seq(0, -1),
      SparkKeys.LOOKUP_THREADS -> Seq(0, 257),
      SparkKeys.REPORT_TASKS -> Seq(-1, 1000001),
      SparkKeys.EXECUTOR_HINTS_SKEW -> Seq(0, 1000001),
      SparkKeys.TIME_TO_INIT_MS -> Seq(-1, 600001),
      SparkKeys.TIME_TO_SCHEDULE_MS -> Seq(-1, 600001)
    )
    val switches =
      Seq(SparkKeys.ENABLED, SparkKeys.WAITING, SparkKeys.REPORT, SparkKeys.EXECUTOR_HINTS)
    for (key <- switches; text <- Seq("yes", "1", "tru")) {
      assertRefused(key, text)
    }
    assertThat(numbers.size + switches.size + 2).isEqualTo(keys.size)
    for ((key, outside) <- numbers) {
      outside.foreach(number => assertRefused(key, number.toString))
      Seq("5ms", "1.5", "0x10", "99999999999", "five").foreach(assertRefused(key, _))
    }
  }

  @Test
  def prefetchersByTheirNames(): Unit = {
    val read = PrefetcherName.values.map(one => this.read(SparkKeys.PREFETCHER, one.label))
    assertThat(read.toSeq.asJava).isEqualTo(PrefetcherName.values.toSeq.asJava)
  }

  @Property
  def numbersWithinTheRangeAreRead(@ForAll @IntRange(min = 10, max = 256) number: Int): Unit =
    for (
      key <- Seq(
        SparkKeys.COALESCE_MS,
        SparkKeys.TIER_WAIT_MS,
        SparkKeys.UNIT_RATE,
        SparkKeys.REFRESH_MS,
        SparkKeys.MAX_LEAVES,
        SparkKeys.LOOKUP_THREADS,
        SparkKeys.REPORT_TASKS,
        SparkKeys.EXECUTOR_HINTS_SKEW,
        SparkKeys.TIME_TO_INIT_MS,
        SparkKeys.TIME_TO_SCHEDULE_MS
      )
    ) {
      assertThat(read(key, s" $number "): Any).hasToString(number.toString)
    }
}
