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

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Schedulers that place at heartbeats, side by side in one process: each serves a second of the
 * same load in turn, so that whatever else the machine does hits all.
 */
final class HeartbeatComparison {
  private static final double BYTES_PER_MEGABYTE = 1 << 20;

  private final LoadSpec spec;
  private final List<Contender> contenders;
  private final Map<Contender, ClusterLoad> loads = new EnumMap<>(Contender.class);
  private final Map<Contender, List<Cost>> seconds = new EnumMap<>(Contender.class);

  private final Map<Contender, Double> heap = new EnumMap<>(Contender.class);

  private HeartbeatComparison(LoadSpec spec, List<Contender> contenders) {
    this.spec = spec;
    this.contenders = contenders;
  }

  /**
   * A scheduler's result beside that of the first one.
   *
   * @param result what was measured
   * @param cpu its CPU time by that of the first scheduler, second by second
   * @param clock the same with time on the clock
   * @param heapMegabytes what the scheduler and its load hold in the heap after warming up
   */
  record Row(LoadResult result, Ratio cpu, Ratio clock, double heapMegabytes) {}

  /**
   * Compares.
   *
   * @param contenders the schedulers, the one to compare with first
   * @param warmUp seconds of load before measuring
   * @param measured seconds of load to measure
   */
  static List<Row> run(LoadSpec spec, List<Contender> contenders, int warmUp, int measured) {
    return new HeartbeatComparison(spec, contenders).run(warmUp, measured);
  }

  private List<Row> run(int warmUp, int measured) {
    try {
      for (Contender contender : contenders) {
        long before = usedHeap();
        ClusterLoad load = new ClusterLoad(spec, contender, Drive.HEARTBEAT);
        loads.put(contender, load);
        load.advance(warmUp);
        heap.put(contender, (usedHeap() - before) / BYTES_PER_MEGABYTE);
        load.startMeasuring();
      }
      for (int second = 0; second < measured; second++) {
        for (int turn = 0; turn < contenders.size(); turn++) {
          serveSecond(contenders.get((second + turn) % contenders.size()));
        }
      }
      return results(measured);
    } finally {
      loads.values().forEach(ClusterLoad::close);
    }
  }

  private void serveSecond(Contender contender) {
    ClusterLoad load = load(contender);
    Cost before = load.scheduler().cost();
    load.advance(1);
    seconds(contender).add(load.scheduler().cost().minus(before));
  }

  private List<Row> results(int measured) {
    List<Row> rows = new ArrayList<>();
    for (Contender contender : contenders) {
      Cost cost = seconds(contender).stream().reduce(Cost.NONE, Cost::plus);
      rows.add(
          new Row(
              LoadResult.of(load(contender), Drive.HEARTBEAT, measured, cost),
              ratio(contender, Cost::cpuNanos),
              ratio(contender, Cost::nanos),
              heap.getOrDefault(contender, Double.NaN)));
    }
    return rows;
  }

  private Ratio ratio(Contender contender, ToLongFunction<Cost> part) {
    List<Cost> first = seconds(contenders.get(0));
    List<Cost> own = seconds(contender);
    double[] ratios = new double[own.size()];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = (double) part.applyAsLong(own.get(i)) / part.applyAsLong(first.get(i));
    }
    return Ratio.of(ratios);
  }

  private static long usedHeap() {
    System.gc(); // asked for, not certain; HotSpot does
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private ClusterLoad load(Contender contender) {
    ClusterLoad load = loads.get(contender);
    if (load == null) {
      throw new IllegalStateException("not built: " + contender);
    }
    return load;
  }

  private List<Cost> seconds(Contender contender) {
    return seconds.computeIfAbsent(contender, any -> new ArrayList<>());
  }
}
