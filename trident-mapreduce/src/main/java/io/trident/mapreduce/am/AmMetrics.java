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
package io.trident.mapreduce.am;

import io.trident.core.guard.Guard;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.feedback.PlanReview;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.annotation.Metric;
import org.apache.hadoop.metrics2.annotation.Metrics;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableGaugeLong;
import org.apache.hadoop.metrics2.lib.MutableRate;

/** What Trident does in this AM, as a Hadoop metrics source. Thread-safe. */
@Metrics(about = "Trident in the MapReduce application master", context = "mapred")
final class AmMetrics implements AutoCloseable {
  private static final String NAME = "TridentApplicationMaster";

  private final MetricsSystem system;
  private final Guard guard;

  @Metric("Matching rounds and their time in microseconds")
  private MutableRate matchingMicros;

  @Metric("Maps that Trident matched with containers")
  private MutableCounterLong mapsMatched;

  @Metric("Asks sent again because tiers changed")
  private MutableCounterLong asksRepeated;

  @Metric("Blocks that were prefetched for the job")
  private MutableCounterLong blocksPlanned;

  @Metric("Prefetched blocks that were seen cached")
  private MutableCounterLong blocksCached;

  @Metric("Prefetched blocks that a map found in memory")
  private MutableCounterLong blocksInTime;

  @Metric("Prefetched blocks that no map found in memory")
  private MutableCounterLong blocksWasted;

  @Metric("Bytes that maps read from memory")
  private MutableCounterLong memoryBytes;

  @Metric("Bytes that maps read from other media")
  private MutableCounterLong otherBytes;

  @Metric("Predicted time until the last map ended, in milliseconds")
  private MutableGaugeLong predictedMillis;

  @Metric("Measured time until the last map ended, in milliseconds")
  private MutableGaugeLong measuredMillis;

  @Metric("Times that what jobs taught could not be read or written")
  private MutableCounterLong modelFailures;

  @SuppressWarnings("NullAway.Init") // the metrics system fills the metrics in on registration
  private AmMetrics(MetricsSystem system, Guard guard) {
    this.system = system;
    this.guard = guard;
  }

  static AmMetrics register(Guard guard) {
    MetricsSystem system = DefaultMetricsSystem.instance();
    system.unregisterSource(NAME);
    AmMetrics metrics = new AmMetrics(system, guard);
    return system.register(NAME, "Trident in the MapReduce AM", metrics);
  }

  void matched(int maps, long micros) {
    matchingMicros.add(micros);
    mapsMatched.incr(maps);
  }

  void repeated(int asks) {
    asksRepeated.incr(asks);
  }

  void prefetched(PlanReview report) {
    blocksPlanned.incr(report.plannedBlocks());
    blocksCached.incr(report.cachedBlocks());
    blocksInTime.incr(report.inTimeBlocks());
    blocksWasted.incr(report.wastedBlocks());
    report
        .bytes()
        .forEach((tier, n) -> (tier == StorageTier.MEMORY ? memoryBytes : otherBytes).incr(n));
    predictedMillis.set(Math.round(report.predicted().planned() * 1e3));
    measuredMillis.set(Math.round(report.measuredSeconds() * 1e3));
  }

  void modelFailed(long times) {
    modelFailures.incr(times);
  }

  void publish() {
    system.publishMetricsNow();
  }

  /** Returns how often Hadoop's own code took the place of a part of Trident that failed. */
  @Metric(
      value = {"Fallbacks", "Steps left to Hadoop's own code because Trident's failed"},
      type = Metric.Type.COUNTER)
  public long fallbacks() {
    return guard.failures();
  }

  @Override
  public void close() {
    system.unregisterSource(NAME);
  }
}
