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

import io.trident.benchmarks.results.Prediction;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What a run of a workload on a test bed took, by whatever engine.
 *
 * @param seconds sum of the times of all jobs, from submission to end
 * @param taskSeconds sum of the durations of all attempts
 * @param cpuSeconds sum of their processor time
 * @param maps tasks that read input
 * @param locality how many of them read from where, by label
 * @param prefetched blocks that were to be cached, each on one node
 * @param wasted how many of them no map read from memory
 * @param schedulerMs time of Trident's decisions in milliseconds; empty if not measured
 * @param predictions of the jobs, in order, as far as any were made
 */
record WorkloadRun(
    double seconds,
    double taskSeconds,
    double cpuSeconds,
    int maps,
    Map<String, Integer> locality,
    int prefetched,
    int wasted,
    OptionalDouble schedulerMs,
    List<Prediction> predictions) {
  WorkloadRun {
    locality = Map.copyOf(locality);
    predictions = List.copyOf(predictions);
  }
}
