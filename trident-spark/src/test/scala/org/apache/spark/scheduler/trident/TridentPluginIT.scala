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
package org.apache.spark.scheduler.trident

import org.apache.spark.{SparkConf, SparkContext}
import org.apache.spark.resource.ResourceProfile
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{Test, Timeout}

@Timeout(120)
class TridentPluginIT {

  @Test
  def thePluginAloneReplacesTheSchedulerAndLeavesTheMasterAsItWas(): Unit = {
    val sc = new SparkContext(conf("local-cluster[2,1,512]"))
    try {
      assertThat(sc.taskScheduler).isInstanceOf(classOf[TridentTaskScheduler])
      assertThat(sc.master).isEqualTo("local-cluster[2,1,512]")
      assertThat(sc.parallelize(1 to 100, 8).map(_ * 2).sum()).isEqualTo(10100.0)
    } finally sc.stop()
  }

  /** By default an executor of such a cluster has all cores of its worker: the profile names none.
    */
  @Test
  def resourceProfilesAreThoseOfTheTrueMaster(): Unit = {
    val sc = new SparkContext(conf("local-cluster[1,2,512]"))
    try {
      val profiles = sc.resourceProfileManager
      assertThat(profiles.defaultResourceProfile.getExecutorCores.isEmpty).isTrue
      assertThat(ResourceProfile.getOrCreateDefaultProfile(sc.conf))
        .isSameAs(profiles.defaultResourceProfile)
      assertThat(sc.parallelize(1 to 4, 4).map(_ => 1).sum()).isEqualTo(4.0)
      assertThat(sc.statusTracker.getExecutorInfos.length).isEqualTo(2) // with the driver
      assertThat(sc.defaultParallelism).isEqualTo(2)
    } finally sc.stop()
  }

  @Test
  def aMasterInOneProcessKeepsSparksScheduler(): Unit = {
    val sc = new SparkContext(conf("local[2]"))
    try assertThat(sc.taskScheduler).isNotInstanceOf(classOf[TridentTaskScheduler])
    finally sc.stop()
  }

  @Test
  def theSwitchLeavesSparksSchedulerInPlace(): Unit = {
    val sc = new SparkContext(
      conf("local-cluster[1,1,512]").set("spark.scheduler.trident.enabled", "false")
    )
    try assertThat(sc.taskScheduler).isNotInstanceOf(classOf[TridentTaskScheduler])
    finally sc.stop()
  }

  private def conf(master: String) = new SparkConf(false)
    .setMaster(master)
    .setAppName("trident")
    .set("spark.ui.enabled", "false")
    .set("spark.executor.memory", "512m")
    .set("spark.testing", "true")
    .set("spark.plugins", classOf[TridentPlugin].getName)
}
