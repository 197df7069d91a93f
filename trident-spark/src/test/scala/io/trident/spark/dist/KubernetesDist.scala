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

import java.net.InetAddress
import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{AfterEach, BeforeEach, Test, Timeout}

/** An application on Kubernetes, in client mode: Spark's own scheduler back-end, Kubernetes client
  * and executors, with [[KubernetesCluster]] in the place of the cluster.
  */
@Timeout(600)
class KubernetesDist {
  import KubernetesDist._

  private var cluster: KubernetesCluster = _

  @BeforeEach
  def start(): Unit = {
    SparkDistribution.assumePresent()
    cluster = new KubernetesCluster(TieredInput.cluster.nodeNames.asScala.toSeq)
  }

  @AfterEach
  def stop(): Unit = if (cluster != null) {
    cluster.close()
  }

  @Test
  def tasksRunWhereTheirInputIsInMemory(): Unit = {
    val application = applicationOn(cluster)
    application.runAndCheck()
    val log = EventLog.read(application.eventLogDir)
    assertThat(log.executors.map(_.host).toSet.asJava).isEqualTo(addresses.toSet.asJava)
    val scans =
      EventLog
        .stageReports(application.eventLogDir)
        .filter(_.get("tasks").asInt == TieredInput.FileCount)
    assertThat(scans.isEmpty).isFalse
    for (scan <- scans) {
      assertThat(scan.get("planned").asInt).isEqualTo(TieredInput.FileCount)
      assertThat(scan.get("atOptimum").asInt).isEqualTo(TieredInput.FileCount)
      assertThat(scan.get("cost").asDouble).isEqualTo(scan.get("optimum").asDouble)
    }
    assertThat(inMemory(log)).isEqualTo(TieredInput.memoryLocalAtBest(CoresPerPod))
    assertThat(cluster.refused.asJava).isEmpty()
  }

  @Test
  def stockAnswersTheSame(): Unit = {
    val application = applicationOn(cluster, Map("spark.plugins" -> ""), StockScheduler)
    application.runAndCheck()
    val log = EventLog.read(application.eventLogDir)
    assertThat(EventLog.stageReports(application.eventLogDir).isEmpty).isTrue
    println(s"in memory with Spark's scheduler: ${inMemory(log)} of ${TieredInput.FileCount}")
    assertThat(cluster.refused.asJava).isEmpty()
  }

  /** All tasks run in the driver's pod: there is nothing to place. */
  @Test
  def driverOnly(): Unit = {
    val alone = Map("spark.kubernetes.driver.master" -> "local[2]")
    applicationOn(cluster, alone, StockScheduler).runAndCheck()
    assertThat(cluster.podsCreated).isZero
    assertThat(cluster.refused.asJava).isEmpty()
  }

  @Test
  def podKilledInTheFirstStage(): Unit = {
    val application = applicationOn(cluster, taskMillis = 4000)
    val running = application.start()
    running.awaitLine("Starting task (4).0 in stage 0.0")
    val killed = cluster.runningPods.head
    cluster.killPod(killed)
    application.check(running.await())
    assertThat(cluster.podsCreated).isGreaterThan(addresses.size)
    assertThat(cluster.refused.asJava).isEmpty()
  }
}

object KubernetesDist {
  private val CoresPerPod = 6
  private val StockScheduler = "org.apache.spark.scheduler.TaskSchedulerImpl"

  private def addresses: Seq[String] =
    TieredInput.cluster.nodeNames.asScala.toSeq.map(InetAddress.getByName(_).getHostAddress)

  /** Executors are known by the addresses of their pods. */
  private def inMemory(log: EventLog): Int =
    log.hosts(TieredInput.FileCount).count { case (file, host) =>
      host == InetAddress.getByName(TieredInput.memoryNode(file)).getHostAddress
    }

  private def applicationOn(
      cluster: KubernetesCluster,
      more: Map[String, String] = Map.empty,
      scheduler: String = UserApplication.schedulers,
      taskMillis: Long = 0
  ): UserApplication = new UserApplication(
    Seq("--master", cluster.url, "--deploy-mode", "client"),
    Map(
      "spark.executor.cores" -> CoresPerPod.toString,
      "spark.executor.instances" -> addresses.size.toString,
      "spark.driver.host" -> "127.0.0.1",
      // Tiers are known before the first task, on a machine that is busy, too.
      "spark.scheduler.trident.tier-wait-ms" -> "20000",
      "spark.kubernetes.container.image" -> "spark:none-is-pulled",
      "spark.kubernetes.executor.podTemplateFile" -> podTemplate.toString
    ) ++ more,
    taskMillis,
    scheduler
  )

  /** As `docs/install.md` has it: executors have the addresses of their nodes. */
  private lazy val podTemplate: Path = Files.writeString(
    SparkDistribution.emptyDirectory("template").resolve("pod.yaml"),
    """apiVersion: v1
      |kind: Pod
      |spec:
      |  hostNetwork: true
      |  dnsPolicy: ClusterFirstWithHostNet
      |""".stripMargin
  )
}
