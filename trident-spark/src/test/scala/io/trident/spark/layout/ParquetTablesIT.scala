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

import java.sql.{Date, Timestamp}
import java.time.LocalDateTime
import java.util.Random
import org.apache.parquet.hadoop.ParquetInputFormat
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.execution.ColumnarToRowExec
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.datasources.v2.parquet.ParquetPartitionReaderFactory
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec
import org.apache.spark.sql.types._
import org.assertj.core.api.Assertions.{assertThat, assertThatThrownBy}
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.{AfterAll, Test, TestInstance}
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import scala.jdk.CollectionConverters._

/** Tables of Parquet have the rows that Spark reads from the files they were made of. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ParquetTablesIT extends AdaptiveSparkPlanHelper {
  private val session = new SqlSession
  private val random = new Random(7)

  private val schema = StructType.fromDDL(
    "l BIGINT, i INT, sh SMALLINT, b TINYINT, f FLOAT, d DOUBLE, dec DECIMAL(12,2), big DECIMAL(30,5)," +
      " s STRING, bin BINARY, day DATE, ts TIMESTAMP, ntz TIMESTAMP_NTZ, flag BOOLEAN," +
      " tags ARRAY<STRING>, props MAP<STRING,INT>, n STRUCT<a: INT, b: STRUCT<c: STRING, d: BIGINT>>"
  )

  private def orNull(value: => Any): Any = if (random.nextInt(8) == 0) null else value

  private def row(): Row = Row(
    orNull(random.nextInt(500).toLong),
    orNull(random.nextInt(100) - 50),
    orNull((random.nextInt(100) - 50).toShort),
    orNull((random.nextInt(20) - 10).toByte),
    orNull(Seq(0f, -0f, Float.NaN, 1.5f, -3f)(random.nextInt(5))),
    orNull(Seq(0.0, -0.0, Double.NaN, random.nextInt(9).toDouble)(random.nextInt(4))),
    orNull(new java.math.BigDecimal(random.nextInt(5000)).movePointLeft(2)),
    orNull(new java.math.BigDecimal(random.nextInt(50)).scaleByPowerOfTen(20).setScale(5)),
    orNull(Seq("", "ü", "a" * random.nextInt(40), s"s${random.nextInt(50)}")(random.nextInt(4))),
    orNull(Array.fill(random.nextInt(3))(random.nextInt().toByte)),
    orNull(Date.valueOf(java.time.LocalDate.ofEpochDay((random.nextInt(4000) - 1000).toLong))),
    orNull(new Timestamp(random.nextInt(100000) * 1000000L)),
    orNull(LocalDateTime.of(2000 + random.nextInt(30), 1, 1, 0, random.nextInt(60))),
    orNull(random.nextBoolean()),
    orNull(Seq.fill(random.nextInt(3))(orNull(s"t${random.nextInt(5)}"))),
    orNull(Map(s"k${random.nextInt(3)}" -> orNull(random.nextInt(3)))),
    orNull(Row(orNull(random.nextInt(40)), orNull(Row(orNull(s"c${random.nextInt(9)}"), 3L))))
  )

  private def frame(rows: Int): DataFrame =
    session.spark.createDataFrame(Seq.fill(rows)(row()).asJava, schema).coalesce(2)

  private val keys = Seq(
    Seq("l", "s:hash", "day"),
    Seq("i:hash", "ts", "n.b.c"),
    Seq("dec", "sh", "bin:hash"),
    Seq("ntz:hash", "d", "b"),
    Seq("f", "big:hash", "flag:hash", "n.a")
  )
  private val all = frame(800)
  private val tables = keys.map { by =>
    val stock = session.newDirectory()
    (by, ConvertedFiles.write("parquet", all, stock, session.newDirectory(), by), stock)
  }

  @AfterAll
  def close(): Unit = session.close()

  private def equal(ours: DataFrame, expected: String, name: String): Unit = {
    val found = text(ours)
    assertEquals(expected, found, s"$name ${ours.queryExecution.executedPlan}")
  }

  private def text(frame: DataFrame): String =
    frame.collect().map(show).sorted.mkString("\n")

  private def show(value: Any): String = value match {
    case bytes: Array[Byte]               => bytes.mkString("[", " ", "]")
    case inner: Row                       => inner.toSeq.map(show).mkString("(", "|", ")")
    case several: scala.collection.Seq[_] => several.map(show).mkString("<", ",", ">")
    case other                            => String.valueOf(other)
  }

  private val conditions = Seq(
    "true",
    "l = 17",
    "l BETWEEN 100 AND 130 AND i > 0",
    "i = 3",
    "i IN (1, 2, 30) OR l IS NULL",
    "sh > 20",
    "sh = 5",
    "b = -3",
    "b IS NULL",
    "f = 0.0",
    "isnan(f)",
    "d > 5",
    "d = 0",
    "dec >= 12.34 AND dec < 15",
    "big = 1200000000000000000000",
    "s = ''",
    "s LIKE 's1%'",
    "s > 'ü'",
    "bin = X'07'",
    "bin IS NOT NULL AND bin < X'20'",
    "day = DATE'1970-03-01'",
    "day > DATE'1975-01-01'",
    "ts < TIMESTAMP'1970-02-01 00:00:00'",
    "ntz = TIMESTAMP_NTZ'2003-01-01 00:07:00'",
    "ntz >= TIMESTAMP_NTZ'2020-01-01 00:00:00'",
    "flag",
    "NOT flag",
    "n.a < 3",
    "n.b.c = 'c4'",
    "n.b.c IS NULL",
    "array_contains(tags, 't1')",
    "l + 1 = 18"
  )

  @ParameterizedTest
  @ValueSource(booleans = Array(true, false))
  def aQueryHasTheRowsThatStockSparkReads(isVectorized: Boolean): Unit =
    session.withConf(
      "spark.sql.parquet.enableVectorizedReader" -> isVectorized.toString,
      "spark.sql.files.maxPartitionBytes" -> "3000",
      "spark.sql.files.openCostInBytes" -> "0"
    ) {
      val source = session.spark.read.parquet(tables.head._3.toString)
      for {
        (condition, number) <- conditions.zipWithIndex
        whole = source.where(condition)
        some = whole.selectExpr("n.b.d", "i")
        (expected, expectedSome) = (text(whole), text(some))
        ((by, table, _), at) <- tables.zipWithIndex
        if (number + at) % 5 == (if (isVectorized) 0 else 1)
      } {
        val named = Seq("dimension" -> by(number % by.size).stripSuffix(":hash"))
        val name = s"$by, $condition, $named"
        equal(session.load(table).where(condition), expected, name)
        equal(session.load(table).where(condition).selectExpr("n.b.d", "i"), expectedSome, name)
        equal(session.load(table, named: _*).where(condition), expected, name)
      }
      for ((by, table, _) <- tables) {
        assertThat(session.load(table).schema).isEqualTo(source.schema)
        equal(session.load(table).groupBy().count(), text(source.groupBy().count()), by.toString)
      }
    }

  private def scan(frame: DataFrame): BatchScanExec = {
    frame.collect()
    collect(frame.queryExecution.executedPlan) { case one: BatchScanExec => one }.head
  }

  private def outputRows(frame: DataFrame): Long = scan(frame).metrics("numOutputRows").value

  @Test
  def extentsAndBucketsArePrunedByKeys(): Unit = {
    val (_, table, _) = tables.head
    val read = scan(session.load(table).where("l = 17"))
    assertThat(read.simpleString(1000)).contains("dimension=l", "extents 2 of 12")
    val two = outputRows(session.load(table).where("l < 20 AND s = 's7'"))
    assertThat(two).isLessThan(outputRows(session.load(table).where("l < 20")))
  }

  @Test
  def rowGroupsArePrunedByColumnsThatAreNoKeys(): Unit = {
    val (_, table, _) = tables.head
    assertThat(outputRows(session.load(table).where("i > 1000"))).isZero()
    assertThat(outputRows(session.load(table).where("i + 1000 > 2000"))).isGreaterThan(600L)
  }

  @Test
  def columnsAreReadAsColumnsIfSparkDoesSo(): Unit = {
    val (_, table, _) = tables.head
    def hasColumns: Boolean = {
      val frame = session.load(table).select("l", "n.b.c")
      frame.collect()
      collect(frame.queryExecution.executedPlan) { case one: ColumnarToRowExec => one }.nonEmpty
    }
    assertThat(hasColumns).isTrue()
    session.withConf("spark.sql.parquet.enableVectorizedReader" -> "false") {
      assertThat(hasColumns).isFalse()
    }
    assertThat(scan(session.load(table).select("n.b.c")).scan.readSchema().catalogString)
      .isEqualTo("struct<n:struct<b:struct<c:string>>>")
  }

  @Test
  def aScanMakesItsReadersOnceForAllCopiesOfAPlan(): Unit = {
    val one = scan(session.load(tables.head._2).where("l = 17"))
    assertThat(one.copy().readerFactory).isSameAs(one.readerFactory)
  }

  @Test
  def keysThatSparkSurelyReadsAreNotChecked(): Unit = {
    val (_, table, _) = tables.head
    val read = session.load(table, "dimension" -> "l").select("l", "i")
    assertThat(scan(read).readerFactory).isInstanceOf(classOf[ParquetPartitionReaderFactory])
  }

  @Test
  def indexesOfPagesAreReadOnlyOfBucketsThatAreLongerThanAPage(): Unit = {
    val format = SparkFormat.of(tables.head._2.spec)
    def isRead(bucketBytes: Long): Boolean =
      format
        .readerFactory(session.spark, format.schema, Nil, bucketBytes, Map.empty)
        .asInstanceOf[ParquetPartitionReaderFactory]
        .broadcastedConf
        .value
        .value
        .getBoolean(ParquetInputFormat.COLUMN_INDEX_FILTERING_ENABLED, true)
    assertThat(isRead(1L << 20)).isFalse()
    assertThat(isRead((1L << 20) + 1)).isTrue()
  }

  @ParameterizedTest
  @ValueSource(booleans = Array(true, false))
  def joinsAndAggregationsByADimensionNeedNoShuffle(isVectorized: Boolean): Unit =
    session.withConf(
      "spark.sql.parquet.enableVectorizedReader" -> isVectorized.toString,
      "spark.sql.sources.v2.bucketing.enabled" -> "true",
      "spark.sql.sources.v2.bucketing.pushPartValues.enabled" -> "true",
      "spark.sql.requireAllClusterKeysForCoPartition" -> "false",
      "spark.sql.autoBroadcastJoinThreshold" -> "-1"
    ) {
      for {
        (by, table, stock) <- if (isVectorized) tables else tables.take(1)
        dimension <- by.map(_.stripSuffix(":hash"))
        if !Seq("f", "d", "n.b.c", "n.a").contains(dimension) // Spark shuffles by these anyway
      } {
        val source = session.spark.read.parquet(stock.toString)
        def counted(frame: DataFrame) = frame.groupBy(dimension).count()
        val ours = counted(session.load(table, "dimension" -> dimension))
        equal(ours, text(counted(source)), dimension)
        def joined(one: DataFrame, other: DataFrame) =
          one.select(dimension, "i").join(other.select(dimension).distinct(), dimension)
        val join = joined(
          session.load(table, "dimension" -> dimension),
          session.load(table, "dimension" -> dimension)
        )
        equal(join, text(joined(source, source)), dimension)
        val shuffles = Seq(ours, join).flatMap(frame =>
          collect(frame.queryExecution.executedPlan) { case one: ShuffleExchangeExec => one }
        )
        assertEquals(0, shuffles.size, s"$dimension ${join.queryExecution.executedPlan}")
      }
    }

  @Test
  def aDamagedSpecificationIsAClearError(): Unit = {
    val stock = session.newDirectory()
    val table =
      ConvertedFiles.write(
        "parquet",
        frame(50),
        stock,
        session.newDirectory(),
        Seq("l"),
        Seq(4),
        extents = 4
      )
    val text = io.trident.layout.table.TableSpecJson
      .write(table.spec)
      .replaceAll("\"footer\" *: *\"[^\"]*\"", "\"footer\":\"AAAA\"")
    table.replace(
      new org.apache.hadoop.fs.Path(table.root, "_trident/spec.json"),
      text.getBytes(java.nio.charset.StandardCharsets.UTF_8)
    )
    assertThatThrownBy(() => session.load(table))
      .hasMessageContaining("has no footer of Parquet")
    ()
  }
}
