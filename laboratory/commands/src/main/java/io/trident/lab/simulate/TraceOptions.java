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

import io.trident.benchmarks.simulator.Workload;
import io.trident.benchmarks.swim.ScalingRecipe;
import io.trident.benchmarks.swim.SwimFiles;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which workload, and by which recipe it is made fit. */
public final class TraceOptions {
  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "A SWIM file of 6 or 9 columns; if absent, a workload with the statistics of the paper's is"
              + " generated.")
  private @Nullable Path trace;

  @Option(
      names = "--jobs",
      description =
          "Jobs to generate, at least 500; 1,000 if absent, for larger simulated clusters 100 a node.")
  private @Nullable Integer jobs;

  @Option(
      names = "--hours",
      description = "Only the jobs of the first hours of the trace; all if absent.")
  private double hours = Double.POSITIVE_INFINITY;

  @Option(names = "--data-scale", description = "Divide sizes by this; default 1.")
  private double dataScale = 1;

  @Option(
      names = "--max-input-gb",
      description = "Leave out jobs that read this or more, after scaling; none if absent.")
  private double maxInputGb = Double.POSITIVE_INFINITY;

  @Option(names = "--keep-every", description = "Keep one of this many jobs; default 1.")
  private int keepEvery = 1;

  /**
   * Returns the workload.
   *
   * @param defaultJobs how many to generate where neither a trace nor a number is given
   * @param timeCompression what times are divided by
   * @throws IllegalArgumentException if an option is out of range
   * @throws IOException if the trace cannot be read
   */
  public Workload workload(int defaultJobs, double timeCompression) throws IOException {
    ScalingRecipe recipe =
        new ScalingRecipe(
            hours * 3_600,
            dataScale,
            Double.isInfinite(maxInputGb) ? Long.MAX_VALUE : Math.round(maxInputGb * (1L << 30)),
            keepEvery,
            timeCompression);
    return trace == null
        ? Workload.generated(jobs == null ? defaultJobs : jobs, recipe)
        : Workload.of(SwimFiles.read(trace), recipe);
  }
}
