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
import org.apache.parquet.hadoop.ParquetInputFormat
import org.apache.spark.sql.execution.ColumnarToRowExec
import org.apache.spark.sql.execution.datasources.v2.parquet.ParquetPartitionReaderFactory
import org.apache.spark.sql.sources.{EqualTo, Filter, GreaterThan}
import org.apache.spark.sql.types.StructType
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Tag
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource

@Tag("slow")
class ParquetTablesIT
    extends ConvertedTables(
      "parquet",
      Seq(
        Seq("l", "s:hash", "day"),
        Seq("i:hash", "ts", "n.b.c"),
        Seq("dec", "sh", "bin:hash"),
        Seq("ntz:hash", "d", "b"),
        Seq("f", "big:hash", "flag:hash", "n.a")
      ),
      Seq(
        Column("sh SMALLINT", random => (random.nextInt(100) - 50).toShort),
        Column("b TINYINT", random => (random.nextInt(20) - 10).toByte)
      ),
      Seq("sh > 20", "sh = 5", "b = -3", "b IS NULL")
    ) {

  @ParameterizedTest
  @ValueSource(booleans = Array(true, false))
  def aQueryHasTheRowsThatStockSparkReads(isVectorized: Boolean): Unit =
    session.withConf(
      "spark.sql.parquet.enableVectorizedReader" -> isVectorized.toString,
      "spark.sql.files.maxPartitionBytes" -> "3000",
      "spark.sql.files.openCostInBytes" -> "0"
    ) {
      compareQueries(_ % 7 == (if (isVectorized) 0 else 1))
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

  /** Each reader broadcasts Hadoop's configuration. */
  @Test
  def aPlanThatIsNotExecutedMakesNoReaders(): Unit = {
    val sc = session.spark.sparkContext
    val read = session.load(tables.head._2).where("l = 17")
    val before = sc.broadcast(0).id
    assertThat(read.queryExecution.executedPlan.toString).contains("dimension=l")
    assertThat(sc.broadcast(0).id - before).isEqualTo(1L)
  }

  @Test
  def whetherColumnsAreReadIsKnownWithoutAReader(): Unit = {
    val format = SparkFormat.of(tables.head._2.spec)
    def gives(read: StructType): Boolean = format
      .readerFactory(new ReaderSession(session.spark), read, Nil, Buckets(0, Set.empty), Map.empty)
      .supportColumnarReads(null)
    val settings = Seq(
      "spark.sql.codegen.maxFields" -> "100",
      "spark.sql.codegen.maxFields" -> "2",
      "spark.sql.codegen.wholeStage" -> "false",
      "spark.sql.parquet.enableVectorizedReader" -> "false",
      "spark.sql.parquet.enableNestedColumnVectorizedReader" -> "false"
    )
    val found = for {
      setting <- settings
      names <- Seq(Seq("l"), Seq("l", "i", "s"), Seq("tags"), Seq("n"), Seq.empty[String])
    } yield session.withConf(setting) {
      val read = StructType(format.schema.filter(field => names.contains(field.name)))
      assertThat(format.readsColumns(read)).as(s"$setting $names").isEqualTo(gives(read))
      format.readsColumns(read)
    }
    assertThat(found.distinct.size).isEqualTo(2)
  }

  @Test
  def aScanMakesItsReadersOnceForAllCopiesOfAPlan(): Unit = {
    val one = scan(session.load(tables.head._2).where("l = 17"))
    assertThat(one.copy().readerFactory).isSameAs(one.readerFactory)
  }

  /** Only a local file system cannot tell whether a file was replaced; see [[HdfsTablesIT]]. */
  @Test
  def keysOfFilesThatMayHaveBeenReplacedAreChecked(): Unit = {
    val (_, table, _) = tables.head
    val read = session.load(table, "dimension" -> "l").select("l", "i")
    assertThat(scan(read).readerFactory).isInstanceOf(classOf[CheckedReaderFactory])
  }

  @Test
  def indexesAreLookedUpByTheColumnInWhoseOrderRowsAreInBucketsLongerThanAPage(): Unit = {
    def isLookedUp(filters: Seq[Filter], bytes: Long) =
      isOn(ParquetInputFormat.COLUMN_INDEX_FILTERING_ENABLED, Seq("l", "i"), filters, bytes)
    val page = 1L << 20
    val byKey = Seq(EqualTo("i", 3), GreaterThan("l", 17L))
    assertThat(isLookedUp(byKey, page + 1)).isTrue
    assertThat(isLookedUp(byKey, page)).isFalse
    assertThat(isLookedUp(Seq(EqualTo("i", 3)), page + 1)).isFalse
    assertThat(isLookedUp(Nil, page + 1)).isFalse
  }

  @Test
  def dictionariesAreLookedUpWhereMoreIsReadThanWhileAFileIsOpened(): Unit = {
    val all = SparkFormat.of(tables.head._2.spec).schema
    def isLookedUp(columns: Seq[String], bytes: Long) =
      isOn(ParquetInputFormat.DICTIONARY_FILTERING_ENABLED, columns, Nil, bytes)
    session.withConf("spark.sql.files.openCostInBytes" -> "1000") {
      assertThat(isLookedUp(all.fieldNames.toSeq, 1001)).isTrue
      assertThat(isLookedUp(all.fieldNames.toSeq, 1000)).isFalse
      val share = all("l").dataType.defaultSize.toDouble / all.defaultSize
      assertThat(isLookedUp(Seq("l"), (1000 / share).toLong - 1)).isFalse
      assertThat(isLookedUp(Seq("l"), (1000 / share).toLong + 1)).isTrue
      assertThat(isLookedUp(Nil, Long.MaxValue)).isFalse
    }
  }

  /** Whether Parquet looks something up in buckets of so many bytes, in the order of `l`. */
  private def isOn(
      key: String,
      columns: Seq[String],
      filters: Seq[Filter],
      bytes: Long
  ): Boolean = {
    val format = SparkFormat.of(tables.head._2.spec)
    val read = StructType(format.schema.filter(field => columns.contains(field.name)))
    val buckets = Buckets(bytes, Set("l"))
    format
      .readerFactory(new ReaderSession(session.spark), read, filters, buckets, Map.empty)
      .asInstanceOf[ParquetPartitionReaderFactory]
      .broadcastedConf
      .value
      .value
      .getBoolean(key, true)
  }

  @ParameterizedTest
  @ValueSource(booleans = Array(true, false))
  def joinsAndAggregationsByADimensionNeedNoShuffle(isVectorized: Boolean): Unit =
    session.withConf("spark.sql.parquet.enableVectorizedReader" -> isVectorized.toString) {
      joinByDimensions(
        if (isVectorized) tables else tables.take(1),
        Seq("f", "d", "n.b.c", "n.a")
      )
    }

  @Test
  def aDamagedSpecificationIsAClearError(): Unit =
    damageSpecification("footer", "has no footer of Parquet")
}
