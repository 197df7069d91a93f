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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.trident.benchmarks.results.PolicyRun;
import io.trident.benchmarks.simulator.Setup;
import io.trident.benchmarks.validation.BedModel.Machine;
import io.trident.benchmarks.validation.BedModel.Outcome;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class ValidationTest {
  private static final Map<String, Double> RATES =
      Map.of("memory", 3200.0, "ssd", 400.0, "disk", 160.0, "nodeLink", 1250.0, "rackLink", 1250.0);
  private static final Machine MACHINE = new Machine(2, 400);
  private static final Setup DISKS = Setup.parse("default@disks");
  private static final List<String> BASELINE = List.of("hdfs-one-tier");

  /** Eight maps of 10 MB at 1:160: a map alone takes ten seconds from a disk. */
  private static PolicyRun run(
      String workload, String policy, double seconds, double taskSeconds, int repetition) {
    return run("mapreduce", workload, policy, seconds, taskSeconds, repetition);
  }

  private static PolicyRun run(
      String engine,
      String workload,
      String policy,
      double seconds,
      double taskSeconds,
      int repetition) {
    return new PolicyRun(
        "testbed",
        160,
        8,
        2,
        RATES,
        engine,
        workload,
        "80000000",
        80_000_000,
        policy,
        "none",
        repetition,
        seconds,
        taskSeconds,
        8,
        policy.equals("hdfs-one-tier") ? Map.of("disk-local", 8) : Map.of("memory-local", 8),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static PolicyRun withMemory(PolicyRun run, int memoryMb) {
    return new PolicyRun(
        run.source(),
        run.scale(),
        run.nodes(),
        run.racks(),
        run.rates(),
        run.engine(),
        run.workload(),
        run.profile(),
        run.bytes(),
        run.policy(),
        run.prefetcher(),
        run.repetition(),
        run.seconds(),
        run.taskSeconds(),
        run.maps(),
        run.locality(),
        null,
        null,
        null,
        null,
        null,
        memoryMb,
        null,
        null);
  }

  @Test
  void theModelReadsAsLongAsTheTestBed() {
    BedModel model = BedModel.of(run("aggregation", "trident", 30, 100, 1), MACHINE);
    Outcome fromMemory = model.simulate(Setup.parse("trident"), 0, 0, 4);
    Outcome fromDisk = model.simulate(DISKS, 0, 0, 4);

    assertThat(model.cluster().nodes()).isEqualTo(8);
    assertThat(model.cluster().slots()).isEqualTo(2);
    assertThat(model.maps() * (long) model.blockMb() << 20)
        .isBetween(model.inputBytes(), model.inputBytes() + (8L << 20));
    // 80 MB from memories of 20 MB/s, and from disks of 1 MB/s, which some maps share.
    assertThat(fromMemory.taskSeconds()).isBetween(3.99, 20.0);
    assertThat(fromDisk.taskSeconds()).isGreaterThan(79.9);
    assertThat(fromDisk.shares().values().stream().mapToDouble(Double::doubleValue).sum())
        .isCloseTo(100, within(1e-9));
    assertThat(fromDisk.shares().keySet()).allMatch(place -> place.startsWith("disk-"));
  }

  /** Whatever times a machine has, the calibrated baseline meets them. */
  @Property(tries = 8)
  void theBaselineIsMet(
      @ForAll @DoubleRange(min = 0.5, max = 30) double taskSeconds,
      @ForAll @DoubleRange(min = 0.5, max = 30) double initSeconds) {
    BedModel model = BedModel.of(run("aggregation", "hdfs-one-tier", 1, 1, 1), MACHINE);
    Outcome truth = model.simulate(DISKS, taskSeconds, initSeconds, 20);
    Calibration fitted =
        Calibration.of(model, DISKS, truth.seconds().mean(), truth.taskSeconds(), 20);
    Outcome again = model.simulate(DISKS, fitted.taskSeconds(), fitted.initSeconds(), 20);

    assertThat(again.taskSeconds()).isCloseTo(truth.taskSeconds(), withinPercentage(1));
    assertThat(again.seconds().mean()).isCloseTo(truth.seconds().mean(), withinPercentage(1));
  }

  @Test
  void otherPoliciesArePredictedFromTheBaselineAlone() {
    List<PolicyRun> measured =
        List.of(
            run("aggregation", "trident", 36, 120, 1),
            run("aggregation", "hdfs-one-tier", 42, 158, 1),
            run("aggregation", "hdfs-one-tier", 44, 162, 2));
    Validation validation = Validation.of(measured, BASELINE, 2, 400, 20);

    assertThat(validation.leftOut()).isEmpty();
    assertThat(validation.rows()).hasSize(2);
    Validation.Row trident = validation.rows().get(0);
    Validation.Row baseline = validation.rows().get(1);
    assertThat(baseline.calibrated()).isTrue();
    assertThat(baseline.runs()).isEqualTo(2);
    assertThat(baseline.secondsError()).isCloseTo(0, within(3.0));
    assertThat(baseline.taskSecondsError()).isCloseTo(0, within(3.0));
    assertThat(trident.calibrated()).isFalse();
    assertThat(trident.simulatedSeconds().mean()).isLessThan(baseline.simulatedSeconds().mean());
    assertThat(trident.simulatedTaskSeconds()).isLessThan(baseline.simulatedTaskSeconds() - 60);
    assertThat(trident.secondsError())
        .isCloseTo(100 * (trident.simulatedSeconds().mean() / 36 - 1), within(1e-9));
    // What is measured of other policies changes no prediction.
    List<PolicyRun> slower =
        Stream.concat(
                Stream.of(run("aggregation", "trident", 99, 999, 1)), measured.stream().skip(1))
            .toList();
    assertThat(Validation.of(slower, BASELINE, 2, 400, 20).rows().get(0).simulatedSeconds())
        .isEqualTo(trident.simulatedSeconds());
  }

  /** By default those of Trident calibrate, and where there are none the baseline's. */
  @Test
  void calibratesWithTheFirstPolicyThatAWorkloadHas() {
    List<PolicyRun> measured =
        List.of(
            run("aggregation", "hdfs-one-tier", 60, 300, 1),
            run("aggregation", "trident", 30, 100, 1),
            run("wordcount", "hdfs-one-tier", 60, 300, 1));
    Validation validation = Validation.of(measured, Validation.CALIBRATING, 2, 400, 20);

    assertThat(validation.rows())
        .extracting(Validation.Row::calibrated)
        .containsExactly(false, true, true);
    Validation.Row trident = validation.rows().get(1);
    assertThat(trident.simulatedSeconds().mean()).isCloseTo(30, within(0.1));
    assertThat(trident.simulatedMemory().min())
        .isLessThanOrEqualTo(trident.simulatedMemory().mean());
    assertThat(trident.simulatedMemory().max()).isBetween(50.0, 100.0);
    assertThat(validation.rows().get(0).simulatedMemory().max()).isZero();
    assertThat(trident.simulatedTaskSeconds()).isCloseTo(100, within(1.0));
    // Eight maps of 10 MB take 80 s on disks of 1 MB/s, and more where they share one.
    assertThat(validation.rows().get(0).simulatedTaskSeconds()).isGreaterThan(100 + 70);
  }

  @Test
  void theFileHasTheSizeOfTheMemoryTier() {
    List<PolicyRun> measured = List.of(run("aggregation", "trident", 30, 100, 1));
    List<PolicyRun> sized = List.of(withMemory(measured.get(0), 16));
    List<PolicyRun> ample = List.of(withMemory(measured.get(0), 400));

    assertThat(Validation.of(sized, Validation.CALIBRATING, 2, 400, 4))
        .isEqualTo(Validation.of(sized, Validation.CALIBRATING, 2, 1, 4));
    assertThat(Validation.of(ample, Validation.CALIBRATING, 2, 1, 4).rows())
        .isEqualTo(Validation.of(measured, Validation.CALIBRATING, 2, 400, 4).rows());
  }

  @Test
  void sharesThatDifferAreCountedOnce() {
    Validation.Row row =
        Validation.of(
                List.of(
                    run("wordcount", "hdfs-one-tier", 42, 158, 1),
                    run("wordcount", "default", 36, 120, 1)),
                BASELINE,
                2,
                400,
                2)
            .rows()
            .get(1);
    double memory = row.simulatedShares().getOrDefault("memory-local", 0.0);

    assertThat(row.sharesError()).isCloseTo(100 - memory, within(1e-9));
  }

  @Test
  void whatCannotBeSimulatedIsReported() {
    PolicyRun spark = run("spark", "wordcount", "hdfs-one-tier", 42, 158, 1);
    PolicyRun kmeans = run("kmeans", "hdfs-one-tier", 42, 158, 1);
    PolicyRun lonely = run("wordcount", "trident", 42, 158, 1);
    Validation validation =
        Validation.of(List.of(spark, kmeans, kmeans, lonely), BASELINE, 2, 400, 1);

    assertThat(validation.rows()).isEmpty();
    assertThat(validation.leftOut())
        .containsExactly(
            "runs of spark, which the simulator has no model of",
            "kmeans (80000000), which is not one job",
            "wordcount (80000000) has no run of hdfs-one-tier to calibrate with");
  }

  @Test
  void aRunWithoutRatesIsRefused() {
    PolicyRun measured = run("wordcount", "hdfs-one-tier", 42, 158, 1);
    PolicyRun bare =
        new PolicyRun(
            "testbed",
            160,
            8,
            2,
            Map.of(),
            "wordcount",
            "x",
            1,
            "hdfs-one-tier",
            "none",
            1,
            1,
            1,
            1,
            Map.of(),
            null,
            null,
            null);

    assertThat(BedModel.of(measured, MACHINE).cluster().racks()).isEqualTo(2);
    assertThatThrownBy(() -> BedModel.of(bare, MACHINE)).hasMessageContaining("rate of 'memory'");
  }
}
