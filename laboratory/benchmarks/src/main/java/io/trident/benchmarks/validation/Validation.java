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
import io.trident.benchmarks.results.RunKey;
import io.trident.benchmarks.simulator.Setup;
import io.trident.benchmarks.simulator.Spread;
import io.trident.benchmarks.workloads.EngineName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Runs of a test bed beside simulated ones.
 *
 * @param rows by workload, then by policy, in the order in which each first occurs
 * @param leftOut what of the runs is not simulated, and why
 */
public record Validation(List<Row> rows, List<String> leftOut) {
  /**
   * The policies whose runs calibrate the simulator: the first of them that a workload has. Trident
   * comes first, as it reads from memory: little of its times is reading, and what is fitted is the
   * rest.
   */
  public static final List<String> CALIBRATING = List.of("trident", "hdfs-one-tier");

  private static final double PERCENT = 100;

  /** Applications that are one job; of the others a file does not show where time goes. */
  private static final Set<String> ONE_JOB =
      Set.of("terasort", "wordcount", "aggregation", "bayes", "nutchindex");

  public Validation {
    rows = List.copyOf(rows);
    leftOut = List.copyOf(leftOut);
  }

  /**
   * A workload under a policy.
   *
   * @param calibrated whether the simulator was calibrated with these runs: no prediction
   * @param runs how many were measured
   * @param seconds measured completion times
   * @param simulatedSeconds the simulated ones, each with another layout of blocks
   * @param taskSeconds measured sums of all task times
   * @param simulatedTaskSeconds mean of the simulated ones
   * @param shares measured, of all maps in percent, by where they read
   * @param simulatedShares the same, simulated; means
   * @param simulatedMemory of all maps, in percent, those simulated to read from any memory
   */
  public record Row(
      String workload,
      String profile,
      String policy,
      String prefetcher,
      boolean calibrated,
      int runs,
      Spread seconds,
      Spread simulatedSeconds,
      Spread taskSeconds,
      double simulatedTaskSeconds,
      Map<String, Double> shares,
      Map<String, Double> simulatedShares,
      Spread simulatedMemory) {

    /** Returns by how much the simulated completion time is more than the measured, in percent. */
    public double secondsError() {
      return PERCENT * (simulatedSeconds.mean() / seconds.mean() - 1);
    }

    /** Returns by how much the simulated task time is more than the measured, in percent. */
    public double taskSecondsError() {
      return PERCENT * (simulatedTaskSeconds / taskSeconds.mean() - 1);
    }

    /** Returns the maps that are simulated to read elsewhere than measured, in percent of all. */
    public double sharesError() {
      Map<String, Double> difference = new TreeMap<>(shares);
      simulatedShares.forEach((place, share) -> difference.merge(place, -share, Double::sum));
      return difference.values().stream().mapToDouble(Math::abs).sum() / 2;
    }
  }

  /**
   * Simulates all workloads of a test bed that consist of one job.
   *
   * @param measured its runs; those of another source are left out
   * @param calibrating policies, of which the first that a workload has runs of calibrates it
   * @param slots containers of a worker of it
   * @param memoryMb size of a worker's memory tier, in MB, of runs that do not state it
   * @param runs simulated runs of each workload and policy
   */
  public static Validation of(
      List<PolicyRun> measured, List<String> calibrating, int slots, int memoryMb, int runs) {
    Map<RunKey, List<PolicyRun>> groups = new LinkedHashMap<>();
    List<String> leftOut = new ArrayList<>();
    for (PolicyRun run : measured) {
      String reason = reasonAgainst(run);
      if (reason.isEmpty()) {
        groups.computeIfAbsent(group(run), any -> new ArrayList<>()).add(run);
      } else if (!leftOut.contains(reason)) {
        leftOut.add(reason);
      }
    }
    List<Row> rows = new ArrayList<>();
    for (List<PolicyRun> group : groups.values()) {
      PolicyRun first = group.get(0);
      List<PolicyRun> calibrated =
          calibrating.stream()
              .map(
                  policy ->
                      new RunKey(
                          first.engine(), first.workload(), first.profile(), policy, "none", 0))
              .flatMap(key -> Stream.ofNullable(groups.get(key)))
              .findFirst()
              .orElse(List.of());
      if (calibrated.isEmpty()) {
        String reason =
            "%s (%s) has no run of %s to calibrate with"
                .formatted(first.workload(), first.profile(), String.join(" or ", calibrating));
        if (!leftOut.contains(reason)) {
          leftOut.add(reason);
        }
      } else {
        Integer known = calibrated.get(0).memoryMb();
        rows.add(
            row(
                group,
                calibrated,
                new BedModel.Machine(slots, known == null ? memoryMb : known),
                runs));
      }
    }
    return new Validation(rows, leftOut);
  }

  private static String reasonAgainst(PolicyRun run) {
    if (!run.source().equals("testbed")) {
      return "runs of source '%s', as nothing held their rates".formatted(run.source());
    }
    if (!run.engine().equals(EngineName.MAPREDUCE.label())) {
      return "runs of %s, which the simulator has no model of".formatted(run.engine());
    }
    if (!ONE_JOB.contains(run.workload())) {
      return "%s (%s), which is not one job".formatted(run.workload(), run.profile());
    }
    return "";
  }

  private static RunKey group(PolicyRun run) {
    return new RunKey(
        run.engine(), run.workload(), run.profile(), run.policy(), run.prefetcher(), 0);
  }

  private static Row row(
      List<PolicyRun> group, List<PolicyRun> calibrated, BedModel.Machine machine, int runs) {
    PolicyRun first = group.get(0);
    BedModel model = BedModel.of(calibrated.get(0), machine);
    Calibration fitted =
        Calibration.of(
            model,
            setup(calibrated.get(0)),
            mean(calibrated, PolicyRun::seconds),
            mean(calibrated, PolicyRun::taskSeconds),
            runs);
    BedModel.Outcome simulated =
        model.simulate(setup(first), fitted.taskSeconds(), fitted.initSeconds(), runs);
    return new Row(
        first.workload(),
        first.profile(),
        first.policy(),
        first.prefetcher(),
        group(first).equals(group(calibrated.get(0))),
        group.size(),
        Spread.of(group.stream().map(PolicyRun::seconds).toList()),
        simulated.seconds(),
        Spread.of(group.stream().map(PolicyRun::taskSeconds).toList()),
        simulated.taskSeconds(),
        shares(group),
        simulated.shares(),
        simulated.memoryShare());
  }

  private static double mean(List<PolicyRun> runs, ToDoubleFunction<PolicyRun> what) {
    return runs.stream().mapToDouble(what).average().orElseThrow();
  }

  private static Map<String, Double> shares(List<PolicyRun> runs) {
    double maps = runs.stream().mapToInt(PolicyRun::maps).sum();
    Map<String, Double> shares = new TreeMap<>();
    for (PolicyRun run : runs) {
      run.locality().forEach((place, n) -> shares.merge(place, PERCENT * n / maps, Double::sum));
    }
    return shares;
  }

  /** Returns the setup that a run is simulated with. */
  private static Setup setup(PolicyRun run) {
    String placed =
        switch (run.policy()) {
          case "hdfs-one-tier" -> "default@disks";
          case "trident-one-tier" -> "trident@disks";
          default -> run.policy();
        };
    return Setup.parse(run.prefetcher().equals("none") ? placed : placed + "+" + run.prefetcher());
  }
}
