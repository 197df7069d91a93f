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
package org.apache.spark.ui.trident

import java.util.concurrent.atomic.AtomicLong

import scala.reflect.{ClassTag, classTag}

import com.fasterxml.jackson.annotation.JsonIgnore
import io.trident.core.guard.Guard
import io.trident.core.layout.selection.ScanReport
import io.trident.core.report.StageReport
import io.trident.spark.report.{TridentScanReport, TridentStageReport}
import org.apache.spark.SparkConf
import org.apache.spark.internal.config.Status
import org.apache.spark.scheduler.{SparkListener, SparkListenerEvent}
import org.apache.spark.status.{ElementTrackingStore, KVUtils}
import org.apache.spark.status.KVUtils.KVIndexParam
import org.apache.spark.util.kvstore.{KVIndex, KVStore}

/** The reports that pages show. Thread-safe.
  *
  * @param store
  *   those of stages that have ended
  * @param running
  *   those of stages that have not
  */
private[spark] final class ReportStore(store: KVStore, running: () => Seq[StageReport]) {

  /** Stages that have not ended. */
  def active: Seq[StageReport] = running()

  /** Stages that have ended, latest first. */
  def completed: Seq[StageReport] =
    KVUtils.viewToSeq(store.view(classOf[StoredReport]).reverse()).map(_.report)

  /** The report of a stage's attempt. */
  def of(stage: Int, attempt: Int): Option[StageReport] =
    active.find(one => one.stage == stage && one.attempt == attempt).orElse {
      try Some(store.read(classOf[StoredReport], Array(stage, attempt)).report)
      catch {
        case _: NoSuchElementException => None
      }
    }

  /** Scans of replicated tables, latest first. */
  def scans: Seq[ScanReport] =
    KVUtils.viewToSeq(store.view(classOf[StoredScan]).reverse()).map(_.report)

  /** Whether there is any report of a scan, or of a stage that has ended. */
  def hasAny: Boolean = store.count(classOf[StoredReport]) + store.count(classOf[StoredScan]) > 0
}

/** What the store keeps of a stage's attempt. */
private[spark] final class StoredReport(val report: StageReport) {
  @JsonIgnore @KVIndex
  def id: Array[Int] = Array(report.stage, report.attempt)
}

/** What the store keeps of a scan. */
private[spark] final class StoredScan(@KVIndexParam val number: Long, val report: ScanReport)

/** Puts reports into the store, as they come from a running application or from an event log. Keeps
  * as many as Spark does of stages.
  */
private[spark] final class ReportStoreListener(
    store: ElementTrackingStore,
    conf: SparkConf,
    guard: Guard
) extends SparkListener {
  private val retained = conf.get(Status.MAX_RETAINED_STAGES)

  private val scans = new AtomicLong

  store.addTrigger(classOf[StoredReport], retained) { count =>
    evict[StoredReport](count)(_.id)
  }
  store.addTrigger(classOf[StoredScan], retained) { count =>
    evict[StoredScan](count)(_.number)
  }

  override def onOtherEvent(event: SparkListenerEvent): Unit = {
    guard.run(
      ReportStoreListener.Incomplete,
      () =>
        event match {
          case TridentStageReport(report) =>
            store.write(new StoredReport(report), checkTriggers = true)
            ()
          case TridentScanReport(report) =>
            store.write(new StoredScan(scans.getAndIncrement, report), checkTriggers = true)
            ()
          case _ =>
        }
    )
    ()
  }

  private def evict[A: ClassTag](count: Long)(id: A => Any): Unit = {
    guard.run(
      ReportStoreListener.Incomplete,
      () => {
        val kind = classTag[A].runtimeClass.asInstanceOf[Class[A]]
        val oldest = KVUtils.viewToSeq(store.view(kind), (count - retained).toInt)(_ => true)
        oldest.foreach(one => store.delete(kind, id(one)))
      }
    )
    ()
  }
}

private object ReportStoreListener {
  final val Incomplete = "The tab Trident is incomplete"
}
