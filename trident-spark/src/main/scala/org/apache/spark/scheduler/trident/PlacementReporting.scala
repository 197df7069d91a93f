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

import com.codahale.metrics.MetricRegistry
import io.trident.core.config.SparkKeys
import io.trident.spark.config.ConfSource
import io.trident.spark.report.{PlacementMetrics, StageRecorder, TridentStageReport}
import org.apache.spark.SparkContext
import org.apache.spark.internal.Logging
import org.apache.spark.metrics.source.Source
import org.apache.spark.status.ElementTrackingStore
import org.apache.spark.ui.trident.{ReportStore, ReportStoreListener, TridentTab}
import scala.util.control.NonFatal

/** Shows users of a running application what is decided: by the listener bus, and so in the event
  * log, in the user interface, and by metrics.
  *
  * In Spark's package because the listener bus, the interface and the metrics system are private to
  * it.
  */
private[trident] final class PlacementReporting(sc: SparkContext, scheduler: TridentTaskScheduler) {
  private val metrics = new PlacementMetrics(scheduler.lookups)
  metrics.gauge("executor-hints.stages", () => scheduler.executorHints.fold(0L)(_.replaced.get))
  metrics.gauge("executor-hints.failed", () => scheduler.executorHints.fold(0L)(_.failed.get))
  metrics.gauge("prefetch.failed", () => scheduler.prefetchFailures)

  /** Counts what is decided. */
  val recorder: StageRecorder = new StageRecorder(
    scheduler.policyName.label,
    SparkKeys.REPORT_TASKS.read(ConfSource(sc.conf.getOption)),
    scheduler.nodeOf,
    metrics,
    report => sc.listenerBus.post(TridentStageReport(report))
  )

  private def start(): Unit = {
    sc.listenerBus.addToQueue(recorder, PlacementReporting.Queue)
    sc.env.metricsSystem.registerSource(new Source {
      override def sourceName: String = PlacementReporting.MetricsPrefix
      override def metricRegistry: MetricRegistry = metrics.registry
    })
    for (ui <- sc.ui) {
      sc.statusStore.store match {
        case store: ElementTrackingStore =>
          sc.listenerBus.addToStatusQueue(new ReportStoreListener(store, sc.conf))
          new TridentTab(ui, new ReportStore(store, () => recorder.running))
        case _ =>
      }
    }
    scheduler.reporting = Some(this)
  }

  /** The application ends: reports the stages that have not. */
  def close(): Unit = recorder.close()
}

private[trident] object PlacementReporting extends Logging {

  /** The recorder's own queue on the listener bus: it delays nobody, and nobody delays it. */
  private val Queue = "trident"

  /** What the names of all metrics begin with. */
  private val MetricsPrefix = "trident"

  /** Starts reporting where Trident schedules, unless it is switched off. A failure leaves the
    * application without reports.
    */
  def start(sc: SparkContext): Option[PlacementReporting] =
    sc.taskScheduler match {
      case scheduler: TridentTaskScheduler
          if SparkKeys.REPORT.read(ConfSource(sc.conf.getOption)) =>
        try {
          val reporting = new PlacementReporting(sc, scheduler)
          reporting.start()
          Some(reporting)
        } catch {
          case NonFatal(e) =>
            logWarning("Placements are not reported", e)
            None
          case e: LinkageError =>
            logWarning("Placements are not reported", e)
            None
        }
      case _ => None
    }
}
