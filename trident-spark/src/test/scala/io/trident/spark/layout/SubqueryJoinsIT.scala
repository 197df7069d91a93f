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
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{AfterAll, Tag, Test, TestInstance}

/** Joins that are written as subqueries read the dimensions that they are by, and have the rows
  * that they have without that.
  */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class SubqueryJoinsIT extends AdaptiveSparkPlanHelper {
  private val session = new SqlSession
  private val tables = Seq(
    "orders" -> write(
      "o_orderkey long, o_custkey long, o_priority int, o_date int",
      Seq("o_orderkey", "o_custkey"),
      400,
      r => s"${key(r, 250)},${key(r, 90)},${r.nextInt(5)},${r.nextInt(100)}"
    ),
    "lineitem" -> write(
      "l_orderkey long, l_partkey long, l_quantity int, l_late int",
      Seq("l_orderkey", "l_partkey"),
      900,
      r => s"${key(r, 250)},${key(r, 60)},${r.nextInt(50)},${r.nextInt(2)}"
    ),
    "customer" -> write(
      "c_custkey long, c_nation int, c_balance int",
      Seq("c_custkey", "c_nation"),
      150,
      r => s"${key(r, 120)},${r.nextInt(7)},${r.nextInt(100) - 20}"
    ),
    "part" -> write(
      "p_partkey long, p_brand int, p_size int",
      Seq("p_partkey", "p_size"),
      80,
      r => s"${key(r, 60)},${r.nextInt(4)},${r.nextInt(50)}"
    )
  )
  tables.foreach { case (name, table) =>
    session.spark.read
      .schema(SparkFormat.of(table.spec).schema)
      .csv(table.path)
      .createOrReplaceTempView(s"stock_$name")
  }

  /** A key, which may be null. */
  private def key(random: Random, most: Int): String =
    if (random.nextInt(12) == 0) "" else random.nextInt(most).toString

  private def write(columns: String, by: Seq[String], count: Int, row: Random => String) = {
    val random = new Random(count.toLong)
    val schema = WrittenTable.schema(columns)
    WrittenTable.write(
      session.newDirectory(),
      WrittenTable.spec(schema, by.map(DimensionSpec.byHash), "csv", extents = 8),
      Seq(8 -> Seq.fill(count)(row(random).getBytes(UTF_8)))
    )
  }

  @AfterAll
  def close(): Unit = session.close()

  private def named(sql: String, name: (String, WrittenTable) => String): DataFrame =
    session.spark.sql(tables.foldLeft(sql) { case (text, (table, written)) =>
      text.replace(s"{$table}", name(table, written))
    })

  /** The shuffles of a query, whose rows are those of stock reads, and those without the rule. */
  private def shuffles(sql: String): Int = {
    val stock = SqlSession.rows(named(sql, (name, _) => s"stock_$name")).mkString("\n")
    assertThat(stock).isNotEmpty()
    session.withConf("spark.sql.autoBroadcastJoinThreshold" -> "-1") {
      def ours = named(sql, (_, table) => s"trident.`${table.path}`")
      for (setting <- Seq("spark.sql.adaptive.enabled", "spark.sql.sources.v2.bucketing.enabled")) {
        session.withConf(setting -> "false") {
          assertThat(SqlSession.rows(ours).mkString("\n")).as(setting).isEqualTo(stock)
        }
      }
      val frame = ours
      assertThat(SqlSession.rows(frame).mkString("\n")).as(sql).isEqualTo(stock)
      collect(frame.queryExecution.executedPlan) { case one: ShuffleExchangeExec => one }.size
    }
  }

  @Test
  def exists(): Unit = // as TPC-H's query 4
    assertThat(
      shuffles(
        "SELECT o_priority, count(*) FROM {orders} WHERE o_date BETWEEN 10 AND 60 AND EXISTS" +
          " (SELECT * FROM {lineitem} WHERE l_orderkey = o_orderkey AND l_late = 1) GROUP BY o_priority"
      )
    ).isEqualTo(1)

  @Test
  def notExistsAndAScalar(): Unit = // as TPC-H's query 22
    assertThat(
      shuffles(
        "SELECT c_nation, count(*), sum(c_balance) FROM {customer} WHERE c_balance >" +
          " (SELECT avg(c_balance) FROM {customer} WHERE c_balance > 0) AND NOT EXISTS" +
          " (SELECT * FROM {orders} WHERE o_custkey = c_custkey) GROUP BY c_nation"
      )
    ).isEqualTo(1)

  @Test
  def aValueForEachRow(): Unit = // as TPC-H's query 17
    assertThat(
      shuffles(
        "SELECT sum(l_quantity), count(*) FROM {lineitem} l, {part} WHERE p_partkey = l_partkey AND p_brand = 2" +
          " AND l_quantity < (SELECT 0.8 * avg(l_quantity) FROM {lineitem} i WHERE i.l_partkey = p_partkey)"
      )
    ).isEqualTo(1)

  @Test
  def in(): Unit =
    assertThat(
      shuffles(
        "SELECT * FROM {orders} WHERE o_custkey IN (SELECT c_custkey FROM {customer} WHERE c_balance > 10)"
      )
    ).isZero()

  @Test
  def columnsOfOtherNames(): Unit =
    assertThat(
      shuffles(
        "SELECT * FROM {orders} WHERE o_custkey IN" +
          " (SELECT `Key` FROM (SELECT C_CUSTKEY AS `Key`, max(c_balance) FROM {customer} GROUP BY C_CUSTKEY))"
      )
    ).isZero()

  @Test
  def severalSubqueriesOfOneTable(): Unit =
    assertThat(
      shuffles(
        "SELECT * FROM {orders} o WHERE EXISTS (SELECT * FROM {lineitem} l WHERE l.l_orderkey = o.o_orderkey" +
          " AND l_late = 1) AND NOT EXISTS (SELECT * FROM {lineitem} m WHERE m.l_orderkey = o.o_orderkey AND" +
          " m.l_quantity > 40)"
      )
    ).isZero()

  /** Only rows are of interest: with other joins, which may be shuffled. */
  @Test
  def others(): Unit =
    for (
      sql <- Seq(
        "SELECT * FROM {orders} WHERE o_custkey NOT IN (SELECT c_custkey FROM {customer} WHERE c_custkey > 5)",
        "SELECT * FROM {orders} WHERE o_date < 5 OR EXISTS (SELECT * FROM {lineitem} WHERE l_orderkey = o_orderkey)",
        "SELECT o_orderkey, (SELECT max(l_quantity) FROM {lineitem} WHERE l_orderkey = o_orderkey) m FROM {orders}",
        "SELECT * FROM {orders} o FULL JOIN (SELECT * FROM {customer} WHERE c_custkey IN (SELECT o_custkey FROM" +
          " {orders})) c ON o.o_custkey = c.c_custkey",
        "SELECT * FROM {part} WHERE p_partkey IN (SELECT l_partkey FROM {lineitem} WHERE l_orderkey IN" +
          " (SELECT o_orderkey FROM {orders} WHERE o_custkey IN (SELECT c_custkey FROM {customer})))",
        "SELECT * FROM {orders} WHERE o_orderkey IN (SELECT l_orderkey FROM {lineitem} UNION ALL" +
          " SELECT c_custkey FROM {customer} WHERE c_nation = 1)",
        "SELECT * FROM {orders} WHERE (o_orderkey, o_custkey) IN (SELECT l_orderkey, l_partkey FROM {lineitem})"
      )
    ) shuffles(sql)

  @Test
  def aFilterThatAnotherDimensionServesMuchBetterIsServed(): Unit = {
    val frame = session.withConf("spark.sql.autoBroadcastJoinThreshold" -> "-1") {
      val one = named(
        "SELECT * FROM {orders} WHERE o_custkey = 7 AND EXISTS (SELECT * FROM {lineitem} WHERE" +
          " l_orderkey = o_orderkey)",
        (_, table) => s"trident.`${table.path}`"
      )
      one.collect()
      one
    }
    assertThat(frame.queryExecution.executedPlan.toString)
      .contains("dimension=o_custkey of o_orderkey,o_custkey")
  }
}
