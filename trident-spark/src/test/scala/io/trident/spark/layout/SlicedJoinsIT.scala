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
import io.trident.minicluster.TieredCluster
import java.nio.charset.StandardCharsets.UTF_8
import java.util.Random
import java.util.concurrent.atomic.LongAdder
import org.apache.hadoop.fs.Path
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem
import org.apache.spark.scheduler.{SparkListener, SparkListenerTaskEnd}
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.exchange.ShuffleExchangeExec
import org.assertj.core.api.Assertions.{assertThat, assertThatThrownBy}
import org.junit.jupiter.api.{AfterAll, BeforeAll, Tag, Test, TestInstance, Timeout}
import scala.jdk.CollectionConverters._

/** Joins of slices, on a real HDFS whose DataNodes slice extents. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class SlicedJoinsIT extends AdaptiveSparkPlanHelper {
  import SlicedJoinsIT._

  private val session = new SqlSession
  private var cluster: TieredCluster = _
  private var orders: WrittenTable = _
  private var customers: WrittenTable = _
  private var items: WrittenTable = _

  @BeforeAll
  def start(): Unit = {
    cluster = TieredCluster
      .builder()
      .nodes(3)
      .racks(1)
      .hdfsOnly()
      .baseDir(java.nio.file.Path.of("target", s"slices-${System.nanoTime()}"))
      .set("trident.hdfs.layout.enabled", "true")
      .set("dfs.datanode.plugins", "io.trident.hdfs.datanode.TridentDataNodePlugin")
      .start()
    cluster.settings.asScala.foreach { case (key, value) =>
      session.spark.sparkContext.hadoopConfiguration.set(key, value)
    }
    orders = write(
      "orders",
      "o long, customer string, total int",
      Seq(
        DimensionSpec.byRange("o", longs(200, 400, 600)),
        DimensionSpec.byHash("customer")
      ),
      "csv",
      Seq(4, 4).map(n => rows(n, 400, r => s"${r.nextInt(800)},c${r.nextInt(60)},${r.nextInt(9)}"))
    )
    customers = write(
      "customers",
      "name string, nation int",
      Seq(DimensionSpec.byHash("name"), DimensionSpec.byHash("nation")),
      "csv",
      Seq((0 until 70).map(n => s"c$n,${n % 7}".getBytes(UTF_8)))
    )
    items = write(
      "items",
      "item long, price int",
      Seq(DimensionSpec.byHash("price"), DimensionSpec.byRange("item", longs(200, 400, 600))),
      "json",
      Seq(rows(7, 200, r => s"""{"item":${r.nextInt(800)},"price":${r.nextInt(20)}}"""))
    )
  }

  @AfterAll
  def stop(): Unit = {
    session.close()
    if (cluster != null) cluster.close()
  }

  private def longs(numbers: Long*) = numbers.map(Value.ofLong).asJava

  private def rows(seed: Int, count: Int, row: Random => String): Seq[Array[Byte]] = {
    val random = new Random(seed.toLong)
    Seq.fill(count)(row(random).getBytes(UTF_8))
  }

  private def write(
      name: String,
      columns: String,
      dimensions: Seq[DimensionSpec],
      format: String,
      superExtents: Seq[Seq[Array[Byte]]],
      options: Map[String, String] = Map.empty
  ): WrittenTable = {
    val root = cluster.fileSystem().makeQualified(new Path(s"/sliced/$name"))
    val spec = WrittenTable.spec(WrittenTable.schema(columns), dimensions, format, options)
    WrittenTable.write(root, spec, superExtents.map(4 -> _), cluster.configuration())
  }

  private def view(table: WrittenTable, column: String, options: (String, String)*): String = {
    val name = s"v${options.hashCode.toHexString}_${table.root.getName}_$column"
    session
      .load(table, Seq("dimension" -> column) ++ options: _*)
      .createOrReplaceTempView(name)
    name
  }

  private def run(sql: String): Run = session.withConf(
    "spark.sql.sources.v2.bucketing.enabled" -> "true",
    "spark.sql.sources.v2.bucketing.pushPartValues.enabled" -> "true",
    "spark.sql.requireAllClusterKeysForCoPartition" -> "false",
    "spark.sql.autoBroadcastJoinThreshold" -> "-1"
  ) {
    val frame = session.spark.sql(sql)
    val all = SqlSession.rows(frame)
    val plan = frame.queryExecution.executedPlan
    Run(
      all,
      collect(plan) { case one: ShuffleExchangeExec => one }.size,
      frame.queryExecution.toRdd.getNumPartitions
    )
  }

  private def join(options: (String, String)*) = run(joinOf(options: _*))

  private def joinOf(options: (String, String)*) =
    s"SELECT o.o, o.total, c.nation FROM ${view(orders, "customer", options: _*)} o JOIN" +
      s" ${view(customers, "name", options: _*)} c ON o.customer = c.name"

  /** Sums a metric over the DataNodes of this JVM. */
  private def metric(name: String): Long =
    (0 until 20)
      .flatMap { i =>
        Option(
          DefaultMetricsSystem.instance.getSource("TridentSlices" + (if (i == 0) "" else s"-$i"))
        )
      }
      .map { source =>
        val collector = new MetricsCollectorImpl
        source.getMetrics(collector, true)
        collector.getRecords
          .get(0)
          .metrics
          .iterator
          .asScala
          .find(_.name == name)
          .map(_.value.longValue)
          .get
      }
      .sum

  @Test
  def aJoinOfSlicesHasTheSameRowsNoShuffleAndReadsEachExtentOnce(): Unit = {
    val whole = join()
    val kept = metric("Bytes") // slices that an earlier query had no need of
    val before = Seq("ExtentsRead", "SlicesServed").map(metric)
    val sliced = join("slices" -> "5")
    val after = Seq("ExtentsRead", "SlicesServed").map(metric)

    assertThat(sliced.rows.mkString("\n")).isEqualTo(whole.rows.mkString("\n"))
    assertThat(whole.rows.size).isGreaterThan(100)
    assertThat(sliced.shuffles).isZero()
    assertThat(sliced.tasks).isEqualTo(20)
    val extents = 2 * 4 + 4L
    assertThat(after.head - before.head).isEqualTo(extents)
    assertThat(after.last - before.last).isEqualTo(5 * extents)
    assertThat(metric("Bytes")).isLessThanOrEqualTo(kept)
  }

  /** As of files: the same rows have as many bytes in each dimension. */
  @Test
  def sparkCountsTheBytesOfSlicesAsInput(): Unit = {
    val read = new LongAdder
    val listener = new SparkListener {
      override def onTaskEnd(end: SparkListenerTaskEnd): Unit =
        read.add(end.taskMetrics.inputMetrics.bytesRead)
    }
    val bytes = Seq(orders, customers)
      .flatMap(one => cluster.fileSystem().listStatus(one.root))
      .filter(_.isFile)
      .map(_.getLen)
      .sum
    session.spark.sparkContext.addSparkListener(listener)
    try {
      session.spark.sql(joinOf("slices" -> "5")).collect()
      val deadline = System.nanoTime() + 60L * 1000 * 1000 * 1000
      while (read.sum < bytes && System.nanoTime() < deadline) {
        Thread.sleep(20)
      }
      assertThat(read.sum).isEqualTo(bytes)
    } finally session.spark.sparkContext.removeSparkListener(listener)
  }

  @Test
  def rangesAndFormatsDoNotMatter(): Unit = {
    def query(options: (String, String)*) =
      s"SELECT * FROM ${view(orders, "o", options: _*)} o JOIN" +
        s" ${view(items, "item", options: _*)} i ON o.o = i.item"
    val sliced = run(query("slices" -> "3"))
    assertThat(sliced.rows.mkString("\n")).isEqualTo(run(query()).rows.mkString("\n"))
    assertThat(sliced.shuffles).isZero()
    assertThat(sliced.tasks).isEqualTo(12)
  }

  /** With a table of its own, as Hadoop keeps file systems with the settings of their first use. */
  @Test
  def withoutTheServiceTasksSliceExtentsThemselves(): Unit = {
    val table = write(
      "unserved",
      "u int, v int",
      Seq(DimensionSpec.byHash("u"), DimensionSpec.byHash("v")),
      "csv",
      Seq(rows(9, 300, r => s"${r.nextInt(90)},${r.nextInt(9)}"))
    )
    def query(options: (String, String)*) =
      run(s"SELECT u, count(*), sum(v) FROM ${view(table, "u", options: _*)} GROUP BY u")
    val conf = session.spark.sparkContext.hadoopConfiguration
    val before = metric("ExtentsRead")
    conf.set("trident.hdfs.slices.wait-ms", "0")
    try {
      val sliced = query("slices" -> "4")
      assertThat(sliced.rows.mkString("\n")).isEqualTo(query().rows.mkString("\n"))
      assertThat(sliced.rows.size).isGreaterThan(80)
      assertThat(sliced.shuffles).isZero()
      assertThat(metric("ExtentsRead")).isEqualTo(before)
    } finally conf.unset("trident.hdfs.slices.wait-ms")
  }

  @Test
  def aSessionHasANumberOfSlicesAndExplainShowsIt(): Unit =
    session.withConf("spark.sql.trident.slices" -> "2") {
      val sliced = join()
      assertThat(sliced.shuffles).isZero()
      assertThat(sliced.tasks).isEqualTo(8)
      val plan = session.spark
        .sql(s"SELECT customer, count(*) FROM ${view(orders, "customer")} GROUP BY customer")
        .queryExecution
        .executedPlan
      assertThat(plan.toString).contains("in 2 slices for each partition")
    }

  @Test
  def tablesWithOtherNumbersOfSlicesAreShuffledAndHaveTheSameRows(): Unit = {
    val mixed = run(
      s"SELECT o.o, o.total, c.nation FROM ${view(orders, "customer", "slices" -> "2")} o JOIN" +
        s" ${view(customers, "name", "slices" -> "3")} c ON o.customer = c.name"
    )
    assertThat(mixed.rows.mkString("\n")).isEqualTo(join().rows.mkString("\n"))
    assertThat(mixed.shuffles).isGreaterThan(0)
  }

  @Test
  def headersAndLineFeedsWithinValuesAreOfEachSlice(): Unit = {
    val table = write(
      "lines",
      "k string, v int",
      Seq(DimensionSpec.byHash("k"), DimensionSpec.byHash("v")),
      "csv",
      Seq(rows(5, 300, r => s"\"line\nof ${r.nextInt(90)}\",${r.nextInt(9)}")),
      Map("header" -> "k,v\n", "multiline" -> "true")
    )
    def query(options: (String, String)*) =
      run(s"SELECT k, count(*), sum(v) FROM ${view(table, "k", options: _*)} GROUP BY k")
    val before = metric("ExtentsRead")
    val sliced = query("slices" -> "3")
    assertThat(sliced.rows.mkString("\n")).isEqualTo(query().rows.mkString("\n"))
    assertThat(sliced.rows.size).isGreaterThan(80)
    assertThat(sliced.shuffles).isZero()
    assertThat(metric("ExtentsRead") - before).isEqualTo(4L)
  }

  @Test
  def aRowThatSparkReadsAsAnotherKeyIsAnErrorHereToo(): Unit = {
    val table = write(
      "other",
      "k string, v int",
      Seq(DimensionSpec.byHash("k"), DimensionSpec.byHash("v")),
      "csv",
      Seq(Seq("\"\",1", ",2", "a,3").map(_.getBytes(UTF_8)))
    )
    assertThatThrownBy(() => {
      run(s"SELECT k, count(*) FROM ${view(table, "k", "slices" -> "7")} GROUP BY k")
      ()
    }).rootCause().hasMessageContaining("partitioned=false")
  }

  @Test
  def aNumberThatIsNotPossibleIsRefused(): Unit =
    assertThatThrownBy(() => {
      session.load(orders, "slices" -> "0").count()
      ()
    }).hasMessageContaining("0 slices are not possible")
}

object SlicedJoinsIT {

  /** What a query gave, its shuffles, and the tasks of its last stage. */
  private final case class Run(rows: Seq[String], shuffles: Int, tasks: Int)
}
