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
package io.trident.benchmarks.rmload;

import java.util.concurrent.TimeUnit;

/**
 * What was measured of one scheduler under a load. Times are in microseconds.
 *
 * @param spec the load
 * @param contender the scheduler
 * @param drive how it was driven
 * @param seconds how long the load was measured, in its own time
 * @param nodeUpdatesPerSecond node updates a second of node updates handled one after the other
 * @param containersPerSecond containers that applications put to use in a second of the load
 * @param cpuPerContainer CPU time of all entry points and of the scheduler's threads, by container
 * @param bytesPerContainer heap allocated by the same
 * @param cpuShare that CPU time, by the time of the load: processors that the scheduler keeps busy
 * @param nodeUpdate durations of node updates
 * @param allocate durations of allocate calls
 * @param waitMillis how long containers had been asked for when they were given, in milliseconds
 * @param occupancy mean share of busy slots
 * @param memoryShare share of the maps that got a container on the node with their block in memory
 * @param localShare share of the maps that got a container on any node with their block
 * @param lagMillis how late heartbeats were at most, where the time is real
 */
record LoadResult(
    LoadSpec spec,
    Contender contender,
    Drive drive,
    double seconds,
    double nodeUpdatesPerSecond,
    double containersPerSecond,
    double cpuPerContainer,
    double bytesPerContainer,
    double cpuShare,
    Quantiles nodeUpdate,
    Quantiles allocate,
    Quantiles waitMillis,
    double occupancy,
    double memoryShare,
    double localShare,
    long lagMillis) {
  private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);

  /**
   * Half of the values are up to {@code median}, 99 % up to {@code p99}.
   *
   * @param max the greatest value
   */
  record Quantiles(double median, double p99, double max) {
    static Quantiles of(Samples samples, double unit) {
      return new Quantiles(
          samples.quantile(0.5) / unit, samples.quantile(0.99) / unit, samples.quantile(1) / unit);
    }
  }

  /**
   * Takes the result of a load that was measured.
   *
   * @param cost what the scheduler took meanwhile
   */
  static LoadResult of(ClusterLoad load, Drive drive, int seconds, Cost cost) {
    CallTimes updates = load.scheduler().nodeUpdates();
    LoadCounters counters = load.counters();
    double containers = counters.waits().count();
    return new LoadResult(
        load.spec(),
        load.contender(),
        drive,
        seconds,
        updates.nanos().count() / nanosToSeconds(updates.total().nanos()),
        containers / seconds,
        cost.cpuNanos() / NANOS_PER_MICRO / containers,
        cost.bytes() / containers,
        nanosToSeconds(cost.cpuNanos()) / seconds,
        Quantiles.of(updates.nanos(), NANOS_PER_MICRO),
        Quantiles.of(load.scheduler().allocates().nanos(), NANOS_PER_MICRO),
        Quantiles.of(counters.waits(), 1),
        counters.meanBusySlots() / load.spec().slots(),
        counters.share(Place.MEMORY),
        counters.share(Place.MEMORY) + counters.share(Place.SSD) + counters.share(Place.DISK),
        load.lagMillis());
  }

  private static double nanosToSeconds(long nanos) {
    return nanos / (double) TimeUnit.SECONDS.toNanos(1);
  }
}
