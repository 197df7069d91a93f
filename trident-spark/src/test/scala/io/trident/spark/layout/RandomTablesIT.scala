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

import java.util.Random
import org.apache.spark.sql.{DataFrame, SparkSession}
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{AfterAll, Tag, TestInstance}
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource

/** Random tables and conditions: a query of a replicated table has the rows that stock Spark reads
  * from the files that it sees.
  */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class RandomTablesIT {
  private val session = new SqlSession

  @AfterAll
  def close(): Unit = session.close()

  private def spark: SparkSession = session.spark

  @ParameterizedTest
  @ValueSource(strings = Array("csv", "csv-header", "csv-multiline", "json", "separated", "text"))
  def aQueryHasTheRowsThatStockSparkReads(format: String): Unit =
    for (run <- 0 until RandomTablesIT.Tables) {
      val seed = java.lang.Long.getLong("layout.seed", System.nanoTime()) + run
      val random = new Random(seed)
      val made = new RandomRows(format, random)
      val sizes = Seq.fill(1 + random.nextInt(2))(4) :+ (if (random.nextBoolean()) 4 else 8)
      val parts = sizes.map(size => size -> made.rows(random.nextInt(200)))
      val spec = made.spec(parts.flatMap(_._2), 8)
      val table = WrittenTable.write(session.newDirectory(), spec, parts)
      // no cache of Spark's: its statistics leave NaN out, and with it rows
      val read = readByStock(table)
      val stock = spark.createDataFrame(read.collectAsList(), read.schema)
      val name = s"$format, seed $seed, ${spec.dimensions}, ${spec.format.options}"
      assertThat(SqlSession.rows(session.load(table)).mkString("\n"))
        .as(name)
        .isEqualTo(SqlSession.rows(stock).mkString("\n"))
      for (_ <- 0 until RandomTablesIT.Conditions) {
        val condition = made.condition()
        val column = spec.dimensions.get(random.nextInt(spec.dimensions.size)).column
        val options =
          if (random.nextInt(3) == 0) Seq("dimension" -> column, "partitioned" -> "false") else Nil
        val ours = session.load(table, options: _*).where(condition)
        val small = Seq("maxPartitionBytes" -> (100 + random.nextInt(3000)), "openCostInBytes" -> 0)
        val rows = session.withConf(small.map { case (key, n) =>
          s"spark.sql.files.$key" -> n.toString
        }: _*)(SqlSession.rows(ours))
        assertThat(rows.mkString("\n"))
          .as(s"$name, $condition, ${ours.queryExecution.executedPlan}")
          .isEqualTo(SqlSession.rows(stock.where(condition)).mkString("\n"))
      }
    }

  private def readByStock(table: WrittenTable): DataFrame = {
    val options = table.spec.format.options
    val schema = SparkFormat.of(table.spec).schema
    val zone = options.getOrDefault("zone", "UTC")
    val reader = spark.read.schema(schema).option("timeZone", zone)
    if ("lf" == options.get("line.end")) reader.option("lineSep", "\n")
    table.spec.format.name match {
      case "json"                                     => reader.json(table.path)
      case "text" if options.get("separator") == null =>
        spark.read
          .options(Option(options.get("line.end")).map(_ => "lineSep" -> "\n").toMap)
          .text(table.path)
          .toDF("v")
      case "text" =>
        reader
          .option("sep", options.get("separator"))
          .option("quote", "\uffff")
          .option("escape", "\uffff")
          .option("nullValue", "\\N")
          .csv(table.path)
      case _ =>
        reader
          .option("escape", "\"")
          .option("nullValue", options.getOrDefault("null", ""))
          .option("header", options.containsKey("header").toString)
          .option("multiLine", options.getOrDefault("multiline", "false"))
          .csv(table.path)
    }
  }
}

object RandomTablesIT {
  private final val Tables = 4
  private final val Conditions = 8
}
