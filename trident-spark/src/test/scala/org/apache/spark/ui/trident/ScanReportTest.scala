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

import java.lang.{Double => JDouble}

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.ObjectMapper
import io.trident.core.layout.selection.ScanReport
import io.trident.spark.report.TridentScanReport
import org.apache.spark.SparkConf
import org.apache.spark.scheduler.trident.Guards
import org.apache.spark.status.ElementTrackingStore
import org.apache.spark.status.KVUtils.KVStoreScalaSerializer
import org.apache.spark.util.JsonProtocol
import org.apache.spark.util.kvstore.InMemoryStore
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class ScanReportTest {
  private def reportOf(query: Long, read: (String, Int, JDouble)*): ScanReport =
    new ScanReport(
      query,
      "hdfs://nn/a<b>",
      read.map { case (column, n, cost) => new ScanReport.Dimension(column, n, cost) }.asJava,
      read.map(_._2).sum,
      9,
      3,
      36,
      1L << 40,
      1L << 42,
      1,
      "day 0.100 s"
    )

  @Test
  def anEventSurvivesTheEventLog(): Unit = {
    for (report <- Seq(reportOf(3, ("day", 2, 0.5), ("id", 0, null)), reportOf(-1))) {
      val json = JsonProtocol.sparkEventToJsonString(TridentScanReport(report))
      assertThat(json).startsWith("{\"Event\":\"io.trident.spark.report.TridentScanReport\",")
      assertThat(JsonProtocol.sparkEventFromJson(json)).isEqualTo(TridentScanReport(report))
      val later = json.replace("\"table\"", "\"colour\":[{\"of\":\"it\"}],\"table\"")
      assertThat(JsonProtocol.sparkEventFromJson(later)).isEqualTo(TridentScanReport(report))
    }
  }

  @Test
  def theNamesInTheEventLogStay(): Unit = {
    val event = TridentScanReport(reportOf(3, ("day", 2, 0.5)))
    val report =
      new ObjectMapper().readTree(JsonProtocol.sparkEventToJsonString(event)).get("report")
    assertThat(report.fieldNames.asScala.toSeq.asJava).containsExactly(
      "execution",
      "table",
      "dimensions",
      "superExtents",
      "allSuperExtents",
      "extents",
      "allExtents",
      "bytes",
      "allBytes",
      "wholeFiles",
      "reason"
    )
    assertThat(report.get("dimensions").get(0).fieldNames.asScala.toSeq.asJava)
      .containsExactly("column", "superExtents", "seconds")
  }

  @Test
  def aScanSurvivesAStoreOnDisk(): Unit = {
    val serializer = new KVStoreScalaSerializer
    val stored = new StoredScan(7, reportOf(3, ("day", 2, 0.5)))
    val back = serializer.deserialize(serializer.serialize(stored), classOf[StoredScan])
    assertThat(back.report).isEqualTo(stored.report)
    assertThat(back.number).isEqualTo(7)
  }

  @Test
  def theOldestScansAreDroppedAndTheLatestComeFirst(): Unit = {
    val conf = new SparkConf(false)
      .set("spark.ui.retainedStages", "5")
      .set("spark.appStateStore.asyncTracking.enable", "false")
    val kept = new ElementTrackingStore(new InMemoryStore, conf)
    val listener = new ReportStoreListener(kept, conf, Guards.logging())
    val store = new ReportStore(kept, () => Nil)
    assertThat(store.hasAny).isFalse()
    (1 to 12).foreach(query => listener.onOtherEvent(TridentScanReport(reportOf(query.toLong))))
    assertThat(store.scans.map(_.execution).asJava).containsExactly(12L, 11L, 10L, 9L, 8L)
    assertThat(store.hasAny).isTrue()
  }

  @Test
  def dimensionsThatAreReadAreNamed(): Unit = {
    assertThat(reportOf(1, ("day", 0, 1.0)).dimensionsRead).isEqualTo("none")
    assertThat(reportOf(1, ("day", 4, 1.0), ("id", 0, 2.0)).dimensionsRead).isEqualTo("day")
    assertThat(reportOf(1, ("day", 4, 1.0), ("id", 2, 2.0)).dimensionsRead)
      .isEqualTo("day (4)+id (2)")
  }
}
