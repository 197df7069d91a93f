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
package org.apache.spark.ui.trident

import java.net.{HttpURLConnection, URI}
import java.nio.file.{Files, Path => LocalPath}
import java.util.concurrent.{CopyOnWriteArrayList, TimeUnit}

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import io.trident.core.model.ReadSource
import io.trident.core.report.StageReport
import io.trident.minicluster.TieredCluster
import io.trident.layout.table.DimensionSpec
import io.trident.spark.layout.WrittenTable
import io.trident.spark.report.{ReportText, StageRecorder, TridentStageReport}
import org.apache.hadoop.fs.Path
import org.apache.spark.{SparkConf, SparkContext}
import org.apache.spark.deploy.history.trident.InProcessHistory
import org.apache.spark.deploy.trident.InProcessCluster
import org.apache.spark.sql.SparkSession
import org.apache.spark.scheduler.{SparkListener, SparkListenerEvent}
import org.apache.spark.scheduler.trident.TridentPlugin
import org.assertj.core.api.Assertions.{assertThat, within}
import org.junit.jupiter.api.{
  AfterAll,
  BeforeAll,
  MethodOrderer,
  Order,
  Tag,
  Test,
  TestInstance,
  TestMethodOrder,
  Timeout
}
import org.junit.jupiter.api.TestInstance.Lifecycle

/** What users see of a real job on tiered HDFS: live, by metrics, and afterwards. */
@Timeout(300)
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(classOf[MethodOrderer.OrderAnnotation])
@Tag("slow")
class PlacementReportIT {
  private val Nodes = 4
  private val FileCount = 8
  private val LinesPerFile = 500
  private val work = Files.createTempDirectory(LocalPath.of("target").toAbsolutePath, "report-")
  private val logs = Files.createDirectories(work.resolve("events"))
  private val reports = new CopyOnWriteArrayList[StageReport]
  private var hdfs: TieredCluster = _
  private var input: String = _
  private var spark: InProcessCluster = _
  private var sc: SparkContext = _
  private var appId: String = _
  private var history: InProcessHistory = _

  @BeforeAll
  def start(): Unit = {
    hdfs =
      TieredCluster.builder().nodes(Nodes).racks(1).hdfsOnly().baseDir(work.resolve("hdfs")).start()
    val dir = new Path(hdfs.fileSystem().getUri.toString, "/scan")
    for (file <- 0 until FileCount) {
      val out = hdfs.fileSystem().create(new Path(dir, s"part-$file"))
      try (0 until LinesPerFile).foreach(line => out.write(s"$file $line\n".getBytes("UTF-8")))
      finally out.close()
    }
    input = dir.toString
    spark = new InProcessCluster(hdfs.nodeNames.asScala.toSeq, 2, 512, work)
    sc = new SparkContext(clusterConf)
    appId = sc.applicationId
    sc.addSparkListener(new SparkListener {
      override def onOtherEvent(event: SparkListenerEvent): Unit = event match {
        case TridentStageReport(report) => reports.add(report): Unit
        case _                          =>
      }
    })
  }

  @AfterAll
  def stop(): Unit = {
    if (sc != null) sc.stop()
    Seq(history, spark, hdfs).filter(_ != null).foreach(_.close())
  }

  @Test
  @Order(0)
  def beforeAnyStageWithTiersNobodyListens(): Unit = {
    assertThat(sc.parallelize(1 to 10, 4).map(i => i % 2 -> i).groupByKey(2).count()).isEqualTo(2L)
    sc.listenerBus.waitUntilEmpty()
    assertThat(sc.listenerBus.findListenersByClass[StageRecorder]().asJava).isEmpty()
    assertThat(sc.listenerBus.findListenersByClass[ReportStoreListener]().asJava).isEmpty()
    assertThat(live("/trident/")).doesNotContain("Completed Stages")
    assertThat(reports).isEmpty()
  }

  @Test
  @Order(1)
  def aScanIsReportedOnceAndMatchesWhatRan(): Unit = {
    assertThat(sc.textFile(input, 1).count()).isEqualTo(FileCount.toLong * LinesPerFile)
    sc.listenerBus.waitUntilEmpty()
    assertThat(reports).hasSize(1)
    val report = reports.get(0)
    assertThat(report.tasks).isEqualTo(FileCount)
    assertThat(report.planned).isEqualTo(FileCount)
    assertThat(report.stock + report.speculative).isZero
    assertThat(report.sources.values.asScala.map(_.intValue).sum).isEqualTo(FileCount)
    assertThat(report.count(ReadSource.UNKNOWN)).isZero
    assertThat(report.cost).isCloseTo(report.optimum.doubleValue, within(1e-6))
    assertThat(report.atOptimum).isEqualTo(FileCount)
    assertThat(report.details).hasSize(FileCount)
    assertThat(report.rounds).isPositive
    assertThat(report.nanos).isGreaterThanOrEqualTo(report.longestNanos).isPositive
    assertThat(report.withoutTiers).isEmpty()
    val ran = sc.statusStore.taskList(report.stage, 0, 100).map(task => task.index -> task.host)
    val reported = report.details.asScala.map(task => task.index -> task.host)
    assertThat(reported.toMap.asJava).isEqualTo(ran.toMap.asJava)
    val costs = report.details.asScala.map(_.cost).sum
    assertThat(costs).isCloseTo(report.cost, within(1e-6))
  }

