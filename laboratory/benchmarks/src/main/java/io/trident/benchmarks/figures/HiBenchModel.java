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
package io.trident.benchmarks.figures;

import io.trident.benchmarks.simulator.ClusterSpec;
import io.trident.benchmarks.simulator.JobSpec;
import io.trident.benchmarks.simulator.SimulationConfig;
import io.trident.benchmarks.swim.SwimJob;
import io.trident.benchmarks.swim.SwimTrace;
import io.trident.benchmarks.workloads.Application;
import java.util.ArrayList;
import java.util.List;

/**
 * HiBench's applications for the simulator, which knows jobs by what they read, shuffle and write.
 *
 * <p>Assumed from the paper's Table 3, which ticks what dominates each application: where that is
 * I/O, tasks process 128 MB/s; where it is the processor, 32 MB/s; where it is both or neither, 64
 * MB/s. Where it is the network, a job shuffles as much as it reads, else a tenth of that; it
 * writes what it shuffles. K-means reads its input five times, PageRank three times, from the
 * second on what it wrote before, as their iterations do by HiBench's defaults. Sizes are the
 * paper's "about 200 MB, 1.5 GB, and 10 GB".
 */
final class HiBenchModel {
  private static final long MEGABYTE = 1 << 20;

  /** Far enough apart that no job meets the one before. */
  private static final double GAP_SECONDS = 100_000;

  private static final double IO_RATE = 128;
  private static final double MIXED_RATE = 64;
  private static final double CPU_RATE = 32;
  private static final int SMALL_SHUFFLE = 10;

  private HiBenchModel() {}

  /** Returns the cluster and the rates of an application's tasks. */
  static SimulationConfig config(Application application, ClusterSpec cluster) {
    JobSpec paper = JobSpec.DEFAULT;
    double rate =
        switch (application) {
          case TERASORT, AGGREGATION -> IO_RATE;
          case KMEANS, NUTCHINDEX -> MIXED_RATE;
          case WORDCOUNT, JOIN, BAYES, PAGERANK -> CPU_RATE;
        };
    return new SimulationConfig(
        cluster,
        new JobSpec(
            paper.blockMb(),
            paper.reduceMb(),
            paper.fixedSeconds(),
            rate,
            paper.variation(),
            paper.initSeconds(),
            paper.heartbeatSeconds(),
            paper.initCacheSeconds(),
            paper.maxDelaySeconds(),
            paper.nodeLocalityDelay()));
  }

  /** Returns the jobs of an application, one after the other. */
  static SwimTrace trace(Application application, Experiment experiment) {
    long input = bytes(experiment);
    boolean shuffles =
        switch (application) {
          case TERASORT, BAYES, PAGERANK, NUTCHINDEX -> true;
          case WORDCOUNT, AGGREGATION, JOIN, KMEANS -> false;
        };
    long shuffle = shuffles ? input : input / SMALL_SHUFFLE;
    int iterations =
        switch (application) {
          case KMEANS -> 5;
          case PAGERANK -> 3;
          default -> 1;
        };
    List<SwimJob> jobs = new ArrayList<>(iterations);
    for (int i = 0; i < iterations; i++) {
      boolean chained = application == Application.PAGERANK && i > 0;
      jobs.add(
          new SwimJob(
              "%s %d".formatted(application.label(), i + 1),
              i * GAP_SECONDS,
              input,
              shuffle,
              shuffle,
              chained ? "output " + (i - 1) : "input",
              "output " + i));
    }
    return new SwimTrace(application.label(), jobs);
  }

  private static long bytes(Experiment experiment) {
    return MEGABYTE
        * switch (experiment.profile()) {
          case "small" -> 200;
          case "large" -> 1_536;
          case "huge" -> 10_240;
          default -> throw new IllegalArgumentException(experiment + " is not HiBench's");
        };
  }
}
