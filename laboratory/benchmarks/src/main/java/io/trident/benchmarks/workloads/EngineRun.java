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
package io.trident.benchmarks.workloads;

import java.util.List;

/**
 * What a run of an application took.
 *
 * @param seconds from the submission of its first job until its result was there
 * @param taskSeconds sum of the durations of all attempts of tasks, those that failed included
 * @param cpuSeconds sum of their processor time
 * @param inputTasks the tasks whose partitions are parts of the input, in the order in which they
 *     ended
 */
public record EngineRun(
    double seconds, double taskSeconds, double cpuSeconds, List<InputTask> inputTasks) {
  public EngineRun {
    inputTasks = List.copyOf(inputTasks);
  }
}
