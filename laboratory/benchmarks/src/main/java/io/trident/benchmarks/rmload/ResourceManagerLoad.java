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
import java.util.List;
import org.apache.log4j.BasicConfigurator;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;

/**
 * Puts the stock Capacity scheduler and Trident's under the same load, in clusters of 1,000 to
 * 10,000 nodes, and prints what it costs and what applications get, as Markdown tables.
 */
public final class ResourceManagerLoad {
  private static final double OCCUPANCY = 0.8;
  private static final int MEAN_RUN_MILLIS = 20_000;
  private static final long SEED = 2_010;
  private static final int LEAST_PAIRS = 20;
  private static final List<Contender> BOTH = List.of(Contender.STOCK, Contender.TRIDENT);

  private final Plan plan;
  private final List<HeartbeatComparison.Row> heartbeat = new ArrayList<>();
  private final List<LoadResult> asynchronous = new ArrayList<>();

  /**
   * How long to measure.
   *
   * @param sizes numbers of nodes
   * @param warmUp seconds of load before each measurement
   * @param pairs pairs of seconds that are compared with 1,000 nodes or less; inversely fewer with
   *     more nodes, but at least 20
   * @param asynchronousSeconds seconds, real ones, that an asynchronous scheduler is measured
   * @param repetitions how often the asynchronous ones take turns
   */
  public record Plan(
      List<Integer> sizes, int warmUp, int pairs, int asynchronousSeconds, int repetitions) {
    /** All sizes, until containers end as fast as they start; a quarter of an hour. */
    public static final Plan FULL = new Plan(List.of(1_000, 4_000, 10_000), 25, 60, 15, 3);

    /** To see that all works: half a minute. */
    public static final Plan QUICK = new Plan(List.of(400), 3, 5, 2, 1);
  }

  private ResourceManagerLoad(Plan plan) {
    this.plan = plan;
  }

  /** Measures and returns the tables. */
  public static String run(Plan plan) {
    logWarningsOnly();
    ResourceManagerLoad load = new ResourceManagerLoad(plan);
    double before = loadAverage();
    for (int nodes : plan.sizes()) {
      LoadSpec spec = new LoadSpec(nodes, OCCUPANCY, MEAN_RUN_MILLIS, SEED);
      load.compareByHeartbeat(spec);
      load.compareAsynchronous(spec);
    }
    return load.tables()
        + "Load average before %.2f, after %.2f; %d processors.%n"
            .formatted(before, loadAverage(), Runtime.getRuntime().availableProcessors());
  }

  /** A resource manager writes some lines a container; without them schedulers are compared. */
  static void logWarningsOnly() {
    BasicConfigurator.configure();
    Logger.getRootLogger().setLevel(Level.WARN);
  }

  private void compareByHeartbeat(LoadSpec spec) {
    List<HeartbeatComparison.Row> rows =
        HeartbeatComparison.run(spec, BOTH, plan.warmUp(), pairs(spec.nodes()));
    heartbeat.addAll(rows);
    System.err.print(LoadTable.costs(rows));
  }

  private int pairs(int nodes) {
    return Math.max(
        Math.min(plan.pairs(), LEAST_PAIRS), (int) (plan.pairs() * Math.min(1, 1_000.0 / nodes)));
  }

  private void compareAsynchronous(LoadSpec spec) {
    for (int repetition = 0; repetition < plan.repetitions(); repetition++) {
      for (Contender contender : BOTH) {
        try (ClusterLoad load = new ClusterLoad(spec, contender, Drive.ASYNCHRONOUS)) {
          load.advance(Math.min(plan.warmUp(), plan.asynchronousSeconds()));
          load.startMeasuring();
          Cost before = load.scheduler().cost();
          load.advance(plan.asynchronousSeconds());
          Cost cost = load.scheduler().cost().minus(before);
          LoadResult result =
              LoadResult.of(load, Drive.ASYNCHRONOUS, plan.asynchronousSeconds(), cost);
          asynchronous.add(result);
          System.err.print(LoadTable.asynchronous(List.of(result)));
        }
      }
    }
  }

  private String tables() {
    List<LoadResult> all = new ArrayList<>();
    heartbeat.forEach(row -> all.add(row.result()));
    all.addAll(asynchronous);
    return String.join(
        System.lineSeparator(),
        LoadTable.costs(heartbeat),
        LoadTable.asynchronous(asynchronous),
        LoadTable.service(all));
  }

  private static double loadAverage() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }
}
