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
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{AfterAll, Tag, Test, TestInstance}
import scala.jdk.CollectionConverters._

/** Filters that are known at run time only. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class RuntimeFiltersIT extends AdaptiveSparkPlanHelper {
  private val session = new SqlSession
  private val facts = write(
    "k int, v int, w string",
    Seq("k", "v").map(DimensionSpec.byRange(_, Seq(100, 200, 300).map(Value.ofInt).asJava)),
    (0 until 400).map(n => s"$n,${n * 7 % 400},w$n")
  )
  private val days = write(
    "day int, name string",
    Seq(DimensionSpec.byRange("day", Seq(100, 200, 300).map(Value.ofInt).asJava)),
    (0 until 400 by 20).map(n => s"$n,n$n")
  )

  private def write(columns: String, dimensions: Seq[DimensionSpec], rows: Seq[String]) =
    WrittenTable.write(
      session.newDirectory(),
      WrittenTable.spec(WrittenTable.schema(columns), dimensions, "csv"),
      Seq(4 -> rows.map(_.getBytes(UTF_8)))
    )

  @AfterAll
  def close(): Unit = session.close()

  private def pruned[A](run: => A): A = session.withConf(
    "spark.sql.optimizer.dynamicPartitionPruning.enabled" -> "true",
    "spark.sql.optimizer.dynamicPartitionPruning.reuseBroadcastOnly" -> "false",
    "spark.sql.optimizer.dynamicPartitionPruning.fallbackFilterRatio" -> "10"
  )(run)

  private def bytes(frame: DataFrame, table: WrittenTable): Seq[Long] = {
    frame.collect()
    collect(frame.queryExecution.executedPlan) {
      case scan: BatchScanExec if scan.table.name().contains(table.root.getName) =>
        scan.customMetrics("tridentBytes").value
    }
  }

  private def join(factOptions: String, dayOptions: String = "") =
    s"SELECT f.k, f.w, d.name FROM trident.`${facts.path}` $factOptions f" +
      s" JOIN trident.`${days.path}` $dayOptions d ON f.v = d.day WHERE d.name = 'n140'"

  @Test
  def aJoinsKeysChooseTheDimensionAndItsExtents(): Unit = {
    val whole = bytes(session.load(facts), facts)
    val frame = pruned(session.spark.sql(join("")))
    assertThat(frame.queryExecution.executedPlan.toString).contains("dynamicpruning")
    val read = pruned(bytes(frame, facts))
    assertThat(SqlSession.rows(frame).mkString).isEqualTo("20|'w20'|'n140'")
    assertThat(read.head * 3).isLessThan(whole.head)
  }

  @Test
  def columnsMayBeNamedInOtherLetters(): Unit = {
    val whole = bytes(session.load(facts), facts)
    val frame = pruned(session.spark.sql(join("").replace("f.v = d.day", "F.V = D.DAY")))
    assertThat(pruned(bytes(frame, facts)).head * 3).isLessThan(whole.head)
    assertThat(SqlSession.rows(frame).mkString).isEqualTo("20|'w20'|'n140'")
  }

  @Test
  def ofPartitionsThatSparkKnowsRangesAreTakenAway(): Unit = {
    val dimension = (column: String) => s"WITH (`dimension` = '$column')"
    session.withConf("spark.sql.autoBroadcastJoinThreshold" -> "-1") {
      val frame = pruned(session.spark.sql(join(dimension("v"), dimension("day"))))
      val whole = bytes(session.load(facts), facts)
      assertThat(pruned(bytes(frame, facts)).head * 3).isLessThan(whole.head)
      assertThat(SqlSession.rows(frame).mkString).isEqualTo("20|'w20'|'n140'")
    }
  }
}
