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
package io.trident.benchmarks.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.trident.benchmarks.swim.ScalingRecipe;
import io.trident.benchmarks.swim.SwimJob;
import io.trident.benchmarks.swim.SwimTrace;
import io.trident.benchmarks.swim.WorkloadGenerator;
import io.trident.benchmarks.swim.WorkloadProfile;
import io.trident.core.model.ReadSource;
import io.trident.core.placement.Placement;
import io.trident.core.placement.PlacementSnapshot;
import io.trident.core.placement.Policies;
import io.trident.core.placement.PolicyName;
import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.PrefetchSnapshot;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.prefetch.Prefetchers;
import io.trident.core.request.AllocationSnapshot;
import io.trident.core.request.ContainerAllocation;
import io.trident.core.request.PotentialContainer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {
  private static final long MEGABYTE = 1 << 20;
  private static final double HEARTBEATS = 2; // of the node, then of the job

  /** All tasks take as long as the mean one. */
  private static final JobSpec ALIKE = new JobSpec(128, 256, 1, 64, 0, 2, 1, 1, 30, 40);

  /** A JVM's second, 128 MB at 3,200 MB/s, then 128 MB at 64 MB/s. */
  @Test
  void aBlockInMemory() {
    JobResult job = one(run("trident", trace(job("a", 0, 128, 0, 0))));

    assertThat(job.reads()).isEqualTo(Map.of(ReadSource.MEMORY, 1));
    assertThat(job.taskSeconds()).isCloseTo(0.04 + 1 + 2, within(1e-9));
    assertThat(job.seconds()).isBetween(2 + 3.04, 2 + 3.04 + HEARTBEATS);
    assertThat(job.leastTaskSeconds()).isCloseTo(3.04, within(1e-9));
    assertThat(job.leastSeconds()).isCloseTo(5.04, within(1e-9));
  }

  /** 128 MB at 160 MB/s, 1 + 2 s, and 64 MB written at 160 MB/s. */
  @Test
  void aBlockOnADiskAndItsOutput() {
    JobResult job = one(run("trident@disks", trace(job("a", 0, 128, 0, 64))));

    assertThat(job.reads()).isEqualTo(Map.of(ReadSource.DISK, 1));
    assertThat(job.taskSeconds()).isCloseTo(0.8 + 3 + 0.4, within(1e-9));
  }

  /**
   * A reduce of 119 MB reads them over its node's link in a second and writes 160 MB in another.
   */
  @Test
  void reducesFollowTheMaps() {
    JobResult job = one(run("trident", trace(job("a", 0, 128, 119, 160))));

    assertThat(job.tasks()).isEqualTo(2);
    assertThat(job.taskSeconds()).isCloseTo(3.04 + 1 + (1 + 119 / 64.0) + 1, within(1e-6));
  }

  /** Twelve maps on three nodes of two slots: two waves. */
  @Test
  void aJobRunsInWavesWhereSlotsAreFew() {
    SimulationConfig two = new SimulationConfig(cluster(3, 2).cluster(), ALIKE);
    JobResult job = one(run(two, "trident", trace(job("a", 0, 12 * 128, 0, 0)), 1));

    assertThat(job.reads().values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(12);
    assertThat(job.seconds()).isGreaterThan(2 + 2 * 3.04);
    assertThat(job.leastSeconds()).isCloseTo(2 + 2 * 3.04, within(1e-9));
  }

  /** Eight reduces without a place get one slot of each of three nodes after the other. */
  @ParameterizedTest
  @ValueSource(strings = {"default", "trident"})
  void containersWithoutAPlaceAreSpreadOverNodes(String setup) {
    List<PlacementSnapshot> reduces = new ArrayList<>();
    DecisionListener listener =
        new DecisionListener() {
          @Override
          public void placed(PlacementSnapshot snapshot, Placement placement) {
            if (snapshot.tasks().get(0).name().startsWith("r")) {
              reduces.add(snapshot);
            }
          }
        };
    SwimTrace trace = trace(job("a", 0, 8 * 128, 8 * 256, 0));
    new Simulation(cluster(3, 8), Setup.parse(setup), trace, 1, listener, () -> 0).run(ended -> {});

    assertThat(reduces).isNotEmpty();
    assertThat(reduces)
        .allSatisfy(one -> assertThat(one.slots()).allMatch(group -> group.slots() <= 3));
  }

  /** A block is asked for at 0 and cached from 1 to 1.8; its map reads after 3. */
  @Test
  void aPrefetchedBlockIsReadFromMemory() {
    JobResult job = one(run("trident@disks+trident", trace(job("a", 0, 128, 0, 0))));

    assertThat(job.reads()).isEqualTo(Map.of(ReadSource.MEMORY, 1));
    assertThat(job.prefetched()).isEqualTo(1);
    assertThat(job.wasted()).isZero();
  }

  @Test
  void aJobReadsWhatAnotherWrote() {
    SwimTrace trace =
        trace(
            new SwimJob("writer", 0, 1, 0, 300 * MEGABYTE, "/in", "/between"),
            new SwimJob("reader", 100, 300 * MEGABYTE, 0, 0, "/between", "/out"));

    assertThat(run("trident", trace).jobs().get(1).reads()).isEqualTo(Map.of(ReadSource.MEMORY, 3));
  }

  /** Bytes are conserved, each task runs once, nothing is faster than the bound. */
  @Property(tries = 24)
  void lawsHold(
      @ForAll PolicyName policy,
      @ForAll Storage storage,
      @ForAll PrefetcherName prefetcher,
      @ForAll @IntRange(max = 1000) int seed) {
    SwimTrace trace = smallTrace(seed);
    Setup setup = new Setup(policy, storage, prefetcher);
    SimulationConfig config = cluster(6, 2);
    Simulation simulation =
        new Simulation(config, setup, trace, seed, DecisionListener.NONE, () -> 0);
    RunResult run = simulation.run(ended -> {});

    assertThat(run.jobs()).hasSameSizeAs(trace.jobs());
    for (int i = 0; i < run.jobs().size(); i++) {
      SwimJob spec = trace.jobs().get(i);
      JobResult job = run.jobs().get(i);
      int maps = (int) Math.max(1, (spec.inputBytes() + 128 * MEGABYTE - 1) / (128 * MEGABYTE));
      int reduces = (int) ((spec.shuffleBytes() + 256 * MEGABYTE - 1) / (256 * MEGABYTE));
      assertThat(job.name()).isEqualTo(spec.name());
      assertThat(job.inputBytes()).isEqualTo(spec.inputBytes());
      assertThat(job.tasks()).isEqualTo(maps + reduces);
      assertThat(job.reads().values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(maps);
      assertThat(job.taskSeconds()).isGreaterThanOrEqualTo(job.leastTaskSeconds() * (1 - 1e-9));
      assertThat(job.seconds()).isGreaterThanOrEqualTo(job.leastSeconds() * (1 - 1e-9));
      assertThat(job.wasted()).isBetween(0, job.prefetched());
    }
    assertMoved(simulation.network(), config, trace, run);
    assertThat(run.seconds() * config.cluster().nodes() * config.cluster().slots())
        .as("slots are not used twice")
        .isGreaterThan(run.jobs().stream().mapToDouble(JobResult::taskSeconds).sum());
  }

  /** What is read, shuffled and written is what moved through devices and links. */
  private static void assertMoved(
      FlowNetwork network, SimulationConfig config, SwimTrace trace, RunResult run) {
    Cluster cluster = new Cluster(config.cluster());
    double devices = 0;
    for (int node = 0; node < cluster.nodeCount(); node++) {
      for (int device = 0; device < cluster.deviceCount(); device++) {
        devices += network.moved(cluster.resource(node, device));
      }
    }
    double expected = 0;
    for (SwimJob job : trace.jobs()) {
      expected += job.inputBytes() + job.outputBytes();
    }
    assertThat(devices).isGreaterThanOrEqualTo(expected * (1 - 1e-9));
    if (run.setup().prefetcher() == PrefetcherName.NONE) {
      assertThat(devices).isCloseTo(expected, within(1.0));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "trident@disks+trident-delay", "quartet+prefetch-all"})
  void aRunRepeatsExactly(String setup) {
    SwimTrace trace = smallTrace(5);
    SimulationConfig config = cluster(6, 2);

    assertThat(run(config, setup, trace, 3).jobs())
        .isEqualTo(run(config, setup, trace, 3).jobs())
        .isNotEqualTo(run(config, setup, trace, 4).jobs());
  }

  /** What the cluster acts on is what trident-core decides for the same snapshot. */
  @ParameterizedTest
  @ValueSource(
      strings = {"default", "h-scheduler", "quartet", "trident", "trident@disks+trident-delay"})
  void decisionsAreThoseOfTheCore(String label) {
    Setup setup = Setup.parse(label);
    List<String> decided = new ArrayList<>();
    DecisionListener check =
        new DecisionListener() {
          @Override
          public void placed(PlacementSnapshot snapshot, Placement placement) {
            Placement again = Policies.of(setup.policy()).place(snapshot);
            assertThat(placement.cost()).isCloseTo(again.cost(), within(1e-6));
            assertThat(placement.placed()).hasSameSizeAs(again.placed());
            if (setup.policy() != PolicyName.TRIDENT) { // which may choose among equals
              assertThat(placement).isEqualTo(again);
            }
            decided.add("place");
          }

          @Override
          public void allocated(AllocationSnapshot snapshot, List<PotentialContainer> containers) {
            assertThat(containers).isEqualTo(ContainerAllocation.allocate(snapshot));
            decided.add("allocate");
          }

          @Override
          public void planned(PrefetchSnapshot snapshot, PrefetchPlan plan) {
            assertThat(plan).isEqualTo(Prefetchers.of(setup.prefetcher()).plan(snapshot));
            decided.add("plan");
          }
        };
    new Simulation(cluster(6, 2), setup, smallTrace(9), 9, check, () -> 0).run(ended -> {});

    assertThat(decided).contains("place");
    assertThat(decided.contains("allocate")).isEqualTo(setup.policy() == PolicyName.TRIDENT);
    assertThat(decided.contains("plan")).isEqualTo(label.contains("+"));
  }

  /** A task is as slow under one scheduler as under another; so is the least that it can take. */
  @Test
  void tasksDifferByTheirOwn() {
    SwimTrace trace = trace(job("a", 0, 80 * 128, 0, 0));
    JobResult alike = one(run("trident", trace));
    JobResult trident = one(run(SimulationConfig.PAPER, "trident", trace, 1));
    JobResult stock = one(run(SimulationConfig.PAPER, "default", trace, 1));

    assertThat(trident.leastTaskSeconds())
        .isEqualTo(stock.leastTaskSeconds())
        .isCloseTo(alike.leastTaskSeconds(), withinPercentage(5))
        .isNotEqualTo(alike.leastTaskSeconds());
    assertThat(trident.leastSeconds()).as("the slowest of 80").isGreaterThan(2 + 3.04 * 1.15);
  }

  /** No slot stays empty for longer than heartbeats take while a task waits. */
  @Test
  void isWorkConserving() {
    SimulationConfig small = cluster(3, 2);
    int blocks = 60;
    JobResult job = one(run(small, "trident", trace(job("a", 0, blocks * 128, 0, 0)), 1));

    double busy = job.taskSeconds() / 6;
    double waves = blocks / 6.0;
    assertThat(job.seconds()).isLessThan(2 + busy + (waves + 1) * (HEARTBEATS + 0.5));
  }

  private static SwimTrace smallTrace(long seed) {
    ScalingRecipe recipe = new ScalingRecipe(4_000, 1, 2_000 * MEGABYTE, 6, 40);
    return recipe.apply(WorkloadGenerator.generate(WorkloadProfile.PAPER, seed));
  }

  private static RunResult run(String setup, SwimTrace trace) {
    return run(new SimulationConfig(ClusterSpec.PAPER, ALIKE), setup, trace, 1);
  }

  private static RunResult run(SimulationConfig config, String setup, SwimTrace trace, long seed) {
    return new Simulation(config, Setup.parse(setup), trace, seed, DecisionListener.NONE, () -> 0)
        .run(ended -> {});
  }

  private static SimulationConfig cluster(int nodes, int slots) {
    return new SimulationConfig(
        new ClusterSpec(nodes, 2, slots, 2, 2_048, 3_200, 400, 160, 119, 500, 2), JobSpec.DEFAULT);
  }

  private static JobResult one(RunResult run) {
    assertThat(run.jobs()).hasSize(1);
    return run.jobs().get(0);
  }

  private static SwimTrace trace(SwimJob... jobs) {
    return new SwimTrace("test", List.of(jobs));
  }

  private static SwimJob job(
      String name, double submit, long inputMb, long shuffleMb, long outputMb) {
    return new SwimJob(
        name,
        submit,
        inputMb * MEGABYTE,
        shuffleMb * MEGABYTE,
        outputMb * MEGABYTE,
        "/in/" + name,
        "/out/" + name);
  }
}
