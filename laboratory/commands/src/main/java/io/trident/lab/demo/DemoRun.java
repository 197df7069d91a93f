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
package io.trident.lab.demo;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One job under one scheduler.
 *
 * @param scheduler name of the scheduler: {@code "stock"}, {@code "trident"} or of another policy
 * @param job name of the job, such as {@code "wordcount"}
 * @param seconds wall-clock time from submission to completion
 * @param tasks the tasks that read the input, in order
 * @param cost total cost of the tasks on the nodes they ran on
 * @param optimalCost lowest total cost of the same tasks on the same containers, with a certificate
 */
public record DemoRun(
    String scheduler,
    String job,
    double seconds,
    List<DemoRead> tasks,
    double cost,
    double optimalCost) {
  public DemoRun {
    tasks = List.copyOf(tasks);
  }

  /** Returns how many tasks read from each source; every source is a key. */
  public Map<Source, Integer> counts() {
    Map<Source, Integer> counts = new EnumMap<>(Source.class);
    for (Source source : Source.values()) {
      counts.put(source, 0);
    }
    for (DemoRead task : tasks) {
      counts.merge(task.source(), 1, Integer::sum);
    }
    return counts;
  }

  int count(Source source) {
    return (int) tasks.stream().filter(task -> task.source() == source).count();
  }

  /** Returns the share of tasks that read from a source, 0 to 1. */
  double share(Source source) {
    return tasks.isEmpty() ? 0 : (double) count(source) / tasks.size();
  }
}
