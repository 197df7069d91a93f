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
package io.trident.lab.simulate;

import io.trident.benchmarks.simulator.ClusterSpec;
import io.trident.benchmarks.simulator.Setup;
import io.trident.benchmarks.simulator.SetupComparison;
import io.trident.benchmarks.simulator.SetupComparisonResult;
import io.trident.benchmarks.simulator.SimulationConfig;
import io.trident.benchmarks.simulator.Workload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code trident simulate}. */
@Command(
    name = "simulate",
    subcommands = {ValidateCommand.class, AvailabilityCommand.class},
    description = {
      "Runs a workload on simulated clusters, and compares schedulers and prefetchers.",
      "",
      "The decisions are Trident's own; nodes, devices, links and the Capacity scheduler are"
          + " modelled. Needs no Hadoop and no network. The same seeds give the same results.",
      "",
      "A setup is SCHEDULER[@STORAGE][+PREFETCHER]: default, h-scheduler, quartet or trident;"
          + " tiered (if absent) or disks; none (if absent), prefetch-all, trident, trident-delay or"
          + " oracle. Reductions are relative to the first."
    })
public final class SimulateCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(names = "--nodes", description = "Nodes; 10, or as in --config, if absent.")
  private @Nullable Integer nodes;

  @Option(names = "--racks", description = "Racks; one for each 40 nodes if absent.")
  private @Nullable Integer racks;

  @Option(
      names = "--setups",
      paramLabel = "SETUP",
      split = ",",
      description = "What is compared, separated by commas; default ${DEFAULT-VALUE}.",
      defaultValue = "default@disks,trident@disks,default,h-scheduler,quartet,trident")
  private List<String> setups = List.of();

  @Mixin private TraceOptions trace = new TraceOptions();

  @Option(
      names = "--repetitions",
      defaultValue = "3",
      description = "Repetitions, with the seeds 1, 2, ...; default ${DEFAULT-VALUE}.")
  private int repetitions;

  @Option(names = "--time-compression", description = "Divide times by this; default 1.")
  private double timeCompression = 1;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "JSON with cluster and job constants that differ from the paper's, such as"
              + " {\"cluster\":{\"slots\":4},\"jobs\":{\"cpuRate\":200}}; --json shows all of them.")
  private @Nullable Path config;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the results, with all that they depend on, as JSON.")
  private @Nullable Path json;

  @Option(names = "--csv", paramLabel = "FILE", description = "Also write the results as CSV.")
  private @Nullable Path csv;

  @Override
  public Integer call() throws IOException {
    SetupComparison comparison = comparison();
    TimeLeft progress = new TimeLeft(spec.commandLine().getErr(), System::nanoTime);
    SetupComparisonResult result = comparison.run(progress, System::nanoTime);
    spec.commandLine().getOut().print(SimulationText.of(result));
    spec.commandLine().getOut().flush();
    if (json != null) {
      Files.writeString(json, SimulationJson.of(result), StandardCharsets.UTF_8);
    }
    if (csv != null) {
      Files.writeString(csv, SimulationCsv.of(result), StandardCharsets.UTF_8);
    }
    return 0;
  }

  private SetupComparison comparison() throws IOException {
    try {
      SimulationConfig base = SimulationJson.config(config);
      ClusterSpec cluster = base.cluster();
      if (nodes != null || racks != null) {
        int count = nodes == null ? cluster.nodes() : nodes;
        cluster = racks == null ? cluster.withNodes(count) : cluster.withNodes(count, racks);
      }
      Workload workload = trace.workload(Math.max(1_000, 100 * cluster.nodes()), timeCompression);
      return new SetupComparison(
          new SimulationConfig(cluster, base.jobs()),
          workload,
          setups.stream().map(Setup::parse).toList(),
          LongStream.rangeClosed(1, repetitions).boxed().toList());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