  @Test
  @Order(2)
  def stagesWithoutInputAreCountedOnly(): Unit = {
    sc.textFile(input, 1).map(line => line.take(1) -> 1).reduceByKey(_ + _, 3).collect()
    sc.listenerBus.waitUntilEmpty()
    assertThat(reports).hasSize(2)
    val map = reports.asScala.last
    assertThat(map.planned).isEqualTo(FileCount)
    assertThat(map.withoutTiers).isEmpty()
  }

  @Test
  @Order(3)
  def aRunningStageIsShownBeforeItEnds(): Unit = {
    val job =
      sc.textFile(input, 1).mapPartitions { lines => Thread.sleep(4000); lines }.countAsync()
    await(() => live("/trident/").contains("Active Stages (1)"))
    assertThat(reports).hasSize(2)
    job.cancel()
    await(() => !live("/trident/").contains("Active Stages"))
    await(() => reports.size == 3)
  }

  @Test
  @Order(4)
  def theTabShowsTheNumbersOfTheEvents(): Unit = {
    val page = live("/trident/")
    assertThat(page).contains(s"Completed Stages (${reports.size})")
    reports.forEach { report =>
      assertThat(page).contains(Fragments.words(report))
      assertThat(page).contains(s"/trident/stage/?id=${report.stage}&amp;attempt=0")
    }
    val scan = reports.get(0)
    assertThat(page).contains(ReportText.cost(scan.cost))
    val stage = live(s"/trident/stage/?id=${scan.stage}&attempt=0")
    scan.details.forEach(task => assertThat(stage).contains(s"<td>${task.host}</td>"))
    assertThat(stage).contains(s"Tasks ($FileCount)").contains("No slot on offer was cheaper.")
    assertThat(live("/trident/stage/?id=4711")).contains("Nothing is known of stage 4711")
    assertThat(live("/trident/stage/?id=%3Cb%3E")).contains("Which stage?")
    assertThat(live("/jobs/")).contains("href=\"/trident/\"")
  }

  @Test
  @Order(5)
  def theReferenceHasEachMetricAndNoOther(): Unit = {
    val prefix = s"$appId.driver.trident."
    val metrics = new ObjectMapper().readTree(live("/metrics/json/"))
    val published = Seq("counters", "gauges", "timers")
      .flatMap(kind => metrics.get(kind).fieldNames.asScala)
      .filter(_.startsWith(prefix))
      .map(_.stripPrefix(prefix))
    val page =
      Files
        .readString(LocalPath.of("..", "docs", "metrics.md"))
        .split("\n### `trident`\n")(1)
        .split("\n##")(0)
    val documented = "(?m)^\\| `([^`]+)` ".r.findAllMatchIn(page).map(_.group(1)).toSeq
    assertThat(documented.sorted.asJava).isEqualTo(published.sorted.asJava)
  }

  @Test
  @Order(5)
  def metricsAreThoseOfTheReports(): Unit = {
    val metrics = new ObjectMapper().readTree(live("/metrics/json/"))
    def of(kind: String, name: String): JsonNode = {
      val found = metrics.get(kind).get(s"$appId.driver.trident.$name")
      assertThat(found).as(name).isNotNull()
      found
    }
    val all = reports.asScala
    assertThat(of("counters", "tasks.planned").get("count").asInt).isEqualTo(all.map(_.planned).sum)
    assertThat(of("counters", "tasks.stock").get("count").asInt).isEqualTo(all.map(_.stock).sum)
    ReadSource.values.foreach { source =>
      assertThat(of("counters", s"tasks.${source.label}").get("count").asInt)
        .as(source.label)
        .isEqualTo(all.map(_.count(source)).sum)
    }
    assertThat(of("timers", "round-time").get("count").asInt).isEqualTo(all.map(_.rounds).sum)
    assertThat(of("gauges", "cost").get("value").asDouble)
      .isCloseTo(all.map(_.cost).sum, within(1e-6))
    assertThat(of("counters", "without-tiers.no-input").get("count").asInt).isEqualTo(3)
    assertThat(of("gauges", "lookups.answered").get("value").asInt).isGreaterThanOrEqualTo(3)
    assertThat(of("gauges", "lookups.segments.known").get("value").asInt).isPositive
  }

