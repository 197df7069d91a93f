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

import java.util.Objects;

/**
 * What became of a block that a plan had cached. Times are in seconds from the request.
 *
 * @param block id of the block
 * @param predictedSeconds when it was expected to be in memory
 * @param cachedSeconds when it was seen there; infinite if never
 * @param readSeconds when the last task started that found it there; negatively infinite if there
 *     was none
 */
public record BlockOutcome(
    String block, double predictedSeconds, double cachedSeconds, double readSeconds) {
  public BlockOutcome {
    Objects.requireNonNull(block, "block");
  }

  /** Returns whether some task found it in memory. */
  public boolean isInTime() {
    return cachedSeconds <= readSeconds;
  }

  /** Returns whether it was cached at all. */
  public boolean isCached() {
    return cachedSeconds < Double.POSITIVE_INFINITY;
  }
}
