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

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that a demo found out.
 *
 * @param engine what ran the jobs: {@code "mapreduce"} or {@code "spark"}
 * @param schedulers the schedulers that were compared, stock first, Trident last
 * @param jobs the jobs, in the order in which they are reported
 * @param racks node -> rack, nodes in order
 * @param replicas job -> node -> source -> replicas of the job's input on the node's own media
 * @param inMemory job -> blocks of its input with a replica in some node's memory
 * @param runs the runs, one per job and scheduler
 * @param seconds duration of the whole demo
 */
public record DemoResult(
    String engine,
    List<String> schedulers,
    List<String> jobs,
    DemoOptions options,
    Map<String, String> racks,
    Map<String, Map<String, Map<Source, Long>>> replicas,
    Map<String, Long> inMemory,
    List<DemoRun> runs,
    double seconds) {

  public DemoResult {
    schedulers = List.copyOf(schedulers);
    jobs = List.copyOf(jobs);
    runs = List.copyOf(runs);
  }

  /** Returns the run of a job under a scheduler. */
  Optional<DemoRun> run(String scheduler, String job) {
    return runs.stream()
        .filter(run -> run.scheduler().equals(scheduler) && run.job().equals(job))
        .findFirst();
  }

  /** Returns how many map tasks of a scheduler's runs read from a source. */
  int total(String scheduler, Source source) {
    return runs.stream()
        .filter(run -> run.scheduler().equals(scheduler))
        .mapToInt(run -> run.count(source))
        .sum();
  }

  /** Returns how many map tasks a scheduler ran. */
  int total(String scheduler) {
    return runs.stream()
        .filter(run -> run.scheduler().equals(scheduler))
        .mapToInt(run -> run.tasks().size())
        .sum();
  }

  /** Returns the total cost of a scheduler's runs. */
  double totalCost(String scheduler) {
    return runs.stream()
        .filter(run -> run.scheduler().equals(scheduler))
        .mapToDouble(DemoRun::cost)
        .sum();
  }
}
