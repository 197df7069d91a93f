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

import io.trident.benchmarks.results.PolicyRun;
import io.trident.benchmarks.results.SeveralJobs;
import java.util.Map;

/** Jobs for tests. */
final class Samples {
  private Samples() {}

  static JobSample job(
      String workload, String profile, String policy, int repetition, double seconds) {
    return job(workload, profile, policy, repetition, seconds, Map.of("memory-local", 4));
  }

  static JobSample job(
      String workload,
      String profile,
      String policy,
      int repetition,
      double seconds,
      Map<String, Integer> locality) {
    return job("mapreduce", workload, profile, policy, repetition, seconds, locality);
  }

  static JobSample job(
      String engine,
      String workload,
      String profile,
      String policy,
      int repetition,
      double seconds,
      Map<String, Integer> locality) {
    return new JobSample(
        "simulator",
        10,
        1,
        engine,
        workload,
        profile,
        1,
        policy,
        "none",
        repetition,
        seconds,
        10 * seconds,
        locality.values().stream().mapToInt(Integer::intValue).sum(),
        locality,
        0,
        0,
        0,
        seconds / 2,
        5 * seconds,
        0,
        null);
  }

  static JobSample prefetched(int maps, int prefetched, int wasted, double delaySeconds) {
    return new JobSample(
        "simulator",
        10,
        1,
        "mapreduce",
        "facebook",
        "A",
        1,
        "trident@disks",
        "trident-delay",
        1,
        10,
        100,
        maps,
        Map.of("memory-local", prefetched - wasted, "memory-rack", 1),
        prefetched,
        wasted,
        delaySeconds,
        0,
        0,
        0,
        null);
  }

  /** A line of the test bed's, of several jobs of bin A. */
  static JobSample several(SeveralJobs jobs, String prefetcher, double seconds, int fromMemory) {
    return JobSample.of(
        new PolicyRun(
            "testbed",
            160,
            8,
            2,
            Map.of(),
            "mapreduce",
            "swim",
            "A",
            1,
            "trident-one-tier",
            prefetcher,
            1,
            seconds,
            10 * seconds,
            10,
            Map.of("memory-local", fromMemory, "disk-local", 10 - fromMemory),
            fromMemory,
            0,
            null,
            null,
            null,
            null,
            null,
            jobs));
  }
}
