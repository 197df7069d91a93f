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
package io.trident.core.workflow;

import java.util.List;
import java.util.Locale;

/**
 * Which blocks of an output are kept in memory, and where.
 *
 * @param kept the blocks to keep, most useful first
 * @param inMemory how many others are in memory, or on a tier as fast, anyway
 * @param withoutRoom how many others had no room in the cache of any node that holds them
 * @param savedSeconds reading time that one reader of the kept blocks is expected to save, summed
 *     over its tasks
 */
public record KeepPlan(List<Kept> kept, int inMemory, int withoutRoom, double savedSeconds) {
  public KeepPlan {
    kept = List.copyOf(kept);
  }

  /** Returns the bytes that are kept. */
  public long bytes() {
    return kept.stream().mapToLong(Kept::bytes).sum();
  }

  /** Returns the plan in one sentence. */
  public String summary() {
    return String.format(
        Locale.ROOT,
        "%d of %d blocks (%.1f MB) are kept in memory, %d are there anyway, %d find no room;"
            + " a job that reads them saves %.1f s of reading",
        kept.size(),
        kept.size() + inMemory + withoutRoom,
        bytes() / 1e6,
        inMemory,
        withoutRoom,
        savedSeconds);
  }

  /**
   * A block that is kept.
   *
   * @param block its name
   * @param node the node that caches it, which holds a replica
   * @param bytes its length
   */
  public record Kept(String block, String node, long bytes) {}
}
