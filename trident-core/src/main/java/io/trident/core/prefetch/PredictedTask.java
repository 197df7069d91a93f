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
package io.trident.core.prefetch;

import java.util.Objects;

/**
 * When a task is expected to run, in seconds from the decision, and how much it reads from memory.
 *
 * @param task name of the task
 * @param startSeconds its start
 * @param endSeconds its end
 * @param memoryBytes how much of its input is in memory when it starts
 * @param bytes its input
 */
public record PredictedTask(
    String task, double startSeconds, double endSeconds, long memoryBytes, long bytes) {
  public PredictedTask {
    Objects.requireNonNull(task, "task");
  }
}
