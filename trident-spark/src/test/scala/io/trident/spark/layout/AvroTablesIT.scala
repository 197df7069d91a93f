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

import io.trident.spark.layout.ConvertedTables.Column
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Tag
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource

@Tag("slow")
class AvroTablesIT
    extends ConvertedTables(
      "avro",
      Seq(
        Seq("l", "s:hash", "day"),
        Seq("i:hash", "ts", "d"),
        Seq("dec", "bin:hash", "f"),
        Seq("ntz:hash", "big:hash", "flag:hash", "ym")
      ),
      Seq(
        Column(
          "ym INTERVAL YEAR TO MONTH",
          random => java.time.Period.ofMonths(random.nextInt(30))
        )
      ),
      Seq("ym > INTERVAL '1' YEAR", "ym = INTERVAL '0-7' YEAR TO MONTH")
    ) {

  /** In parts of some blocks, and of extents. */
  @ParameterizedTest
  @ValueSource(strings = Array("700", "1000000"))
  def aQueryHasTheRowsThatStockSparkReads(partBytes: String): Unit =
    session.withConf(
      "spark.sql.files.maxPartitionBytes" -> partBytes,
      "spark.sql.files.openCostInBytes" -> "0"
    ) {
      compareQueries(_ % 3 == 0)
    }

  @Test
  def timesAreNoKeysWhereSparkIsToReadThemInItsOldCalendar(): Unit = {
    val (_, table, _) = tables.head
    def dimension: String =
      scan(session.load(table).where("day = DATE'1970-03-01'")).simpleString(1000)
    assertThat(dimension).contains("dimension=day")
    session.withConf("spark.sql.avro.datetimeRebaseModeInRead" -> "LEGACY") {
      assertThat(dimension).doesNotContain("extents 2 of 12")
    }
  }

  @Test
  def joinsAndAggregationsByADimensionNeedNoShuffle(): Unit =
    joinByDimensions(tables, Seq("f", "d", "ym"))

  @Test
  def aDamagedSpecificationIsAClearError(): Unit =
    damageSpecification("header", "has no header of Avro")
}
