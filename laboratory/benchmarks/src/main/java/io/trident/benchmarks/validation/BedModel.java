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
package io.trident.benchmarks.validation;

import io.trident.benchmarks.results.PolicyRun;
import io.trident.benchmarks.results.ReadFrom;
import io.trident.benchmarks.simulator.ClusterSpec;
import io.trident.benchmarks.simulator.JobResult;
import io.trident.benchmarks.simulator.JobSpec;
import io.trident.benchmarks.simulator.Setup;
import io.trident.benchmarks.simulator.SetupComparison;
import io.trident.benchmarks.simulator.SimulationConfig;
import io.trident.benchmarks.simulator.Spread;
import io.trident.benchmarks.swim.SwimJob;
import io.trident.benchmarks.swim.SwimTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A workload of a test bed for the simulator: one job of as many maps as were measured, each
 * reading an equal part of the input, and one reduce.
 *
 * <p>What is simulated is the cluster that the test bed imitates: its rates, and the test bed's
 * bytes times its scale. Every read takes as long as on the test bed, and blocks are whole
 * megabytes.
 *
 * @param cluster the imitated cluster
 * @param blockMb what a map reads, rounded up
 * @param inputBytes what all maps read
 * @param maps how many there are
 */
record BedModel(ClusterSpec cluster, int blockMb, long inputBytes, int maps) {
  private static final double MEGABYTE = 1 << 20;

  /** What the shared part of a run's simulation is. */
  private static final JobSpec STOCK = JobSpec.DEFAULT;

  /** Beside reading a task's time does not depend on its bytes: all maps read as much. */
  private static final double NO_CPU = 1e12;

  /** Tasks share the test bed's few processors, so all are as slow. */
  private static final double ALIKE = 0;

  /**
   * What a test bed's file does not state about it.
   *
   * @param slots containers of a worker
   * @param memoryMb size of a worker's memory tier, in MB as the test bed has them
   */
  record Machine(int slots, int memoryMb) {}

  /**
   * Some simulated runs, each with blocks on other nodes: a test bed has one such layout.
   *
   * @param seconds completion times
   * @param taskSeconds mean sum of the durations of all tasks
   * @param shares of the maps, in percent, by where they read ({@link ReadFrom#label}); means
   * @param memoryShare of the maps that read from any node's memory, in percent
   */
  record Outcome(
      Spread seconds, double taskSeconds, Map<String, Double> shares, Spread memoryShare) {}

  /** Returns the model of a measured run. */
  static BedModel of(PolicyRun run, Machine machine) {
    long bytes = Math.round(run.bytes() * run.scale());
    return new BedModel(
        new ClusterSpec(
            run.nodes(),
            run.racks(),
            machine.slots(),
            1,
            Math.round(machine.memoryMb() * 1e6 * run.scale() / MEGABYTE),
            rate(run, "memory"),
            rate(run, "ssd"),
            rate(run, "disk"),
            rate(run, "nodeLink"),
            rate(run, "rackLink"),
            1),
        (int) Math.ceil(bytes / MEGABYTE / run.maps()),
        bytes,
        run.maps());
  }

  /** The test bed counts 10^6 bytes, the simulator 2^20. */
  private static double rate(PolicyRun run, String device) {
    Double rate = run.rates().get(device);
    if (rate == null) {
      throw new IllegalArgumentException(
          "The run of %s does not show the rate of '%s'.".formatted(run.key(), device));
    }
    return rate * 1e6 / MEGABYTE;
  }

  /**
   * Simulates the job alone on the cluster. The time before it asks for containers is simulated in
   * whole heartbeats, and the rest is added: the job meets the nodes' heartbeats alike, however
   * long that time is.
   *
   * @param taskSeconds what each task takes beside reading and writing
   * @param initSeconds from the submission until the job asks for containers
   * @param runs with the seeds 1, 2, ...
   */
  Outcome simulate(Setup setup, double taskSeconds, double initSeconds, int runs) {
    double beats = Math.floor(initSeconds / STOCK.heartbeatSeconds()) * STOCK.heartbeatSeconds();
    SimulationConfig config =
        new SimulationConfig(
            cluster,
            new JobSpec(
                blockMb,
                STOCK.reduceMb(),
                taskSeconds,
                NO_CPU,
                ALIKE,
                beats,
                STOCK.heartbeatSeconds(),
                STOCK.initCacheSeconds(),
                STOCK.maxDelaySeconds(),
                STOCK.nodeLocalityDelay()));
    SwimTrace trace =
        new SwimTrace("one job", List.of(new SwimJob("job", 0, inputBytes, 1, 0, "", "")));
    List<Double> seconds = new ArrayList<>();
    List<Double> memory = new ArrayList<>();
    double tasks = 0;
    Map<String, Double> shares = new TreeMap<>();
    for (int seed = 1; seed <= runs; seed++) {
      JobResult job =
          SetupComparison.simulate(config, setup, trace, seed, ended -> {}, System::nanoTime)
              .jobs()
              .get(0);
      seconds.add(initSeconds - beats + job.seconds());
      memory.add(100.0 * job.memoryReads() / maps);
      tasks += job.taskSeconds() / runs;
      job.readFrom()
          .forEach((place, n) -> shares.merge(place, 100.0 * n / maps / runs, Double::sum));
    }
    return new Outcome(Spread.of(seconds), tasks, shares, Spread.of(memory));
  }
}
