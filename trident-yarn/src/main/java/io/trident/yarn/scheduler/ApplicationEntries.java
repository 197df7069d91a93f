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
package io.trident.yarn.scheduler;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * How many entries of preference maps are kept for an application, by priority: whoever asks at
 * thousands of them may not have more kept than at one.
 *
 * <p>Counts are those of when the application last asked; containers that are placed make them
 * less. All operations are O(1). Thread-safe.
 */
final class ApplicationEntries {
  private final Map<SchedulerRequestKey, Integer> byKey = new HashMap<>();
  private @Nullable ApplicationAttemptId attempt;
  private int total;

  /** Returns how many entries are kept for an attempt at other priorities than this one. */
  synchronized int beside(ApplicationAttemptId asking, SchedulerRequestKey key) {
    return asking.equals(attempt) ? total - byKey.getOrDefault(key, 0) : 0;
  }

  /** Notes how many entries are kept for an attempt at a priority; those of others have ended. */
  synchronized void keep(ApplicationAttemptId asking, SchedulerRequestKey key, int entries) {
    if (!asking.equals(attempt)) {
      attempt = asking;
      byKey.clear();
      total = 0;
    }
    Integer before = entries == 0 ? byKey.remove(key) : byKey.put(key, entries);
    total += entries - (before == null ? 0 : before);
  }
}
