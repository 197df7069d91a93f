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
import java.util.List;

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

  /** Returns the bytes read by all rebuilds. */
  public long bytes() {
    return rebuilds.stream().mapToLong(Rebuild::bytes).sum();
  }
}
