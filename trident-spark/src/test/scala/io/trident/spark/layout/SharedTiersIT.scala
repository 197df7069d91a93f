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
package io.trident.spark.layout

import io.trident.core.layout.value.Value
import io.trident.layout.table.DimensionSpec
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.TimeUnit
import org.apache.spark.scheduler.trident.ListenerCount
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{AfterAll, Test, TestInstance, Timeout}
import scala.jdk.CollectionConverters._

/** Servers make a session for each client, for as long as they run. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SharedTiersIT {
  private val session = new SqlSession
  private val sc = session.spark.sparkContext
  private val table = WrittenTable.write(
    session.newDirectory(),
    WrittenTable.spec(
      WrittenTable.schema("a int, b int"),
      Seq("a", "b").map(DimensionSpec.byRange(_, Seq(10, 20, 30).map(Value.ofInt).asJava)),
      "csv"
    ),
    Seq(4 -> (0 until 40).map(n => s"$n,${n * 7 % 40}".getBytes(UTF_8)))
  )

  @AfterAll
  def close(): Unit = session.close()

  private def newSession(settings: (String, String)*): SparkSession = {
    val made = session.spark.newSession()
    settings.foreach { case (key, value) => made.conf.set(key, value) }
    made
  }

  /** The tiers that a query asks for; they are also asked for. */
  private def tiersOf(session: SparkSession): LayoutTiers = {
    val read = session.sql(s"SELECT * FROM trident.`${table.path}` WHERE b = 7")
    assertThat(read.count()).isEqualTo(1L)
    read.queryExecution.analyzed.collectFirst { case relation: DataSourceV2Relation =>
      relation.table.asInstanceOf[TridentTable].tiers
    }.get
  }

  private def different(tiers: Seq[LayoutTiers]): Int =
    tiers.zipWithIndex.count { case (one, at) => tiers.indexWhere(_ eq one) == at }

  @Test
  def sessionsThatAreConfiguredAlikeShareOneListenerAndOneStorage(): Unit = {
    val before = ListenerCount.ofTrident(sc)
    val tiers = Seq.fill(20)(tiersOf(newSession()))
    assertThat(different(tiers)).isEqualTo(1)
    assertThat(ListenerCount.ofTrident(sc) - before).isLessThanOrEqualTo(1)
  }

  @Test
  def sessionsThatSetOtherRatesOfTiersHaveOtherCosts(): Unit = {
    val slow = tiersOf(newSession("trident.prefetch.memory-rate-mb" -> "500"))
    assertThat(different(Seq(tiersOf(newSession()), slow))).isEqualTo(2)
    assertThat(slow.cost).isNotEqualTo(tiersOf(newSession()).cost)
    assertThat(
      different(Seq(slow, tiersOf(newSession("trident.prefetch.memory-rate-mb" -> "500"))))
    )
      .isEqualTo(1)
  }

  @Test
  def tiersOfSessionsThatAreGoneAreClosed(): Unit = {
    val shared = SharedTiers.of(sc)
    val kept = tiersOf(newSession())
    val before = shared.size
    (1 to 5).foreach(n => tiersOf(newSession("trident.prefetch.memory-rate-mb" -> s"${600 + n}")))
    val deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120)
    while (shared.size > before) {
      assertThat(System.nanoTime()).as("tiers that nobody has are open").isLessThan(deadline)
      System.gc()
      Thread.sleep(100)
    }
    assertThat(tiersOf(newSession())).isSameAs(kept)
  }
}
