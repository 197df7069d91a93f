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
package io.trident.benchmarks;

import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.PrefetchPlanner;
import io.trident.core.prefetch.PrefetchSnapshot;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.prefetch.Prefetchers;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Algorithm 7: one plan for one job, from the snapshot to the plan. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(1)
public class PrefetchBenchmark {
  /** Blocks of the job x nodes of the cluster x devices of a node. */
  @Param({"1024x1024x12"})
  public String size = "";

  /** Where the replicas are. */
  @Param({"DISK"})
  public String kind = "";

  /** Who plans. */
  @Param({"TRIDENT"})
  public String solver = "";

  private PrefetchSnapshot snapshot = PrefetchInput.DISK.snapshot(0, 1, 1); // replaced

  private PrefetchPlanner planner = Prefetchers.of(PrefetcherName.NONE);

  /** Makes the snapshot. */
  @Setup(Level.Trial)
  public void prepare() {
    int[] parts = Arrays.stream(size.split("x", -1)).mapToInt(Integer::parseInt).toArray();
    snapshot = PrefetchInput.valueOf(kind).snapshot(parts[0], parts[1], parts[2]);
    planner = Prefetchers.of(PrefetcherName.valueOf(solver));
  }

  /** One plan. */
  @Benchmark
  public PrefetchPlan plan() {
    return planner.plan(snapshot);
  }
}
