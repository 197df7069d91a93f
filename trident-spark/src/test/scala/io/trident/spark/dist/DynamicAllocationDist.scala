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
    val (busiest, _) = byNode.maxBy { case (node, files) => (files.size, node) }
    val (other, _) = byNode.removed(busiest).maxBy { case (node, files) => (files.size, node) }
    val nodes = Seq(busiest, other)
    val tiered = nodes.map(node => run(byNode(node), "true"))
    val stock = nodes.map(node => run(byNode(node), "false"))
    println(s"in memory on $nodes: executors with tiers on $tiered, as by Spark on $stock")
    for ((node, executors) <- nodes.zip(tiered)) {
      assertThat(executors.map(_.host).distinct.size).isEqualTo(1)
      assertThat(executors.head.host).isEqualTo(node)
    }
    // As many as the files need, and each of the size that the user set.
    for (executors <- tiered ++ stock; executor <- executors) {
      assertThat(executor.cores).isEqualTo(2)
    }
    assertThat(tiered.map(_.size).sum).isLessThanOrEqualTo(stock.map(_.size).sum + 1)
  }

  private def run(files: Seq[Int], hints: String): Seq[Executor] = {
    val application = new UserApplication(
      Seq("--master", "yarn", "--deploy-mode", "client"),
      Map(
        "spark.dynamicAllocation.enabled" -> "true",
        "spark.dynamicAllocation.shuffleTracking.enabled" -> "true",
        "spark.dynamicAllocation.maxExecutors" -> "2",
        "spark.scheduler.trident.executor-hints.enabled" -> hints,
        "spark.scheduler.trident.tier-wait-ms" -> "20000"
      ),
      taskMillis = 4000
    ) {
      override def input: String = TieredInput.files(files)
    }
    application.start().await().requireSuccess()
    EventLog.read(application.eventLogDir).executors
  }
}
