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
 * A node that runs tasks, caches blocks, or both.
 *
 * @param name host name
 * @param slots how many of the job's tasks can run on it at once; not negative
 * @param cpuSpeed how fast it processes, relative to the node that the cpu-time model is of;
 *     positive and finite
 * @param memoryBytesPerSecond how fast a task reads a block from memory; positive, may be infinite
 * @param cacheFree how many bytes of blocks it can still cache; not negative. {@link
 *     Long#MAX_VALUE} if without limit
 */
public record PrefetchNode(
    String name, int slots, double cpuSpeed, double memoryBytesPerSecond, long cacheFree) {
  public PrefetchNode {
    Objects.requireNonNull(name, "name");
    if (slots < 0) {
      throw new IllegalArgumentException(
          "Node %s has %d slots; give a number that is not negative.".formatted(name, slots));
    }
    if (!(cpuSpeed > 0) || Double.isInfinite(cpuSpeed)) {
      throw new IllegalArgumentException(
          "Node %s has a cpu of speed %s; give a positive, finite one.".formatted(name, cpuSpeed));
    }
    if (!(memoryBytesPerSecond > 0)) {
      throw new IllegalArgumentException(
          "Node %s reads %s bytes per second from memory; give a positive rate."
              .formatted(name, memoryBytesPerSecond));
    }
    if (cacheFree < 0) {
      throw new IllegalArgumentException(
          "Node %s can cache %d bytes; give a number that is not negative."
              .formatted(name, cacheFree));
    }
  }
}
