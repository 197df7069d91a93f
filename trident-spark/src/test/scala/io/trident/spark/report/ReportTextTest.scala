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
package io.trident.spark.report

import io.trident.core.model.StorageTier
import io.trident.core.report.StageReport
import io.trident.spark.round.{StageWithoutTiers, WithoutTiers}
import io.trident.spark.round.RoundPlanner.FreeSlots
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class ReportTextTest {
  private def reportOf(planned: Int, atOptimum: Int): StageReport = new StageReport(
    1,
    0,
    "",
    "",
    planned,
    planned,
    0,
    0,
    java.util.Map.of(),
    0,
    null,
    atOptimum,
    0,
    0,
    0,
    0,
    java.util.List.of(),
    java.util.List.of(),
    0,
    0,
    null
  )

  @Test
  def allIsWrittenOnlyOfAll(): Unit = {
    assertThat(ReportText.share(reportOf(3, 3))).isEqualTo("100%")
    assertThat(ReportText.share(reportOf(100000, 99999))).isEqualTo("99.9%")
    assertThat(ReportText.share(reportOf(3, 0))).isEqualTo("0.0%")
    assertThat(ReportText.share(reportOf(0, 0))).isEmpty()
  }

  @Test
  def timesAreInTheUnitThatFits(): Unit = {
    assertThat(ReportText.millis(123456)).isEqualTo("0.1 ms")
    assertThat(ReportText.millis(999900000)).isEqualTo("999.9 ms")
    assertThat(ReportText.millis(61234567890L)).isEqualTo("61.2 s")
  }

  @Test
  def aStageThatGotItsTiersLateIsReportedSo(): Unit = {
    val recording = new Recording
    val stage = recording.stage(Seq(Map("n1" -> StorageTier.SSD)))
    recording.recorder.stageWithoutTiers(StageWithoutTiers(1, 0, WithoutTiers.TooLate))
    stage.started(9, 0, FreeSlots("e1", "n1", 1))
    assertThat(ReportText.withoutTiers(recording.recorder.running.head))
      .isEqualTo("the tiers were not known in time")
    stage.round(Seq(FreeSlots("e1", "n1", 1)), Seq(0))
    assertThat(ReportText.withoutTiers(recording.recorder.running.head))
      .isEqualTo("at first: the tiers were not known in time")
  }
}
