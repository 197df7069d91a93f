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

import io.trident.core.model.StorageTier;
import java.util.Map;

/**
 * A task as it ran, by its host's account. Anything can be observed; {@link #isUsable} returns
 * whether to learn from it.
 *
 * @param startSeconds when it was started, in seconds from the submission of its job
 * @param endSeconds when it ended
 * @param cpuSeconds processor time that it used, in seconds; NaN if not known. Only reported: it
 *     leaves out what a task waits for beside its input
 * @param bytes how much it read, by the tier of the medium; what it read from other nodes included
 */
public record TaskRun(
    double startSeconds, double endSeconds, double cpuSeconds, Map<StorageTier, Long> bytes) {
  public TaskRun {
    bytes = Map.copyOf(bytes);
  }

  /** Returns how long it ran, in seconds. */
  public double seconds() {
    return endSeconds - startSeconds;
  }

  /** Returns how much it read. */
  public long inputBytes() {
    return bytes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns how much it read from one tier. */
  public long bytesFrom(StorageTier tier) {
    return bytes.getOrDefault(tier, 0L);
  }

  /** Returns whether times and lengths are such as can be. */
  public boolean isUsable() {
    return startSeconds >= 0
        && seconds() >= 0
        && Double.isFinite(endSeconds)
        && bytes.values().stream().allMatch(length -> length >= 0);
  }
}
