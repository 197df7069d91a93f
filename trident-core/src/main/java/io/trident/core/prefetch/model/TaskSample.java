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
package io.trident.core.prefetch.model;

/**
 * What was observed of a task. Observations can be anything; {@link #isUsable} returns whether to
 * learn from one.
 *
 * @param bytes how much input it had
 * @param cpuSeconds how long it took beside reading, in seconds, on a node of speed 1
 */
public record TaskSample(long bytes, double cpuSeconds) {
  /** Returns whether both are not negative and the time is finite. */
  public boolean isUsable() {
    return bytes >= 0 && cpuSeconds >= 0 && Double.isFinite(cpuSeconds);
  }
}
