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
 * A copy of a block in memory, there or on its way, by whomever it was requested.
 *
 * @param node host name of the node that caches the block
 * @param readySeconds when it can be read, in seconds from now; 0 if it can already; infinite if
 *     that is not known
 */
public record CachedCopy(String node, double readySeconds) {
  public CachedCopy {
    Objects.requireNonNull(node, "node");
    if (!(readySeconds >= 0)) {
      throw new IllegalArgumentException(
          "The cached copy on %s is ready in %s s; give a time that is not negative."
              .formatted(node, readySeconds));
    }
  }
}
