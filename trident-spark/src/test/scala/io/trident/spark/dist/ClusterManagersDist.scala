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

/** Each cluster manager runs a submitted application with Trident, by configuration alone. */
@Timeout(600)
class ClusterManagersDist {

  @BeforeEach
  def distribution(): Unit = SparkDistribution.assumePresent()

  @Test
  def localCluster(): Unit =
    new UserApplication(Seq("--master", "local-cluster[2,2,1024]")).runAndCheck()

  @Test
  def standalone(): Unit = {
    val application = UserApplication.on(StandaloneCluster.shared)
    application.runAndCheck()
    assertThat(EventLog.read(application.eventLogDir).memoryLocal())
      .isEqualTo(TieredInput.memoryLocalAtBest(StandaloneCluster.shared.coresPerWorker))
  }

  @Test
  def yarnInClientMode(): Unit = yarn("client")

  @Test
  def yarnInClusterMode(): Unit = yarn("cluster")

  private def yarn(mode: String): Unit = {
    val application = new UserApplication(
      Seq("--master", "yarn", "--deploy-mode", mode, "--num-executors", "3")
    )
    application.runAndCheck()
  }
}
