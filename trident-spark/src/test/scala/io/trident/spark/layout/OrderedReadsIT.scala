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

import io.trident.minicluster.TieredCluster
import java.util.Random
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.execution.SortExec
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec
import org.apache.spark.sql.functions.col
import org.apache.spark.sql.types.StructType
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{AfterAll, BeforeAll, Tag, Test, TestInstance, Timeout}
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import scala.jdk.CollectionConverters._

/** Tables of one dimension are read in its order, and Spark does not sort them again. On a real
  * HDFS, as of other files nobody knows whether they are those that were written.
  */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class OrderedReadsIT extends AdaptiveSparkPlanHelper {
  import ConvertedTables.{orNull, Shared}

  private val session = new SqlSession
  private var cluster: TieredCluster = _

  @BeforeAll
  def start(): Unit = {
    cluster = TieredCluster
      .builder()
      .nodes(3)
      .racks(1)
      .hdfsOnly()
      .baseDir(java.nio.file.Path.of("target", s"ordered-${System.nanoTime()}"))
      .start()
    cluster.settings.forEach { (key, value) =>
      session.spark.sparkContext.hadoopConfiguration.set(key, value)
    }
  }

  @AfterAll
  def stop(): Unit = {
    session.close()
    if (cluster != null) cluster.close()
  }

  private def frame(columns: Seq[ConvertedTables.Column], rows: Int, random: Random): DataFrame = {
    val schema = StructType.fromDDL(columns.map(_.definition).mkString(", "))
    def row = Row.fromSeq(columns.map(column => orNull(random, column.value(random))))
    session.spark.createDataFrame(Seq.fill(rows)(row).asJava, schema).coalesce(1)
  }

  private def write(
      format: String,
      rows: DataFrame,
      by: String,
      sizes: Int*
  ): (WrittenTable, DataFrame) = {
    val root = cluster.fileSystem().makeQualified(new Path(s"/tables/${System.nanoTime()}"))
    val stock = session.newDirectory()
    val table =
      ConvertedFiles.write(
        format,
        rows,
        stock,
        root,
        Seq(by),
        sizes,
        conf = cluster.configuration()
      )
    (table, session.spark.read.format(ConvertedFiles.Sources(format)).load(stock.toString))
  }

  /** Spark is the judge: to sort rows by their keys, and equal ones by their places, moves none. */
  @ParameterizedTest
  @CsvSource(Array("parquet, 1", "avro, 2"))
  def rowsAreInSparksOrder(format: String, seed: Long): Unit = {
    val all = frame(Shared, 300, new Random(seed))
    for {
      key <- Shared.map(_.definition.split(' ').head).filterNot(Set("tags", "props", "n"))
      by = if (key.hashCode % 2 == 0) key else s"$key:hash"
    } {
      val read = session.load(write(format, all, by, 8)._1, "dimension" -> key).select(key)
      assertEquals(1, scan(read).outputOrdering.size, s"$by ${read.queryExecution.executedPlan}")
      val rows = for {
        (extent, number) <- extentsOf(read).zipWithIndex
        (row, place) <- extent.zipWithIndex
      } yield (number, place, row)
      val schema = StructType.fromDDL("extent INT NOT NULL, place INT NOT NULL")
      val placed = session.spark.createDataFrame(
        rows.map { case (number, place, row) => Row(number, place, row.get(0)) }.asJava,
        schema.add(read.schema.head)
      )
      val sorted = placed.orderBy(col("extent"), col(key).asc_nulls_first, col("place")).collect()
      assertEquals(
        rows.map(one => one._1 -> one._2).mkString(" "),
        sorted.map(row => row.getInt(0) -> row.getInt(1)).mkString(" "),
        by
      )
    }
  }

  private def scan(frame: DataFrame): BatchScanExec = {
    frame.collect()
    collect(frame.queryExecution.executedPlan) { case one: BatchScanExec => one }.head
  }

  /** Rows as tasks read them, each of one extent. */
  private def extentsOf(frame: DataFrame): Seq[Seq[Row]] =
    session.withConf(
      "spark.sql.files.maxPartitionBytes" -> "1",
      "spark.sql.files.openCostInBytes" -> "0"
    ) {
      val extents = frame.rdd.glom().collect()
      assertThat(extents.length).isBetween(2, 8)
      extents.map(_.toSeq).toSeq
    }

  private val joined = Shared.filter(one => Set("l", "i")(one.definition.split(' ').head))

  /** Sides of a join of two tables that are sorted for it; stock reads give its rows, too. */
  private def sorts(options: Seq[(String, String)], sizes: Int*): Int = {
    val (one, stockOne) = write("parquet", frame(joined, 300, new Random(3)), "l:hash", sizes: _*)
    val (two, stockTwo) = write("parquet", frame(joined, 300, new Random(4)), "l:hash", sizes: _*)
    def join(a: DataFrame, b: DataFrame) = a.join(b.withColumnRenamed("i", "other"), "l")
    session.withConf(
      "spark.sql.sources.v2.bucketing.enabled" -> "true",
      "spark.sql.sources.v2.bucketing.pushPartValues.enabled" -> "true",
      "spark.sql.requireAllClusterKeysForCoPartition" -> "false",
      "spark.sql.autoBroadcastJoinThreshold" -> "-1"
    ) {
      val by = options :+ ("dimension" -> "l")
      val ours = join(session.load(one, by: _*), session.load(two, by: _*))
      assertThat(SqlSession.rows(ours).mkString("\n"))
        .isEqualTo(SqlSession.rows(join(stockOne, stockTwo)).mkString("\n"))
      val plan = ours.queryExecution.executedPlan
      assertThat(collect(plan) { case one: ShuffleExchangeExec => one }.size).isZero()
      collect(plan) { case one: SortExec => one }.size
    }
  }

  /** Small partitions share a task, and then would not be in order. */
  @Test
  def whatIsToBeSortedWithinPartitionsIs(): Unit = {
    def rows = frame(joined, 300, new Random(3))
    val (one, _) = write("parquet", rows, "l:hash", 8)
    val (two, _) = write("parquet", rows, "l:hash", 8)
    session.withConf("spark.sql.autoBroadcastJoinThreshold" -> "-1") {
      val left = session.load(one, "dimension" -> "l")
      val right = session.load(two, "dimension" -> "l").withColumnRenamed("i", "other")
      for (all <- Seq(left, left.join(right, "l"))) {
        val sorted = all.sortWithinPartitions("l").select("l")
        val partitions = sorted.queryExecution.toRdd // as of rows of a Dataset nothing is shared
          .map(row => if (row.isNullAt(0)) Long.MinValue else row.getLong(0))
          .glom()
          .collect()
        for (numbers <- partitions.map(_.toSeq)) {
          assertEquals(numbers.sorted, numbers, sorted.queryExecution.executedPlan.toString)
        }
        assertThat(collect(sorted.queryExecution.executedPlan) { case one: SortExec => one }.size)
          .isZero()
      }
    }
  }

  @Test
  def aJoinByTheDimensionSortsNothing(): Unit = assertThat(sorts(Nil, 8)).isZero()

  @Test
  def partitionsOfSeveralExtentsAreSorted(): Unit = {
    assertThat(sorts(Seq("partitions" -> "4"), 8)).isEqualTo(2)
    assertThat(sorts(Nil, 8, 8)).isEqualTo(2)
  }
}
