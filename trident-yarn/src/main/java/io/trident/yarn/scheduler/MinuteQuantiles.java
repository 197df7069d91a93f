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
package io.trident.yarn.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.lib.MutableQuantiles;
import org.apache.hadoop.metrics2.util.Quantile;
import org.apache.hadoop.metrics2.util.SampleQuantiles;

/**
 * Quantiles of the times that were added in the last whole minute, with the names and the estimator
 * of Hadoop's {@link MutableQuantiles}. Those have a task each that begins a new minute, in a
 * thread of the process, until somebody stops it: a resource manager that becomes standby drops its
 * metrics and stops none. Here a minute begins when it is looked at, so that nothing is left to
 * stop.
 *
 * <p>May be used by several threads. Adding takes O(1) on average.
 */
final class MinuteQuantiles {
  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final Quantile[] QUANTILES = MutableQuantiles.QUANTILES;

  private final LongSupplier nanoClock;
  private final MetricsInfo count;
  private final List<MetricsInfo> infos = new ArrayList<>();
  private final SampleQuantiles current = new SampleQuantiles(QUANTILES);
  private long began;
  private long lastCount;
  private Map<Quantile, Long> last = Map.of();

  /**
   * @param name what the names of the metrics begin with
   * @param description what the values are
   * @param samples what is counted, such as {@code Plans}
   * @param unit of the values, such as {@code Micros}
   */
  MinuteQuantiles(
      String name, String description, String samples, String unit, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.began = nanoClock.getAsLong();
    this.count =
        Interns.info(name + "Num" + samples, description + ": how many in the last minute");
    for (Quantile quantile : QUANTILES) {
      String percentile =
          String.format(Locale.ROOT, "%.0fthPercentile", 100 * quantile.quantile) + unit;
      infos.add(Interns.info(name + percentile, description + ": " + percentile));
    }
  }

  synchronized void add(long value) {
    turn();
    current.insert(value);
  }

  /** Adds how many values the last whole minute had, and their quantiles: 0 if it had none. */
  synchronized void snapshot(MetricsRecordBuilder record) {
    turn();
    record.addGauge(count, lastCount);
    for (int i = 0; i < QUANTILES.length; i++) {
      record.addGauge(infos.get(i), last.getOrDefault(QUANTILES[i], 0L));
    }
  }

  private void turn() {
    long minutes = (nanoClock.getAsLong() - began) / MINUTE_NANOS;
    if (minutes <= 0) {
      return;
    }
    began += minutes * MINUTE_NANOS;
    boolean hasValues = minutes == 1 && current.getCount() > 0;
    lastCount = hasValues ? current.getCount() : 0;
    last = hasValues ? Map.copyOf(current.snapshot()) : Map.of();
    current.clear();
  }
}