  @Test
  @Order(6)
  def aScanOfAReplicatedTableIsShownWithItsDimension(): Unit = {
    val dimensions = Seq("a", "b").map(DimensionSpec.byHash)
    val spec = WrittenTable.spec(WrittenTable.schema("a int, b int"), dimensions, "csv")
    val rows = (0 until 196).map(i => s"$i,${i % 7}".getBytes("UTF-8"))
    val root = new Path(hdfs.fileSystem().getUri.toString, "/table")
    WrittenTable.write(root, spec, Seq(4 -> rows), hdfs.configuration())
    val sql = SparkSession.builder().getOrCreate()
    val before = reports.size
    assertThat(sql.read.format("trident").load(root.toString).where("b = 3").count()).isEqualTo(28)
    sc.listenerBus.waitUntilEmpty()
    // Its tasks are placed by the tiers of its extents, as those of a scan of files.
    assertThat(reports).hasSize(before + 1)
    val scan = reports.get(before)
    assertThat(scan.planned).isEqualTo(scan.tasks).isPositive
    assertThat(scan.count(ReadSource.UNKNOWN)).isZero
    assertThat(scan.cost).isCloseTo(scan.optimum.doubleValue, within(1e-6))
    assertThat(live("/trident/"))
      .contains("Scans of Logically Replicated Tables (1)", s"<td>$root</td>", ">b</td>")
      .contains("the costs are a ", "/SQL/execution/?id=")
  }

  @Test
  @Order(7)
  def theHistoryServerShowsTheSame(): Unit = {
    sc.stop()
    val untiered = new SparkContext(logging(new SparkConf(false).setMaster("local[1]")))
    val untieredId = untiered.applicationId
    untiered.parallelize(1 to 10, 2).count()
    untiered.stop()
    serveHistory()
    val page = past(s"/history/$appId/trident/")
    assertThat(page).contains(s"Completed Stages (${reports.size})").doesNotContain("Active Stages")
    assertThat(page).contains("Scans of Logically Replicated Tables (1)", "the costs are a ")
    reports.forEach(report => assertThat(page).contains(Fragments.words(report)))
    val stage = past(s"/history/$appId/trident/stage/?id=${reports.get(0).stage}&attempt=0")
    reports.get(0).details.forEach(task => assertThat(stage).contains(task.because))
    assertThat(past(s"/history/$untieredId/jobs/")).doesNotContain("/trident/")
  }

  private def serveHistory(): Unit = {
    val conf = new SparkConf(false)
      .set("spark.history.fs.logDirectory", logs.toUri.toString)
      .set("spark.history.store.path", work.resolve("store").toString) // reports go to disk, too
      .set("spark.ui.enabled", "true")
    history = new InProcessHistory(conf)
    await(() => history.applications == 2)
  }

  private def live(path: String): String = get(sc.uiWebUrl.get + path)

  private def past(path: String): String = get(history.url + path)

  private def get(url: String): String = {
    val connection = URI.create(url).toURL.openConnection().asInstanceOf[HttpURLConnection]
    assertThat(connection.getResponseCode).as(url).isEqualTo(HttpURLConnection.HTTP_OK)
    new String(connection.getInputStream.readAllBytes(), "UTF-8")
  }

  private def await(isSo: () => Boolean): Unit = {
    val deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5)
    while (!isSo()) {
      assertThat(System.nanoTime() - deadline).as("waited in vain").isNegative
      Thread.sleep(50)
    }
  }

  private def logging(conf: SparkConf): SparkConf = conf
    .setAppName("reported")
    .set("spark.eventLog.enabled", "true")
    .set("spark.eventLog.dir", logs.toUri.toString)
    .set("spark.driver.host", "127.0.0.1")
    .set("spark.ui.enabled", "true")
    .set("spark.ui.port", "0")

  private def clusterConf: SparkConf = {
    val conf = logging(new SparkConf(false))
      .setMaster(spark.url)
      .set("spark.plugins", classOf[TridentPlugin].getName)
      .set("spark.executor.memory", "512m")
      .set("spark.executor.cores", "2")
      .set("spark.scheduler.minRegisteredResourcesRatio", "1.0")
      .set("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s")
      .set("spark.cores.max", (2 * Nodes).toString)
      .set("spark.executor.extraJavaOptions", InProcessCluster.executorJvmOptions)
      .set("spark.scheduler.trident.tier-wait-ms", "20000")
    hdfs.configuration().forEach(entry => conf.set(s"spark.hadoop.${entry.getKey}", entry.getValue))
    conf
  }
}
