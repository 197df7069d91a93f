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

import java.util.{Collections, Map => JMap}
import java.util.concurrent.ConcurrentHashMap
import org.apache.spark.{SparkConf, SparkContext, SparkEnv}
import org.apache.spark.api.plugin.{DriverPlugin, ExecutorPlugin, PluginContext, SparkPlugin}
import org.apache.spark.scheduler.{SparkListener, SparkListenerEnvironmentUpdate}
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{Test, Timeout}
import scala.jdk.CollectionConverters._

/** Who sees which master URL beside Trident's plug-in. */
@Timeout(120)
class OtherPluginsIT {
  private val Master = "local-cluster[1,1,512]"

  @Test
  def onlyAPluginThatIsListedLaterSeesThePrefixAndOnlyWhenItStarts(): Unit = {
    OtherPlugins.seen.clear()
    val sc = new SparkContext(
      new SparkConf(false)
        .setMaster(Master)
        .setAppName("plug-ins")
        .set("spark.ui.enabled", "false")
        .set("spark.executor.memory", "512m")
        .set(
          "spark.plugins",
          Seq(classOf[PluginBefore], classOf[TridentPlugin], classOf[PluginAfter])
            .map(_.getName)
            .mkString(",")
        )
        .set("spark.extraListeners", classOf[EnvironmentListener].getName)
    )
    try {
      sc.listenerBus.waitUntilEmpty() // the environment comes to the store by an event
      assertThat(sc.taskScheduler).isInstanceOf(classOf[TridentTaskScheduler])
      assertThat(sc.master).isEqualTo(Master)
      assertThat(sc.getConf.get("spark.master")).isEqualTo(Master)
      assertThat(sc.statusStore.environmentInfo().sparkProperties.toMap.get("spark.master"))
        .isEqualTo(Some(Master))
      val onExecutors =
        sc.parallelize(1 to 2, 2).map(_ => SparkEnv.get.conf.get("spark.master")).collect()
      assertThat(onExecutors.distinct.toSeq.asJava).isEqualTo(Seq(Master).asJava)
      sc.listenerBus.waitUntilEmpty()
      assertThat(OtherPlugins.seen.asScala.toMap.asJava).isEqualTo(
        Map(
          "before, at the start" -> Master,
          "before, once up" -> Master,
          "after, at the start" -> s"spark-trident+$Master",
          "after, once up" -> Master,
          "listener" -> Master
        ).asJava
      )
    } finally sc.stop()
  }
}

private object OtherPlugins {
  val seen = new ConcurrentHashMap[String, String]

  def plugin(name: String): DriverPlugin = new DriverPlugin {
    override def init(sc: SparkContext, context: PluginContext): JMap[String, String] = {
      seen.put(s"$name, at the start", sc.master)
      Collections.emptyMap()
    }
    override def registerMetrics(appId: String, context: PluginContext): Unit = {
      seen.put(s"$name, once up", context.conf.get("spark.master"))
      ()
    }
  }
}

final class PluginBefore extends SparkPlugin {
  override def driverPlugin(): DriverPlugin = OtherPlugins.plugin("before")
  override def executorPlugin(): ExecutorPlugin = null
}

final class PluginAfter extends SparkPlugin {
  override def driverPlugin(): DriverPlugin = OtherPlugins.plugin("after")
  override def executorPlugin(): ExecutorPlugin = null
}

final class EnvironmentListener extends SparkListener {
  override def onEnvironmentUpdate(update: SparkListenerEnvironmentUpdate): Unit = {
    OtherPlugins.seen.put(
      "listener",
      update.environmentDetails("Spark Properties").toMap.apply("spark.master")
    )
    ()
  }
}
