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
package io.trident.core.prefetch.feedback;

import java.util.List;
import java.util.Objects;

/**
 * A job (or a Spark stage) as it ran, by its host's account. All times are in seconds from the
 * decision what to prefetch, by one clock or clocks that agree.
 *
 * @param jobClass class of the job, whose members take alike
 * @param delaySeconds how long the job was held back
 * @param schedulableSeconds when its first task could have been scheduled; NaN if not known
 * @param launchSeconds from the start of a task until it begins to read: where tasks are processes
 *     of their own, what these take to start
 * @param tasks the tasks that succeeded
 * @param caching the blocks that were cached for it
 */
public record JobRun(
    String jobClass,
    double delaySeconds,
    double schedulableSeconds,
    double launchSeconds,
    List<TaskRun> tasks,
    List<CacheRun> caching) {
  public JobRun {
    Objects.requireNonNull(jobClass, "jobClass");
    tasks = tasks.stream().filter(TaskRun::isUsable).toList();
    caching = caching.stream().filter(CacheRun::isUsable).toList();
  }

  /** Returns the tasks, each from when it began to read, or ended if it was shorter. */
  public List<TaskRun> launchedTasks() {
    return tasks.stream()
        .map(
            task ->
                new TaskRun(
                    Math.min(task.startSeconds() + launchSeconds, task.endSeconds()),
                    task.endSeconds(),
                    task.cpuSeconds(),
                    task.bytes()))
        .toList();
  }

  /** Returns when its last task ended: what the model predicts as job time; 0 without tasks. */
  public double jobSeconds() {
    return tasks.stream().mapToDouble(TaskRun::endSeconds).max().orElse(0);
  }
}
