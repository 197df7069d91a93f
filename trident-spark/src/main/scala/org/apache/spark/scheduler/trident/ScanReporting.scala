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

import io.trident.core.config.SparkKeys
import io.trident.core.layout.selection.ScanReport
import io.trident.spark.config.ConfSource
import io.trident.spark.report.TridentScanReport
import org.apache.spark.SparkContext
import org.apache.spark.sql.execution.SQLExecution

/** Posts what scans of logically replicated tables read. In Spark's package because the listener
  * bus is private to it.
  */
object ScanReporting {

  /** Reports a scan that this thread executes, unless reports are switched off. */
  def post(sc: SparkContext, scan: ScanReport): Unit =
    if (SparkKeys.REPORT.read(ConfSource(sc.conf.getOption))) {
      sc.taskScheduler match {
        case scheduler: TridentTaskScheduler => scheduler.reporting.foreach(_.began())
        case _                               => // the event log has it, and the history server
      }
      val query = Option(sc.getLocalProperty(SQLExecution.EXECUTION_ID_KEY))
      sc.listenerBus.post(TridentScanReport(scan.of(query.fold(-1L)(_.toLong))))
    }
}
