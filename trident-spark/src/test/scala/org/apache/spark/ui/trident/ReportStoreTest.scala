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

import org.apache.spark.scheduler.trident.Guards

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.ObjectMapper
import io.trident.core.report.{PrefetchReport, StageReport, TaskReport}
import io.trident.spark.report.TridentStageReport
import org.apache.spark.SparkConf
import org.apache.spark.status.ElementTrackingStore
import org.apache.spark.status.KVUtils.KVStoreScalaSerializer
import org.apache.spark.util.JsonProtocol
import org.apache.spark.util.kvstore.InMemoryStore
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class ReportStoreTest {
  private val prefetched =
    new PrefetchReport("trident", 9, 5, 4, 3, 1, "the pool is full", 1.5, 9, 7, 6, null)

  private def reportOf(
      stage: Int,
      attempt: Int = 0,
      optimum: java.lang.Double = 9,
      prefetch: PrefetchReport = prefetched
  ): StageReport =
    new StageReport(
      stage,
      attempt,
      "<b>count</b> at Scan.scala:1",
      "trident",
      2,
      1,
      1,
      0,
      Map("memory" -> Int.box(1), "unknown" -> Int.box(1)).asJava,
      9,
      optimum,
      1,
      1,
      2,
      3000000000L,
      2000000000L,
      java.util.List.of("too-late"),
      java.util.List.of(
        new TaskReport(
          0,
          7,
          "1",
          "n1",
          "memory",
          9,
          "optimum",
          new TaskReport.Better("2", "n2", 1, java.util.List.of(1)),
          new TaskReport.Held(3, "2", 0.5, 1.5)
        ),
        new TaskReport(1, 8, "2", "n2", "unknown", 78, "cheapest", null, null)
      ),
      0,
      0,
      prefetch
    )

  @Test
  def anEventSurvivesTheEventLog(): Unit = {
    for (report <- Seq(reportOf(1), reportOf(2, 3, null, null))) {
      val json = JsonProtocol.sparkEventToJsonString(TridentStageReport(report))
      assertThat(json).startsWith(
        "{\"Event\":\"io.trident.spark.report.TridentStageReport\",\"report\":"
      )
      assertThat(JsonProtocol.sparkEventFromJson(json)).isEqualTo(TridentStageReport(report))
      val later = json.replace("\"attempt\"", "\"colour\":[{\"of\":\"it\"}],\"attempt\"")
      assertThat(JsonProtocol.sparkEventFromJson(later)).isEqualTo(TridentStageReport(report))
    }
  }

  @Test
  def theNamesInTheEventLogStay(): Unit = {
    val json = JsonProtocol.sparkEventToJsonString(TridentStageReport(reportOf(1)))
    val report = new ObjectMapper().readTree(json).get("report")
    assertThat(report.fieldNames.asScala.toSeq.asJava).containsExactly(
      "stage",
      "attempt",
      "name",
      "policy",
      "tasks",
      "planned",
      "stock",
      "speculative",
      "sources",
      "cost",
      "optimum",
      "atOptimum",
      "held",
      "rounds",
      "nanos",
      "longestNanos",
      "withoutTiers",
      "details",
      "leftOut",
      "lost",
      "prefetch"
    )
    assertThat(report.get("prefetch").fieldNames.asScala.toSeq.asJava).containsExactly(
      "prefetcher",
      "blocks",
      "planned",
      "cached",
      "found",
      "failed",
      "failure",
      "delay",
      "predictedNone",
      "predictedAll",
      "predictedPlanned",
      "measured"
    )
    assertThat(report.get("details").get(0).fieldNames.asScala.toSeq.asJava).containsExactly(
      "index",
      "id",
      "executor",
      "host",
      "source",
      "cost",
      "reason",
      "better",
      "held"
    )
  }

  @Test
  def aReportSurvivesAStoreOnDisk(): Unit = {
    val serializer = new KVStoreScalaSerializer
    val stored = new StoredReport(reportOf(4, 1))
    val back = serializer.deserialize(serializer.serialize(stored), classOf[StoredReport])
    assertThat(back.report).isEqualTo(stored.report)
    assertThat(back.id).containsExactly(4, 1)
  }

  @Test
  def theOldestReportsAreDroppedAndTheLatestComeFirst(): Unit = {
    val conf = new SparkConf(false)
      .set("spark.ui.retainedStages", "5")
      .set("spark.appStateStore.asyncTracking.enable", "false")
    val kept = new ElementTrackingStore(new InMemoryStore, conf)
    val listener = new ReportStoreListener(kept, conf, Guards.logging())
    val store = new ReportStore(kept, () => Seq(reportOf(99)))
    assertThat(store.hasAny).isFalse()
    (1 to 12).foreach(stage => listener.onOtherEvent(TridentStageReport(reportOf(stage))))
    listener.onOtherEvent(TridentStageReport(reportOf(12, 1)))
    assertThat(store.completed.map(_.id).asJava).containsExactly("12.1", "12", "11", "10", "9")
    assertThat(store.of(12, 1).get.attempt).isEqualTo(1)
    assertThat(store.of(99, 0).isDefined).isTrue()
    assertThat(store.of(1, 0).isEmpty).isTrue()
    assertThat(store.of(12, 2).isEmpty).isTrue()
  }

  @Test
  def aBarIsAsWideAsItsTasksAndNothingIsTakenForMarkup(): Unit = {
    val bar = Fragments.bar(reportOf(1)).mkString
    assertThat(bar.split("width: 50.0%", -1)).hasSize(3)
    assertThat(bar).contains("title=\"memory 1, unknown 1\"")
    assertThat(Fragments.source("<i>").mkString).contains("&lt;i&gt;").doesNotContain("<i>")
    assertThat(Fragments.optimum(reportOf(1, 0, null))).isEqualTo("\u2013")
  }
}
