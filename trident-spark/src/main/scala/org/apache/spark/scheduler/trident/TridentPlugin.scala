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

import java.util.{Collections, Map => JMap, ServiceConfigurationError, ServiceLoader}

import io.trident.core.config.SparkKeys
import io.trident.spark.config.ConfSource
import org.apache.spark.SparkContext
import org.apache.spark.api.plugin.{DriverPlugin, ExecutorPlugin, PluginContext, SparkPlugin}
import org.apache.spark.internal.{config, Logging}
import org.apache.spark.scheduler.ExternalClusterManager
import org.apache.spark.util.Utils
import scala.jdk.CollectionConverters._

/** Switches Trident on: `spark.plugins=org.apache.spark.scheduler.trident.TridentPlugin`.
  *
  * Spark initialises plug-ins just before it creates the task scheduler by the master URL. The
  * plug-in puts a prefix before that URL, by which Spark finds [[TridentClusterManager]], which
  * takes it away again. Only plug-ins that come later in `spark.plugins` see it, which is logged.
  * Masters in one process (`local[n]`, also that of a driver's pod on Kubernetes) have one executor
  * and nothing to place; they keep Spark's scheduler.
  *
  * In Spark's package because the configuration of a running context is private to it.
  */
final class TridentPlugin extends SparkPlugin with Logging {

  override def driverPlugin(): DriverPlugin =
    try new TridentDriverPlugin
    catch {
      case e: LinkageError => // the guard itself may be what is missing
        logWarning("Tasks are scheduled by Spark, without tiers: Trident is incomplete", e)
        null // for Spark: none
    }

  override def executorPlugin(): ExecutorPlugin = null
}

private final class TridentDriverPlugin extends DriverPlugin with Logging {
  import TridentDriverPlugin._

  private val guard = Guards.logging()
  private var scheduled: Option[SparkContext] = None
  private var reporting: Option[PlacementReporting] = None

  override def init(sc: SparkContext, context: PluginContext): JMap[String, String] = {
    guard.run(BySpark, () => switchOn(sc))
    Collections.emptyMap()
  }

  private def switchOn(sc: SparkContext): Unit =
    if (!isInOneProcess(sc) && SparkKeys.ENABLED.read(ConfSource(sc.conf.getOption))) {
      val prefixed = TridentClusterManager.Prefix + sc.master
      requireManager(prefixed)
      warnOfLaterPlugins(sc, prefixed)
      sc.conf.set("spark.master", prefixed)
      scheduled = Some(sc)
    }

  /** Spark will look for a manager of this master in the same way, and end if there is none. */
  private def requireManager(master: String): Unit =
    try {
      val managers =
        ServiceLoader.load(classOf[ExternalClusterManager], Utils.getContextOrSparkClassLoader)
      require(managers.asScala.count(_.canCreate(master)) == 1, "no cluster manager of Trident")
    } catch {
      case e: ServiceConfigurationError => throw new IllegalStateException(e)
    }

  private def warnOfLaterPlugins(sc: SparkContext, master: String): Unit = {
    val later = sc.conf.get(config.PLUGINS).dropWhile(_ != classOf[TridentPlugin].getName).drop(1)
    if (later.nonEmpty) {
      logWarning(
        s"${later.mkString(", ")} of spark.plugins see spark.master=$master when they start." +
          s" List ${classOf[TridentPlugin].getName} last."
      )
    }
  }

  private def isInOneProcess(sc: SparkContext) =
    sc.isLocal || (sc.master.startsWith("k8s") &&
      sc.conf.get("spark.kubernetes.driver.master", "").startsWith("local"))

  /** Spark calls it once the context is up, before any job. */
  override def registerMetrics(appId: String, plugin: PluginContext): Unit = {
    guard.run(
      NoReports,
      () => reporting = scheduled.flatMap(PlacementReporting.start)
    )
    guard.run(WithoutHints, () => scheduled.foreach(ExecutorHints.start))
    ()
  }

  /** Spark calls it before it stops the listener bus. */
  override def shutdown(): Unit = {
    guard.run(NoReports, () => reporting.foreach(_.close()))
    ()
  }
}

private object TridentDriverPlugin {
  private final val BySpark = "Tasks are scheduled by Spark, without tiers"
  private final val NoReports = "Placements are not reported"
  private final val WithoutHints = "Executors are asked for as by Spark"
}
