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

import io.trident.core.layout.DataExtent
import io.trident.core.layout.value.Value
import io.trident.layout.table.DimensionSpec
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Files
import java.util.Random
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec
import org.assertj.core.api.Assertions.{assertThat, assertThatThrownBy}
import org.junit.jupiter.api.{AfterAll, Tag, Test, TestInstance}
import scala.jdk.CollectionConverters._

/** Joins and aggregations by a dimension need no shuffle. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class PartitionedJoinsIT extends AdaptiveSparkPlanHelper {
  private val session = new SqlSession

  private val orders = write(
    "o long, customer string, total int",
    Seq(
      DimensionSpec.byRange("o", longs(100, 200, 300, 400, 500, 600, 700)),
      DimensionSpec.byHash("customer")
    ),
    Seq(8, 8, 4).map(size =>
      size -> rows(size, 150, r => s"${r.nextInt(800)},c${r.nextInt(60)},${r.nextInt(9)}")
    )
  )
  private val customers = write(
    "name string, nation int",
    Seq(DimensionSpec.byHash("name"), DimensionSpec.byHash("nation")),
    Seq(8 -> (0 until 70).map(n => s"c$n,${n % 7}".getBytes(UTF_8)))
  )
  private val items = write(
    "item long, price int",
    Seq(
      DimensionSpec.byHash("price"),
      DimensionSpec.byRange("item", longs(100, 200, 300, 400, 500, 600, 700))
    ),
    Seq(4 -> rows(7, 90, r => s"${r.nextInt(800)},${r.nextInt(20)}"))
  )

  private def longs(numbers: Long*) = numbers.map(Value.ofLong).asJava

  private def rows(seed: Int, count: Int, row: Random => String): Seq[Array[Byte]] = {
    val random = new Random(seed.toLong)
    Seq.fill(count)(row(random).getBytes(UTF_8))
  }

  private def write(
      columns: String,
      dimensions: Seq[DimensionSpec],
      parts: Seq[(Int, Seq[Array[Byte]])]
  ): WrittenTable = {
    val spec = WrittenTable.spec(WrittenTable.schema(columns), dimensions, "csv", extents = 8)
    WrittenTable.write(session.newDirectory(), spec, parts)
  }

  @AfterAll
  def close(): Unit = session.close()

  private def partitioned[A](run: => A): A = session.withConf(
    "spark.sql.sources.v2.bucketing.enabled" -> "true",
    "spark.sql.sources.v2.bucketing.pushPartValues.enabled" -> "true",
    "spark.sql.sources.v2.bucketing.allowCompatibleTransforms.enabled" -> "true",
    "spark.sql.requireAllClusterKeysForCoPartition" -> "false",
    "spark.sql.autoBroadcastJoinThreshold" -> "-1"
  )(run)

  private val tables = Seq("orders" -> orders, "customers" -> customers, "items" -> items)
  tables.foreach { case (name, table) =>
    session.spark.read
      .schema(SparkFormat.of(table.spec).schema)
      .csv(table.path)
      .createOrReplaceTempView(s"stock_$name")
  }

  /** The frame's rows, which stock reads give, too, and its shuffles. */
  private def shuffles(sql: String): Int = {
    val stock = tables.foldLeft(sql) { case (text, (name, _)) =>
      text.replaceAll(s"\\{$name:[a-z]+\\}", s"stock_$name")
    }
    val ours = tables.foldLeft(sql) { case (text, (name, table)) =>
      text.replaceAll(
        s"\\{$name:([a-z]+)\\}",
        s"trident.`${table.path}` WITH (`dimension` = '$$1')"
      )
    }
    partitioned {
      val frame = session.spark.sql(ours)
      assertThat(SqlSession.rows(frame).mkString("\n"))
        .isEqualTo(SqlSession.rows(session.spark.sql(stock)).mkString("\n"))
      collect(frame.queryExecution.executedPlan) { case one: ShuffleExchangeExec => one }.size
    }
  }

  @Test
  def aJoinByDimensionsOfOneHashNeedsNoShuffle(): Unit =
    assertThat(
      shuffles(
        "SELECT o.o, o.total, c.nation FROM {orders:customer} o JOIN {customers:name} c ON o.customer = c.name"
      )
    ).isZero()

  @Test
  def aJoinByDimensionsOfTheSameRangesNeedsNoShuffle(): Unit =
    assertThat(
      shuffles("SELECT * FROM {orders:o} o JOIN {items:item} i ON o.o = i.item")
    ).isZero()

  @Test
  def anAggregationByADimensionNeedsNoShuffle(): Unit =
    assertThat(
      shuffles("SELECT customer, sum(total), count(*) FROM {orders:customer} GROUP BY customer")
    ).isZero()

  @Test
  def anOuterJoinWithFiltersHasAllRows(): Unit =
    assertThat(
      shuffles(
        "SELECT o.o, c.nation FROM {orders:customer} o LEFT JOIN {customers:name} c" +
          " ON o.customer = c.name AND c.name < 'c3' WHERE o.customer IN ('c1', 'c2', 'c5', 'c59')"
      )
    ).isZero()

  @Test
  def aJoinByOtherColumnsIsShuffled(): Unit =
    assertThat(
      shuffles("SELECT * FROM {orders:customer} o JOIN {items:price} i ON o.total = i.price")
    ).isGreaterThan(0)

  @Test
  def aJoinNamesItsDimensionsItselfUnlessFiltersWantAnother(): Unit = {
    val (left, right) = (s"trident.`${orders.path}` o", s"trident.`${items.path}` i")
    partitioned {
      val joined = session.spark.sql(s"SELECT * FROM $left JOIN $right ON o.o = i.item")
      val stock =
        session.spark.sql("SELECT * FROM stock_orders o JOIN stock_items i ON o.o = i.item")
      assertThat(SqlSession.rows(joined).mkString("\n"))
        .isEqualTo(SqlSession.rows(stock).mkString("\n"))
      val plan = joined.queryExecution.executedPlan
      assertThat(collect(plan) { case one: ShuffleExchangeExec => one }.size).isZero()
      assertThat(plan.toString)
        .contains("because a join by o needs no shuffle", "because a join by item needs no shuffle")
      val filtered = joined.where("customer = 'c7'").queryExecution.executedPlan.toString
      assertThat(filtered).contains("dimension=customer of o,customer")
      val other = session.spark.sql(s"SELECT * FROM $left JOIN $right ON o.total = i.price")
      assertThat(other.queryExecution.executedPlan.toString).doesNotContain("needs no shuffle")
    }
  }

  /** The partitions of a join of two tables, whose rows stock reads give, too. */
  private def partitionsOfAJoin(): Int = {
    val sql = "SELECT o.o, o.total, i.price FROM {orders} o JOIN {items} i ON o.o = i.item"
    assertThat(unnamed(sql)).isZero()
    val ours = sql.replace("{orders}", s"trident.`${orders.path}`")
    partitioned {
      session.spark
        .sql(ours.replace("{items}", s"trident.`${items.path}`"))
        .queryExecution
        .toRdd
        .getNumPartitions
    }
  }

  @Test
  def smallPartitionsAreReadByAsManyTasksAsSmallFiles(): Unit = {
    assertThat(partitionsOfAJoin()).isEqualTo(2)
    session.withConf("spark.sql.files.minPartitionNum" -> "3") {
      assertThat(partitionsOfAJoin()).isEqualTo(3)
    }
    session.withConf("spark.sql.files.maxPartitionBytes" -> "100") {
      assertThat(partitionsOfAJoin()).isEqualTo(4)
    }
  }

  @Test
  def whatIsSortedWithinPartitionsStaysSo(): Unit = partitioned {
    val table = s"trident.`${orders.path}` WITH (`dimension` = 'customer')"
    val frame = session.spark
      .sql(s"SELECT customer, sum(total) s FROM $table GROUP BY customer")
      .sortWithinPartitions("customer")
    val rdd = frame.queryExecution.toRdd.map(_.getUTF8String(0).toString)
    assertThat(rdd.getNumPartitions).isEqualTo(4)
    rdd.glom().collect().foreach(part => assertThat(part.toSeq.asJava).isSorted())
  }

  @Test
  def smallPartitionsShareTasksBelowAShuffle(): Unit = {
    val sql = "SELECT total, max(customer) FROM {orders:customer} GROUP BY total"
    assertThat(shuffles(sql)).isEqualTo(1)
    partitioned {
      val frame = session.spark.sql(
        sql.replace(
          "{orders:customer}",
          s"trident.`${orders.path}` WITH (`dimension` = 'customer')"
        )
      )
      frame.collect()
      val below = collect(frame.queryExecution.executedPlan) { case one: ShuffleExchangeExec =>
        one.child.outputPartitioning.numPartitions
      }
      assertThat(below.asJava).containsExactly(2)
    }
  }

  /** The shuffles of a query that names no dimension, and its rows those that stock reads give. */
  private def unnamed(sql: String): Int = {
    val ours = tables.foldLeft(sql) { case (text, (name, table)) =>
      text.replace(s"{$name}", s"trident.`${table.path}`")
    }
    val stock = tables.foldLeft(sql) { case (text, (name, _)) =>
      text.replace(s"{$name}", s"stock_$name")
    }
    partitioned {
      val frame = session.spark.sql(ours)
      assertThat(SqlSession.rows(frame).mkString("\n"))
        .isEqualTo(SqlSession.rows(session.spark.sql(stock)).mkString("\n"))
      collect(frame.queryExecution.executedPlan) { case one: ShuffleExchangeExec => one }.size
    }
  }

  @Test
  def aTableThatIsJoinedTwiceByOneColumnIsReadInThatDimension(): Unit =
    assertThat(
      unnamed(
        "SELECT o.o, i.price, a.most FROM {orders} o JOIN {items} i ON o.o = i.item JOIN" +
          " (SELECT item, max(price) most FROM {items} GROUP BY item) a ON a.item = i.item"
      )
    ).isZero()

  /** On a file system that cannot tell a file from another one of its length. */
  @Test
  def anExtentThatWasReplacedIsAnErrorThoughItsKeysAreReadAsWritten(): Unit =
    for (kind <- Seq("int", "long")) {
      val table = write(
        s"k $kind, v int",
        Seq(DimensionSpec.byHash("k"), DimensionSpec.byHash("v")),
        Seq(8 -> (10 until 50).map(n => s"$n,1".getBytes(UTF_8)))
      )
      val query =
        s"SELECT k, count(*) FROM trident.`${table.path}` WITH (`dimension` = 'k') GROUP BY k"
      partitioned {
        assertThat(session.spark.sql(query).count()).isEqualTo(40L)
        // Of as many bytes as before; not all of them can be of the partition of 99.
        for (extent <- (0 until 8).map(e => table.file(0, new DataExtent(0, e)))) {
          val rows = Files.readString(java.nio.file.Path.of(extent.toUri))
          table.replace(extent, rows.replaceAll("[0-9]+,", "99,").getBytes(UTF_8))
        }
        assertThatThrownBy(() => session.spark.sql(query).collect())
          .rootCause()
          .hasMessageContaining("the file was replaced")
      }
    }

  @Test
  def aJoinNamesItsDimensionsInWhateverLettersItsColumnsAreNamed(): Unit =
    assertThat(unnamed("SELECT O.O, I.PRICE FROM {orders} O JOIN {items} I ON O.O = I.ITEM"))
      .isZero()

  /** Tables with keys of one range, in dimensions by hash and by ranges, of 8, 4, and 2 partitions
    * of the same kind; the last one of 8 has rows in the lower half of its ranges only.
    */
  private lazy val numbered: Seq[(String, WrittenTable)] = {
    val byRange = DimensionSpec.byRange("k", longs(100, 200, 300, 400, 500, 600, 700))
    for {
      (kind, spec) <- Seq("hash" -> DimensionSpec.byHash("k"), "range" -> byRange)
      (name, size, most) <- Seq(("8", 8, 800), ("4", 4, 800), ("2", 2, 800), ("low", 8, 400))
    } yield {
      val table = write(
        "k long, v int",
        Seq(DimensionSpec.byHash("v"), spec),
        Seq(size -> rows(name.hashCode, 300, r => s"${r.nextInt(most)},${r.nextInt(50)}"))
      )
      session.spark.read
        .schema("k long, v int")
        .csv(table.path)
        .createOrReplaceTempView(s"stock_${kind}_$name")
      s"${kind}_$name" -> table
    }
  }

  private def numbered(sql: String): DataFrame =
    session.spark.sql(numbered.foldLeft(sql) { case (text, (name, table)) =>
      text.replace(s"{$name}", s"trident.`${table.path}`")
    })

  @Test
  def tablesWithOtherNumbersOfPartitionsLoseNoRow(): Unit = partitioned {
    for (
      kind <- Seq("hash", "range");
      (first, second, third) <- Seq(
        ("8", "4", "low"),
        ("4", "8", "low"),
        ("low", "8", "4"),
        ("8", "4", "2"),
        ("2", "low", "8"),
        ("low", "4", "4")
      );
      left <- Seq("JOIN", "LEFT JOIN")
    ) {
      val sql = s"SELECT a.k, b.v, c.v FROM {${kind}_$first} a $left {${kind}_$second} b" +
        s" ON a.k = b.k JOIN {${kind}_$third} c ON a.k = c.k"
      val stock = session.spark.sql(sql.replaceAll("\\{(\\w+)\\}", "stock_$1"))
      val ours = numbered(sql)
      assertThat(SqlSession.rows(ours).mkString("\n"))
        .as(sql)
        .isEqualTo(SqlSession.rows(stock).mkString("\n"))
      val plan = ours.queryExecution.executedPlan
      assertThat(collect(plan) { case one: ShuffleExchangeExec => one }.size).as(sql).isZero()
    }
  }

  /** The partitions that one table has are as many as the other has, and are not the same. */
  @Test
  def partitionsOfEqualNumbersThatAreNotTheSameLoseNoRow(): Unit = partitioned {
    for (kind <- Seq("hash", "range"); join <- Seq("JOIN", "LEFT JOIN", "FULL JOIN")) {
      val sql = s"SELECT * FROM {${kind}_low} a $join {${kind}_4} b ON a.k = b.k"
      val stock = session.spark.sql(sql.replaceAll("\\{(\\w+)\\}", "stock_$1"))
      assertThat(SqlSession.rows(numbered(sql)).mkString("\n"))
        .as(sql)
        .isEqualTo(SqlSession.rows(stock).mkString("\n"))
    }
  }

  @Test
  def aTableIsReadWithAsManyPartitionsAsItsOptionHas(): Unit = partitioned {
    def sql(option: String) =
      s"SELECT k, sum(v) FROM {hash_8} WITH (`dimension` = 'k' $option) GROUP BY k"
    session.withConf("spark.sql.files.maxPartitionBytes" -> "1") {
      Seq("" -> 8, ", `partitions` = '2'" -> 2).foreach { case (option, number) =>
        val frame = numbered(sql(option))
        assertThat(SqlSession.rows(frame).mkString("\n"))
          .isEqualTo(
            SqlSession
              .rows(session.spark.sql("SELECT k, sum(v) FROM stock_hash_8 GROUP BY k"))
              .mkString("\n")
          )
        assertThat(frame.queryExecution.toRdd.getNumPartitions).as(option).isEqualTo(number)
      }
    }
    assertThatThrownBy(() => numbered(sql(", `partitions` = '3'")).collect())
      .hasMessageContaining("set the option partitions to a divisor of 8")
  }

  @Test
  def aRowOfAnotherPartitionIsAnErrorWithARemedy(): Unit = {
    val table = write(
      "k string, v int",
      Seq(DimensionSpec.byHash("k"), DimensionSpec.byHash("v")),
      Seq(8 -> Seq("\"\",1", ",2", "a,3").map(_.getBytes(UTF_8)))
    )
    val query = s"SELECT k, count(*) FROM trident.`${table.path}` WITH (`dimension` = 'k'"
    partitioned {
      assertThatThrownBy(() => session.spark.sql(s"$query) GROUP BY k").collect())
        .rootCause()
        .hasMessageContaining("partitioned=false")
      val other = session.spark.sql(s"$query, `partitioned` = 'false') GROUP BY k")
      assertThat(SqlSession.rows(other).mkString(",")).isEqualTo("'a'|1,null|2")
    }
  }
}
