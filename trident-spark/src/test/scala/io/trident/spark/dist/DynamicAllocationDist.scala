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

import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.jdk.StreamConverters._

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{BeforeEach, Test, Timeout}

/** Executors that dynamic allocation gets from YARN, with Trident's hints and with Spark's. */
@Timeout(600)
class DynamicAllocationDist {

  @BeforeEach
  def distribution(): Unit = SparkDistribution.assumePresent()

  @Test
  def executorsGoToTheNodeThatHasTheInputInMemory(): Unit = {
    val byNode = (0 until TieredInput.FileCount).groupBy(TieredInput.memoryNode)
    // The two nodes with most files, each enough for two executors of two cores.
    val nodes = byNode.toSeq.filter(_._2.size > 2).sortBy(-_._2.size).take(2).map(_._1)
    assertThat(nodes.isEmpty).isFalse
    val tiered = nodes.map(node => run(byNode(node), hints = "true"))
    val stock = nodes.map(node => run(byNode(node), hints = "false"))
    println(s"in memory on $nodes; executors by tiers: $tiered; as by Spark: $stock")
    for ((node, run) <- nodes.zip(tiered)) {
      assertThat(run.asked.asJava).isEqualTo(Seq.fill(2)(Set(node)).asJava)
    }
    for (run <- stock) {
      assertThat(run.asked.head.asJava)
        .isEqualTo(TieredInput.cluster.nodeNames.asScala.toSet.asJava)
    }
    // As many as in stock, and of the size that the user set.
    for (run <- tiered ++ stock) {
      assertThat(run.executors.map(_.cores).asJava).isEqualTo(Seq(2, 2).asJava)
    }
    assertThat(inMemory(nodes, tiered)).isGreaterThanOrEqualTo(2 * nodes.size - 1)
    assertThat(inMemory(nodes, tiered)).isGreaterThanOrEqualTo(inMemory(nodes, stock))
  }

  /** How many executors are where the input is in memory. */
  private def inMemory(nodes: Seq[String], runs: Seq[AllocatedRun]): Int =
    nodes.zip(runs).map { case (node, run) => run.executors.count(_.host == node) }.sum

  private def run(files: Seq[Int], hints: String): AllocatedRun = {
    val application = new UserApplication(
      Seq("--master", "yarn", "--deploy-mode", "client"),
      Map(
        "spark.dynamicAllocation.enabled" -> "true",
        "spark.dynamicAllocation.shuffleTracking.enabled" -> "true",
        "spark.dynamicAllocation.maxExecutors" -> "2",
        "spark.dynamicAllocation.sustainedSchedulerBacklogTimeout" -> "1s",
        "spark.scheduler.trident.executor-hints.enabled" -> hints,
        "spark.scheduler.trident.tier-wait-ms" -> "20000"
      ),
      taskMillis = 8000 // the second executor has to come before the stage has ended
    ) {
      override def input: String = TieredInput.files(files)
    }
    application.start().await().requireSuccess()
    val id = Files.list(application.eventLogDir).toScala(Seq).head.getFileName.toString
    AllocatedRun(
      EventLog.read(application.eventLogDir).executors,
      asked(id.drop(id.indexOf("app")))
    )
  }

  /** The hosts of each container request, as the application master logs them. */
  private def asked(application: String): Seq[Set[String]] = {
    val nodes = TieredInput.cluster.nodeNames.asScala.toSeq
    val yarn = TieredInput.cluster.baseDir.resolve("yarn")
    val logs = nodes.map(yarn.resolve(_).resolve("logs").resolve(application))
    val Request = "Submitted container request for host (.*)\\.".r.unanchored
    logs
      .filter(Files.isDirectory(_))
      .flatMap(Files.walk(_).toScala(Seq))
      .filter(log => log.getFileName.toString == "stderr" && isMaster(log))
      .flatMap(Files.readAllLines(_).asScala)
      .collect { case Request(hosts) => hosts.split(",").toSet }
  }

  private def isMaster(log: Path): Boolean = log.getParent.getFileName.toString.endsWith("000001")
}

/** The executors of a run, and the hosts of the requests for them. */
final case class AllocatedRun(executors: Seq[Executor], asked: Seq[Set[String]])
