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

import java.util.concurrent.atomic.AtomicBoolean

import com.codahale.metrics.MetricRegistry
import io.trident.core.config.SparkKeys
import io.trident.spark.config.ConfSource
import io.trident.spark.report.{PlacementMetrics, StageRecorder, TridentStageReport}
import org.apache.spark.SparkContext
import org.apache.spark.metrics.source.Source
import org.apache.spark.status.ElementTrackingStore
import org.apache.spark.ui.trident.{ReportStore, ReportStoreListener, TridentTab}

/** Shows users of a running application what is decided: by the listener bus, and so in the event
  * log, in the user interface, and by metrics.
  *
  * It listens from the first stage with tiers on, or the first scan of a replicated table: each
  * listener costs each event of each job. That is early enough, since what is listened for, the
  * start and end of tasks and the end of stages, is posted after the stage's tasks were submitted.
  *
  * In Spark's package because the listener bus, the interface and the metrics system are private to
  * it.
  */
private[trident] final class PlacementReporting(sc: SparkContext, scheduler: TridentTaskScheduler) {
  private val metrics = new PlacementMetrics(scheduler.lookups)
  metrics.gauge("executor-hints.stages", () => scheduler.executorHints.fold(0L)(_.replaced.get))
  metrics.gauge("executor-hints.failed", () => scheduler.executorHints.fold(0L)(_.failed.get))
  metrics.gauge("prefetch.failed", () => scheduler.prefetchFailures)
  metrics.gauge("failures", () => scheduler.guard.failures)

  /** Counts what is decided. */
  val recorder: StageRecorder = new StageRecorder(
    scheduler.policyName.label,
    SparkKeys.REPORT_TASKS.read(ConfSource(sc.conf.getOption)),
    scheduler.nodeOf,
    metrics,
    report => sc.listenerBus.post(TridentStageReport(report)),
    scheduler.guard
  )

  private val listens = new AtomicBoolean
  private var stored: Option[ReportStoreListener] = None

  private def start(): Unit = {
    sc.env.metricsSystem.registerSource(new Source {
      override def sourceName: String = PlacementReporting.MetricsPrefix
      override def metricRegistry: MetricRegistry = metrics.registry
    })
    for (ui <- sc.ui) {
      sc.statusStore.store match {
        case store: ElementTrackingStore =>
          // Made before the store is written to: it sets a trigger there, which is not thread-safe.
          stored = Some(new ReportStoreListener(store, sc.conf, scheduler.guard))
          new TridentTab(ui, new ReportStore(store, () => recorder.running), scheduler.guard)
        case _ =>
      }
    }
    scheduler.reporting = Some(this)
  }

  /** A stage with tiers is about to be submitted, or a scan of a replicated table to be executed.
    */
  def began(): Unit =
    if (!listens.get && listens.compareAndSet(false, true)) {
      scheduler.guard.run(PlacementReporting.NotReported, () => listen())
      ()
    }

  private def listen(): Unit = {
    sc.listenerBus.addToStatusQueue(recorder) // no queue of its own, which costs more
    stored.foreach(sc.listenerBus.addToStatusQueue)
  }

  /** The application ends: reports the stages that have not. */
  def close(): Unit = recorder.close()
}

private[trident] object PlacementReporting {

  /** What the names of all metrics begin with. */
  private val MetricsPrefix = "trident"

  private final val NotReported = "Placements are not reported"

  /** Starts reporting where Trident schedules, unless it is switched off. */
  def start(sc: SparkContext): Option[PlacementReporting] =
    sc.taskScheduler match {
      case scheduler: TridentTaskScheduler
          if SparkKeys.REPORT.read(ConfSource(sc.conf.getOption)) =>
        val reporting = new PlacementReporting(sc, scheduler)
        reporting.start()
        Some(reporting)
      case _ => None
    }
}
