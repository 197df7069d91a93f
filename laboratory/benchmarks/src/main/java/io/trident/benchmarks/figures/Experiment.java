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

import io.trident.benchmarks.workloads.Application;
import io.trident.benchmarks.workloads.EngineName;
import java.util.Arrays;
import java.util.Locale;

/** A workload on a cluster: what several figures have in common. */
enum Experiment {
  /** The paper's Facebook workload (Section 7.1). */
  FACEBOOK("facebook", "facebook", 4_096),
  /** HiBench's applications one at a time, about 200 MB each (Section 7.2). */
  HIBENCH_SMALL("hibench-small", "small", 4_096),
  /** The same, about 1.5 GB each. */
  HIBENCH_LARGE("hibench-large", "large", 4_096),
  /** The same, about 10 GB each. */
  HIBENCH_HUGE("hibench-huge", "huge", 4_096),
  /** The same with a memory tier of 512 MB a node (Figure 13). */
  HIBENCH_HUGE_512("hibench-huge-512", "huge", 512),
  /** Spark's applications; never simulated. */
  SPARK_SMALL("spark-small", "small", 4_096),
  SPARK_LARGE("spark-large", "large", 4_096),
  SPARK_HUGE("spark-huge", "huge", 4_096);

  private final String label;
  private final String profile;
  private final long memoryMb;

  Experiment(String label, String profile, long memoryMb) {
    this.label = label;
    this.profile = profile;
    this.memoryMb = memoryMb;
  }

  /** Returns the name of its files. */
  String label() {
    return label;
  }

  /** Returns HiBench's name for its size; {@code facebook} for that workload. */
  String profile() {
    return profile;
  }

  /** Returns the memory tier of a node. */
  long memoryMb() {
    return memoryMb;
  }

  /** Returns whether the simulator has a model of it. */
  boolean isSimulated() {
    return engine() == EngineName.MAPREDUCE;
  }

  private EngineName engine() {
    return switch (this) {
      case SPARK_SMALL, SPARK_LARGE, SPARK_HUGE -> EngineName.SPARK;
      case FACEBOOK, HIBENCH_SMALL, HIBENCH_LARGE, HIBENCH_HUGE, HIBENCH_HUGE_512 ->
          EngineName.MAPREDUCE;
    };
  }

  /** Returns whether a job on file belongs to it. */
  boolean has(JobSample job) {
    if (this == FACEBOOK) {
      return job.workload().equals("facebook") || job.workload().equals("swim");
    }
    return job.engine().equals(engine().label())
        && (this == HIBENCH_HUGE_512) == job.isShortOfMemory()
        && (job.profile().equals(profile) || (profile.equals("large") && hasOwnSize(job)))
        && Arrays.stream(Application.values())
            .anyMatch(one -> one.label().equals(job.workload().toLowerCase(Locale.ROOT)));
  }

  /** A size of the test bed's own, as HiBench's are too large for it; shown with the middle one. */
  private static boolean hasOwnSize(JobSample job) {
    return Arrays.stream(values()).noneMatch(one -> one.profile.equals(job.profile()));
  }
}
