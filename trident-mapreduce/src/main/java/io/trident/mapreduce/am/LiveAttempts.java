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
package io.trident.mapreduce.am;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskId;

/**
 * Which nodes run attempts of a task, so that another attempt of it runs elsewhere.
 *
 * <p>A speculative attempt is made because the first one is slow; on the same node, which has the
 * task's best replica, it would as likely be. An attempt that has refused containers {@value
 * #MOST_REFUSALS} times takes what it gets: there may be no other node with room. Not thread-safe.
 */
final class LiveAttempts {
  static final int MOST_REFUSALS = 10;

  private final Map<TaskId, Map<TaskAttemptId, String>> nodes = new HashMap<>();
  private final Map<TaskAttemptId, Integer> refusals = new HashMap<>();
  private final Predicate<TaskId> severalAttempts;

  /**
   * @param severalAttempts whether the job has more than one attempt of a task
   */
  LiveAttempts(Predicate<TaskId> severalAttempts) {
    this.severalAttempts = severalAttempts;
  }

  /** An attempt has a container on a node. */
  void started(TaskAttemptId attempt, String node) {
    nodes.computeIfAbsent(attempt.getTaskId(), any -> new HashMap<>(2)).put(attempt, node);
    refusals.remove(attempt);
  }

  /** An attempt has no container any more; nothing if it had none. */
  void ended(TaskAttemptId attempt) {
    nodes.computeIfPresent(
        attempt.getTaskId(),
        (task, attempts) -> {
          attempts.remove(attempt);
          return attempts.isEmpty() ? null : attempts;
        });
  }

  /** Containers were given back because a waiting attempt is not to run on their nodes. */
  void refused(TaskAttemptId attempt) {
    refusals.merge(attempt, 1, Integer::sum);
  }

  /** Whether an attempt may have others of its task beside it. */
  boolean hasOthers(TaskAttemptId attempt) {
    return severalAttempts.test(attempt.getTaskId());
  }

  /** Returns the nodes that a waiting attempt is to avoid. */
  Set<String> avoidedBy(TaskAttemptId attempt) {
    Map<TaskAttemptId, String> live = nodes.getOrDefault(attempt.getTaskId(), Map.of());
    if (live.isEmpty()
        || refusals.getOrDefault(attempt, 0) >= MOST_REFUSALS
        || !hasOthers(attempt)) {
      return Set.of();
    }
    return live.entrySet().stream()
        .filter(other -> !other.getKey().equals(attempt))
        .map(Map.Entry::getValue)
        .collect(Collectors.toUnmodifiableSet());
  }
}
