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

import io.trident.layout.table.DimensionSpec
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Random
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.types.StructType
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.{AfterAll, Tag, Test, TestInstance}
import scala.jdk.CollectionConverters._

/** Queries by a column that is no dimension and follows the original order. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class OtherColumnsIT {
  private val session = new SqlSession

  @AfterAll
  def close(): Unit = session.close()

  /** Rows in order, of which 100 each become a super-extent. */
  private val rows: Seq[(Long, Option[Long], Option[String], Double)] = {
    val random = new Random(5)
    (0 until 300).map { n =>
      val seq = Option.when(n < 200 || n % 10 > 0)(n.toLong)
      val word = Option.when(n >= 100)(s"w$n")
      (
        random.nextInt(50).toLong,
        seq,
        word,
        if (n < 100) -0.0 else if (n < 200) 0.5 else Double.NaN
      )
    }
  }

  private lazy val csv: WrittenTable = {
    val spec = WrittenTable.spec(
      WrittenTable.schema("k long, seq long, word string, d double"),
      Seq(DimensionSpec.byHash("k")),
      "csv"
    )
    val lines = rows.map { case (k, seq, word, d) =>
      s"$k,${seq.getOrElse("")},${word.getOrElse("")},$d".getBytes(UTF_8)
    }
    WrittenTable.write(session.newDirectory(), spec, lines.grouped(100).map(4 -> _).toSeq)
  }

  private lazy val parquet: WrittenTable = ConvertedFiles.write(
    "parquet",
    frame,
    session.newDirectory(),
    session.newDirectory(),
    Seq("k:hash"),
    Seq(4, 4, 4),
    extents = 4
  )

  private def frame: DataFrame = session.spark
    .createDataFrame(
      rows.map { case (k, seq, word, d) =>
        Row(k, seq.map(Long.box).orNull, word.orNull, d)
      }.asJava,
      StructType.fromDDL("k BIGINT, seq BIGINT, word STRING, d DOUBLE")
    )
    .coalesce(1)

  /** Checks rows, and returns how many of the three super-extents are read. */
  private def read(table: WrittenTable, condition: String): Int = {
    val ours = session.load(table).where(condition)
    val expected = SqlSession.rows(frame.where(condition)).mkString("\n")
    assertEquals(expected, SqlSession.rows(ours).mkString("\n"), condition)
    val plan = ours.queryExecution.executedPlan.toString
    val number = "super-extents (\\d) of 3".r.findFirstMatchIn(plan).get.group(1).toInt
    if (number == 3) assertThat(plan).doesNotContain("bounds of other columns")
    else assertThat(plan).contains(s"bounds of other columns exclude ${3 - number} super-extents")
    number
  }

  @Test
  def superExtentsWithoutSuchValuesArePassedOver(): Unit = {
    assertThat(read(parquet, "seq = 150")).isEqualTo(1)
    assertThat(read(parquet, "seq >= 90 AND seq < 130")).isEqualTo(2)
    assertThat(read(parquet, "seq > 1000 OR k = 3")).isEqualTo(3)
    assertThat(read(parquet, "seq > 1000")).isZero()
    assertThat(read(parquet, "seq IS NULL")).isEqualTo(1)
    assertThat(read(parquet, "word IS NULL")).isEqualTo(1)
    assertThat(read(parquet, "word LIKE 'w2%'")).isEqualTo(1)
    assertThat(read(parquet, "word IS NOT NULL")).isEqualTo(2)
    assertThat(read(parquet, "d = 0")).isEqualTo(1)
    assertThat(read(parquet, "d > 1")).isEqualTo(1)
    assertThat(read(parquet, "isnan(d)")).isEqualTo(3)
    assertThat(read(parquet, "seq = 150 AND k = 3")).isEqualTo(1)
  }

  /** A null of lines may be what only Spark can read. */
  @Test
  def ofLinesASuperExtentWithNullsIsReadInAnyCase(): Unit = {
    assertThat(read(csv, "seq = 150")).isEqualTo(2)
    assertThat(read(csv, "seq = 250")).isEqualTo(1)
    assertThat(read(csv, "word = 'w150'")).isEqualTo(2)
    assertThat(read(csv, "d = 0.5")).isEqualTo(1)
  }
}
