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
package io.trident.spark.report

import io.trident.core.layout.selection.ScanReport
import org.apache.spark.scheduler.SparkListenerEvent

/** What a scan of a logically replicated table reads: posted to the listener bus, and so to the
  * event log, when it is executed.
  *
  * Its name and that of its field are those in event logs, and must not change.
  */
final case class TridentScanReport(report: ScanReport) extends SparkListenerEvent
