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

import java.nio.charset.StandardCharsets
import java.sql.{Date, Timestamp}
import java.time.{LocalDate, LocalDateTime}
import java.util.Random

import scala.jdk.CollectionConverters._

import io.trident.layout.table.TableSpecJson
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec
import org.apache.spark.sql.types.StructType
import org.assertj.core.api.Assertions.{assertThat, assertThatThrownBy}
import org.junit.jupiter.api.{AfterAll, Test, TestInstance}
import org.junit.jupiter.api.Assertions.assertEquals

/** Tables of a format that Spark writes, too, have the rows that Spark reads from the files they
  * were made of.
  *
  * @param keys
  *   the dimensions of each table; with `:hash` behind them by hash
  * @param own
  *   columns besides those of all formats
  * @param conditions
  *   on these
  */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ConvertedTables(
    format: String,
    keys: Seq[Seq[String]],
    own: Seq[ConvertedTables.Column],
    conditions: Seq[String]
) extends AdaptiveSparkPlanHelper {
  import ConvertedTables._

  protected val session = new SqlSession
  private val random = new Random(7)
  private val columns = Shared ++ own

  /** By keys, with the directory of the stock files. */
  protected val tables: Seq[(Seq[String], WrittenTable, Path)] = {
    val all = frame(800)
    keys.map { by =>
      val stock = session.newDirectory()
      (by, ConvertedFiles.write(format, all, stock, session.newDirectory(), by), stock)
    }
  }

  private def frame(rows: Int): DataFrame = {
    val schema = StructType.fromDDL(columns.map(_.definition).mkString(", "))
    def row = Row.fromSeq(columns.map(column => orNull(random, column.value(random))))
    session.spark.createDataFrame(Seq.fill(rows)(row).asJava, schema).coalesce(2)
  }

  private def stockOf(directory: String): DataFrame =
    session.spark.read.format(ConvertedFiles.Sources(format)).load(directory)

  @AfterAll
  def close(): Unit = session.close()

  private def equal(ours: DataFrame, expected: String, name: String): Unit =
    assertEquals(expected, text(ours), s"$name ${ours.queryExecution.executedPlan}")

  /** Compares queries with stock Spark's.
    *
    * @param isAsked
    *   whether a condition is tried on a table, by the sum of their numbers
    */
  protected def compareQueries(isAsked: Int => Boolean): Unit = {
    val source = stockOf(tables.head._3.toString)
    for {
      (condition, number) <- (SharedConditions ++ conditions).zipWithIndex
      asked = tables.zipWithIndex.filter { case (_, at) => isAsked(number + at) }
      if asked.nonEmpty
      whole = source.where(condition)
      some = whole.selectExpr("n.b.d", "i")
      (expected, expectedSome) = (text(whole), text(some))
      ((by, table, _), _) <- asked
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

  /** As Hive's and any other reader of the directory. */
  @Test
  def aStockSourceOfTheVisibleFilesReadsEachRowOnce(): Unit =
    for ((by, table, stock) <- tables)
      equal(stockOf(table.path), text(stockOf(stock.toString)), by.toString)

  protected def scan(frame: DataFrame): BatchScanExec = {
    frame.collect()
    collect(frame.queryExecution.executedPlan) { case one: BatchScanExec => one }.head
  }

  protected def outputRows(frame: DataFrame): Long = scan(frame).metrics("numOutputRows").value

  @Test
  def extentsAndBucketsArePrunedByKeys(): Unit = {
    val (_, table, _) = tables.head
    val read = scan(session.load(table).where("l = 17"))
    assertThat(read.simpleString(1000)).contains("dimension=l", "extents 2 of 12")
    session.withConf("spark.sql.avro.filterPushdown.enabled" -> "false") {
      val two = outputRows(session.load(table).where("l < 20 AND s = 's7'"))
      assertThat(two).isLessThan(outputRows(session.load(table).where("l < 20")))
    }
  }

  /** Joins and aggregates without a shuffle.
    *
    * @param some
    *   which tables
    * @param shuffled
    *   by these columns Spark shuffles anyway
    */
  protected def joinByDimensions(
      some: Seq[(Seq[String], WrittenTable, Path)],
      shuffled: Seq[String]
  ): Unit =
    session.withConf(
      "spark.sql.sources.v2.bucketing.enabled" -> "true",
      "spark.sql.sources.v2.bucketing.pushPartValues.enabled" -> "true",
      "spark.sql.requireAllClusterKeysForCoPartition" -> "false",
      "spark.sql.autoBroadcastJoinThreshold" -> "-1"
    ) {
      for {
        (by, table, stock) <- some
        dimension <- by.map(_.stripSuffix(":hash"))
        if !shuffled.contains(dimension)
      } {
        val source = stockOf(stock.toString)
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

  /** Fails unless a format's option that was replaced in the specification is named.
    *
    * @param option
    *   with bytes of a file, in base 64
    */
  protected def damageSpecification(option: String, message: String): Unit = {
    val table = ConvertedFiles.write(
      format,
      frame(50),
      session.newDirectory(),
      session.newDirectory(),
      Seq("l"),
      Seq(4),
      extents = 4
    )
    val spec = TableSpecJson
      .write(table.spec)
      .replaceAll(s"""\"$option\" *: *\"[^\"]*\"""", s"""\"$option\":\"AAAA\"""")
    table.replace(
      new Path(table.root, "_trident/spec.json"),
      spec.getBytes(StandardCharsets.UTF_8)
    )
    assertThatThrownBy(() => session.load(table)).hasMessageContaining(message)
    ()
  }
}

object ConvertedTables {

  /** A column with random values, a part of which is null. */
  final case class Column(definition: String, value: Random => Any)

  def orNull(random: Random, value: => Any): Any = if (random.nextInt(8) == 0) null else value

  /** Those of all formats. */
  val Shared: Seq[Column] = Seq(
    Column("l BIGINT", _.nextInt(500).toLong),
    Column("i INT", _.nextInt(100) - 50),
    Column("f FLOAT", random => Seq(0f, -0f, Float.NaN, 1.5f, -3f)(random.nextInt(5))),
    Column(
      "d DOUBLE",
      random => Seq(0.0, -0.0, Double.NaN, random.nextInt(9).toDouble)(random.nextInt(4))
    ),
    Column(
      "dec DECIMAL(12,2)",
      random => new java.math.BigDecimal(random.nextInt(5000)).movePointLeft(2)
    ),
    Column(
      "big DECIMAL(30,5)",
      random => new java.math.BigDecimal(random.nextInt(50)).scaleByPowerOfTen(20).setScale(5)
    ),
    Column(
      "s STRING",
      random => Seq("", "ü", "a" * random.nextInt(40), s"s${random.nextInt(50)}")(random.nextInt(4))
    ),
    Column("bin BINARY", random => Array.fill(random.nextInt(3))(random.nextInt().toByte)),
    Column(
      "day DATE",
      random => Date.valueOf(LocalDate.ofEpochDay((random.nextInt(4000) - 1000).toLong))
    ),
    Column("ts TIMESTAMP", random => new Timestamp(random.nextInt(100000) * 1000000L)),
    Column(
      "ntz TIMESTAMP_NTZ",
      random => LocalDateTime.of(2000 + random.nextInt(30), 1, 1, 0, random.nextInt(60))
    ),
    Column("flag BOOLEAN", _.nextBoolean()),
    Column(
      "tags ARRAY<STRING>",
      random => Seq.fill(random.nextInt(3))(orNull(random, s"t${random.nextInt(5)}"))
    ),
    Column(
      "props MAP<STRING,INT>",
      random => Map(s"k${random.nextInt(3)}" -> orNull(random, random.nextInt(3)))
    ),
    Column(
      "n STRUCT<a: INT, b: STRUCT<c: STRING, d: BIGINT>>",
      random =>
        Row(
          orNull(random, random.nextInt(40)),
          orNull(random, Row(orNull(random, s"c${random.nextInt(9)}"), 3L))
        )
    )
  )

  private val SharedConditions = Seq(
    "true",
    "l = 17",
    "l BETWEEN 100 AND 130 AND i > 0",
    "i = 3",
    "i IN (1, 2, 30) OR l IS NULL",
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

  private def text(frame: DataFrame): String =
    frame.collect().map(show).sorted.mkString("\n")

  private def show(value: Any): String = value match {
    case bytes: Array[Byte]               => bytes.mkString("[", " ", "]")
    case inner: Row                       => inner.toSeq.map(show).mkString("(", "|", ")")
    case several: scala.collection.Seq[_] => several.map(show).mkString("<", ",", ">")
    case other                            => String.valueOf(other)
  }
}
