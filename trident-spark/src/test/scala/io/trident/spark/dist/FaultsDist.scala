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

import java.util.concurrent.TimeUnit

import scala.jdk.StreamConverters._

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{BeforeEach, Test, Timeout}

/** Processes that die while an application runs: it ends as it should. */
@Timeout(600)
class FaultsDist {

  @BeforeEach
  def distribution(): Unit = SparkDistribution.assumePresent()

  @Test
  def workerAndItsExecutorKilledInTheFirstStage(): Unit = {
    val cluster = new StandaloneCluster(coresPerWorker = 2)
    try {
      val application = UserApplication.on(cluster, taskMillis = 4000)
      val running = application.start()
      running.awaitLine("Starting task (4).0 in stage 0.0")
      cluster.killWorker("node2")
      application.check(running.await())
    } finally cluster.close()
  }

  @Test
  def driverKilledAndStartedAgain(): Unit = {
    val killed = UserApplication.on(StandaloneCluster.shared, taskMillis = 4000).start()
    killed.awaitLine("Starting task (4).0 in stage 0.0")
    killed.kill()
    UserApplication.on(StandaloneCluster.shared).runAndCheck()
  }

  /** YARN starts the driver again in another container, which starts over. */
  @Test
  def driverInTheClusterKilled(): Unit = {
    val application = new UserApplication(
      Seq("--master", "yarn", "--deploy-mode", "cluster", "--num-executors", "2"),
      Map("spark.yarn.maxAppAttempts" -> "2"),
      taskMillis = 4000
    )
    val running = application.start()
    running.awaitLine("state: (RUNNING)")
    val driver = eventually(applicationMaster())
    driver.destroyForcibly()
    application.check(running.await())
    assertThat(EventLog.applications(application.eventLogDir)).isEqualTo(2)
  }

  private def applicationMaster(): Option[ProcessHandle] = ProcessHandle
    .allProcesses()
    .toScala(Seq)
    .find { process =>
      val line = process.info().commandLine().orElse("")
      line.contains("deploy.yarn.ApplicationMaster") && !line.contains("bash") &&
      line.contains(TieredInput.cluster.baseDir.toString)
    }

  private def eventually[T](what: => Option[T]): T = {
    val deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5)
    Iterator
      .continually {
        Thread.sleep(200)
        what
      }
      .takeWhile(_ => System.nanoTime() < deadline)
      .collectFirst { case Some(found) => found }
      .getOrElse(throw new AssertionError("It did not happen in a minute."))
  }
}
