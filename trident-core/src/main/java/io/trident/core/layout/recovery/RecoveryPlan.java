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
package io.trident.core.layout.recovery;

import io.trident.core.layout.Extent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How what is lost is rebuilt.
 *
 * @param rebuilds in an order that works: a read is of an extent that survives, or is rebuilt
 *     before
 * @param unrecoverable what cannot be rebuilt, or cannot be proven to be by what is known of the
 *     content; data extents first, in order
 */
public record RecoveryPlan(List<Rebuild> rebuilds, List<Extent> unrecoverable) {
  /** Copies the lists. */
  public RecoveryPlan {
    rebuilds = List.copyOf(rebuilds);
    unrecoverable = List.copyOf(unrecoverable);
  }

  /**
   * Returns the rebuilds that one extent needs, its own last: for a reader that waits for it. Empty
   * if it is not lost, or unrecoverable.
   */
  public List<Rebuild> neededFor(Extent target) {
    Set<Extent> needed = new HashSet<>(Set.of(target));
    List<Rebuild> found = new ArrayList<>();
    for (int i = rebuilds.size() - 1; i >= 0; i--) {
      Rebuild rebuild = rebuilds.get(i);
      if (needed.contains(rebuild.target())) {
        rebuild.reads().forEach(read -> needed.add(read.from()));
        found.add(rebuild);
      }
    }
    Collections.reverse(found);
    return found;
  }

  /** Returns the bytes read by all rebuilds. */
  public long bytes() {
    return rebuilds.stream().mapToLong(Rebuild::bytes).sum();
  }
}
