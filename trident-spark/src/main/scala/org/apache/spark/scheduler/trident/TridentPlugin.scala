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

import io.trident.core.config.SparkKeys
import io.trident.spark.config.ConfSource
import org.apache.spark.SparkContext
import org.apache.spark.api.plugin.{DriverPlugin, ExecutorPlugin, PluginContext, SparkPlugin}

/** Switches Trident on: `spark.plugins=org.apache.spark.scheduler.trident.TridentPlugin`.
  *
  * Spark initialises plug-ins just before it creates the task scheduler by the master URL. The
  * plug-in puts a prefix before that URL, by which Spark finds [[TridentClusterManager]], which
  * takes it away again: nobody else sees it. Masters in one process (`local[n]`, also that of a
  * driver's pod on Kubernetes) have one executor and nothing to place; they keep Spark's scheduler.
  *
  * In Spark's package because the configuration of a running context is private to it.
  */
final class TridentPlugin extends SparkPlugin {
  override def driverPlugin(): DriverPlugin = new TridentDriverPlugin

  override def executorPlugin(): ExecutorPlugin = null // Spark's way to say: none
}

private final class TridentDriverPlugin extends DriverPlugin {
  private var scheduled: Option[SparkContext] = None
  private var reporting: Option[PlacementReporting] = None

  override def init(sc: SparkContext, context: PluginContext): JMap[String, String] = {
    if (!isInOneProcess(sc) && SparkKeys.ENABLED.read(ConfSource(sc.conf.getOption))) {
      sc.conf.set("spark.master", TridentClusterManager.Prefix + sc.master)
      scheduled = Some(sc)
    }
    Collections.emptyMap()
  }

  private def isInOneProcess(sc: SparkContext) =
    sc.isLocal || (sc.master.startsWith("k8s") &&
      sc.conf.get("spark.kubernetes.driver.master", "").startsWith("local"))

  /** Spark calls it once the context is up, before any job. */
  override def registerMetrics(appId: String, plugin: PluginContext): Unit = {
    reporting = scheduled.flatMap(PlacementReporting.start)
    scheduled.foreach(ExecutorHints.start)
  }

  /** Spark calls it before it stops the listener bus. */
  override def shutdown(): Unit = reporting.foreach(_.close())
}
