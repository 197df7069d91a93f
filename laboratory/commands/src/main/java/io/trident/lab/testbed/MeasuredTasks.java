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
package io.trident.lab.testbed;

import io.trident.benchmarks.workloads.EngineRun;
import io.trident.benchmarks.workloads.MeasuredEngine;
import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.benchmarks.workloads.WorkloadEngine.Progress;
import io.trident.lab.testbed.ReadEvidence.MapRead;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;

/** One run of a workload on a test bed, by an engine that reports its tasks. */
final class MeasuredTasks {
  private final BedCluster cluster;
  private final MeasuredEngine engine;
  private final WorkloadDirectory directory;
  private final Progress progress;

  /** Runs on a cluster whose configuration has what the engine is set up with. */
  MeasuredTasks(
      BedCluster cluster, MeasuredEngine engine, WorkloadDirectory directory, Progress progress) {
    this.cluster = cluster;
    this.engine = engine;
    this.directory = directory;
    this.progress = progress;
  }

  /** Runs it to its end. */
  WorkloadRun run() throws IOException, InterruptedException {
    EngineRun run = engine.measure(directory, cluster.conf(), progress);
    List<MapRead> reads = cluster.reads(run.inputTasks());
    progress.report(
        "%d of %d tasks over the input read it, the others had it cached"
            .formatted(reads.size(), run.inputTasks().size()));
    return new WorkloadRun(
        run.seconds(),
        run.taskSeconds(),
        run.cpuSeconds(),
        reads.size(),
        ReadEvidence.count(reads),
        0,
        0,
        OptionalDouble.empty(),
        List.of());
  }
}
