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
package io.trident.layout.worker;

import io.trident.core.guard.FailureBreaker;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The owners of tables whose rebuilds end one worker after the other, as their format or their rows
 * do: each is paused by a {@link FailureBreaker} of his own. Not thread-safe; of too many, he who
 * was asked for longest ago is forgotten.
 */
final class OwnerPauses {
  /** Who tables are owned by, of those that fail on one node. */
  static final int MOST = 1_000;

  private final Map<String, FailureBreaker> breakers = new LinkedHashMap<>(16, 0.75f, true);

  /** Notes that a rebuild for an owner has ended its worker. O(1). */
  void failed(String owner, long nanos) {
    breakers.computeIfAbsent(owner, any -> new FailureBreaker()).failed(nanos);
    if (breakers.size() > MOST) {
      breakers.remove(breakers.keySet().iterator().next());
    }
  }

  /** Returns whether no worker is used for an owner now. O(1). */
  boolean isPaused(String owner, long nanos) {
    @Nullable FailureBreaker breaker = breakers.get(owner);
    return breaker != null && breaker.isOpen(nanos);
  }
}
