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
package io.trident.spark.layout

import org.apache.spark.sql.connector.metric.{CustomMetric, CustomSumMetric, CustomTaskMetric}

/** Metrics of a scan in Spark's user interface. */
private[layout] object ScanMetrics {
  private final val SuperExtents = "tridentSuperExtents"
  private final val Extents = "tridentExtents"
  private final val Bytes = "tridentBytes"

  def all: Array[CustomMetric] =
    Array(new SuperExtentsMetric, new ExtentsMetric, new BytesMetric)

  def of(reads: TableReads): Array[CustomTaskMetric] = Array(
    Sum(SuperExtents, reads.extents.map(_.superExtent).distinct.size.toLong),
    Sum(Extents, reads.extents.size.toLong),
    Sum(Bytes, reads.bytes)
  )

  private final case class Sum(name: String, value: Long) extends CustomTaskMetric

  private[layout] sealed abstract class Metric(override val name: String, text: String)
      extends CustomSumMetric {
    override def description(): String = text
  }

  /** Spark makes them by name. */
  final class SuperExtentsMetric extends Metric(SuperExtents, "super-extents read")
  final class ExtentsMetric extends Metric(Extents, "extents read")
  final class BytesMetric extends Metric(Bytes, "bytes of the ranges that are read")
}
