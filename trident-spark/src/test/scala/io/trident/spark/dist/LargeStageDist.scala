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
package io.trident.spark.dist

import java.nio.charset.StandardCharsets.UTF_8

import org.apache.hadoop.fs.Path
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{BeforeEach, Test, Timeout}

/** A stage of very many partitions on HDFS, from the driver to the last task, with Trident and with
  * Spark's scheduler: the drivers have Spark's default memory.
  *
  * `-Dtrident.large-stage.partitions=100000` sets how many; that many take minutes.
  */
@Timeout(3600)
class LargeStageDist {
  import LargeStageDist._

  @BeforeEach
  def distribution(): Unit = SparkDistribution.assumePresent()

  @Test
  def countsAsStockDoes(): Unit = {
    val trident = new CountLines(Map.empty)
    val stock = new CountLines(Map("spark.plugins" -> ""))
    val (answer, time) = trident.run()
    val (stockAnswer, stockTime) = stock.run()
    assertThat(answer).isEqualTo(s"$Lines lines in $Lines partitions")
    assertThat(answer).isEqualTo(stockAnswer)
    assertThat(EventLog.stageReports(stock.eventLogDir).isEmpty).isTrue
    val report = EventLog.stageReports(trident.eventLogDir).head
    assertThat(report.get("tasks").asInt).isEqualTo(Lines)
    assertThat(report.get("planned").asInt).isEqualTo(Lines)
    println(
      s"$Lines partitions: $time with Trident, $stockTime with Spark's scheduler;" +
        s" read from ${report.get("sources")}, cost ${report.get("cost")} of" +
        s" ${report.get("optimum")}, ${report.get("atOptimum")} at the optimum," +
        s" ${report.get("held")} held, ${report.get("rounds")} rounds," +
        s" ${report.get("nanos").asLong / 1e9} s solving"
    )
  }
}

object LargeStageDist {
  private val FileCount = 12
  private val LinesPerFile =
    (Integer.getInteger("trident.large-stage.partitions", 6000) + FileCount - 1) / FileCount
  private val Lines = FileCount * LinesPerFile

  /** Files of one block each, in lines of ten bytes: of as many partitions each gets one. */
  private lazy val directory: Path = {
    val dir = new Path(TieredInput.fileSystem.getUri.toString, "/input-large")
    val bytes = ("nine char\n" * LinesPerFile).getBytes(UTF_8)
    (0 until FileCount).foreach { file =>
      val out = TieredInput.fileSystem.create(new Path(dir, s"$file.txt"))
      try out.write(bytes)
      finally out.close()
    }
    dir
  }

  private final class CountLines(more: Map[String, String])
      extends UserApplication(
        Seq("--master", StandaloneCluster.shared.url),
        UserApplication.allCoresOf(StandaloneCluster.shared) +
          ("spark.driver.memory" -> "1g") +
          // Tiers are known before the first task, on a machine that is busy, too.
          ("spark.scheduler.trident.tier-wait-ms" -> "20000") ++ more
      ) {
    override def mainClass: String = "io.trident.spark.dist.app.CountLinesApp"

    override def arguments: Seq[String] = Seq(directory.toString, Lines.toString)

    /** What it answered, and how long it took. */
    def run(): (String, String) = {
      val ended = start().await(seconds = 1700)
      ended.requireSuccess()
      val time = s"${ended.line("SECONDS ")} s (driver's processor ${ended.line("DRIVER CPU ")} s)"
      (ended.line("COUNTED "), time)
    }
  }
}
