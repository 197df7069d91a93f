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

import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.DoubleAdder

import com.codahale.metrics.{Counter, Gauge, MetricRegistry}
import io.trident.core.model.ReadSource
import io.trident.core.report.{PrefetchReport, StockReason}
import io.trident.core.storage.Availability
import io.trident.core.text.EnumNames
import io.trident.spark.tiers.LookupCounters

/** Counts placements since the start of the application.
  *
  * @param lookups
  *   what is counted of look-ups of tiers
  */
final class PlacementMetrics(lookups: LookupCounters) {

  /** The metrics by name. */
  val registry: MetricRegistry = new MetricRegistry

  private val sources =
    ReadSource.values.map(source => source -> counter(s"tasks.${source.label}")).toMap
  private val reasons =
    StockReason.values.map(why => why.label -> counter(s"without-tiers.${why.label}")).toMap
  private val planned = counter("tasks.planned")
  private val stock = counter("tasks.stock")
  private val speculative = counter("tasks.speculative")
  private val held = counter("tasks.held")
  private val lost = counter("observations.lost")
  private val prefetchStages = counter("prefetch.stages")
  private val prefetchBlocks = Seq("planned", "cached", "found", "unused", "failed")
    .map(kind => kind -> counter(s"prefetch.blocks.$kind"))
    .toMap
  private val rounds = registry.timer("round-time")
  private val cost = adder("cost")
  private val optimum = adder("optimum")
  gauge("lookups.answered", () => lookups.answered)
  gauge("lookups.failed", () => lookups.failed)
  Availability.values.foreach { one =>
    gauge(s"lookups.segments.${EnumNames.dashed(one)}", () => lookups.segmentsBy(one))
  }

  private[report] def roundSolved(nanos: Long): Unit = rounds.update(nanos, TimeUnit.NANOSECONDS)

  private[report] def taskPlanned(itsCost: Double, itsOptimum: Double): Unit = {
    planned.inc()
    cost.add(itsCost)
    optimum.add(itsOptimum)
  }

  private[report] def taskRead(source: ReadSource, count: Int): Unit = sources(source).inc(count)

  private[report] def taskHeld(): Unit = held.inc()

  private[report] def withoutTiers(label: String): Unit = reasons.get(label).foreach(_.inc())

  private[report] def stageEnded(byStock: Int, copies: Int): Unit = {
    stock.inc(byStock)
    speculative.inc(copies)
  }

  private[report] def prefetched(stage: PrefetchReport): Unit = {
    prefetchStages.inc()
    prefetchBlocks("planned").inc(stage.planned)
    prefetchBlocks("cached").inc(stage.cached)
    prefetchBlocks("found").inc(stage.found)
    prefetchBlocks("unused").inc(stage.unused)
    prefetchBlocks("failed").inc(stage.failed)
  }

  private[report] def observationsLost(count: Long): Unit = lost.inc(count)

  private def counter(name: String): Counter = registry.counter(name)

  private def adder(name: String): DoubleAdder = {
    val sum = new DoubleAdder
    registry.register(name, (() => sum.sum): Gauge[Double])
    sum
  }

  /** Adds what is counted elsewhere. */
  def gauge(name: String, value: () => Long): Unit = {
    registry.register(name, (() => value()): Gauge[Long])
    ()
  }
}
