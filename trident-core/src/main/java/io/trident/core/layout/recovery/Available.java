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
import io.trident.core.layout.Geometry;
import java.util.HashMap;
import java.util.Map;

/** Which extents can be read, and from which round on. */
final class Available {
  private static final int NEVER = -1;

  /** The round from which on an extent can be read, or never; survivors are absent. */
  private final Map<Extent, Integer> damaged;

  private final Geometry geometry;

  Available(Geometry geometry, Damage damage) {
    this(geometry, new HashMap<>());
    damage.extents().forEach(extent -> damaged.put(extent, NEVER));
    damage.parities().forEach(extent -> damaged.put(extent, NEVER));
  }

  private Available(Geometry geometry, Map<Extent, Integer> damaged) {
    this.geometry = geometry;
    this.damaged = damaged;
  }

  Available copy() {
    return new Available(geometry, new HashMap<>(damaged));
  }

  /** Counts a rebuilt extent as available from the round after. */
  void add(Rebuild rebuild) {
    damaged.put(rebuild.target(), rebuild.round() + 1);
  }

  boolean survived(Extent extent) {
    return !damaged.containsKey(extent);
  }

  boolean has(Extent extent) {
    return readyAfter(extent) != NEVER;
  }

  /** Returns the first round in which the extent can be read. */
  int readyAfter(Extent extent) {
    return damaged.getOrDefault(extent, 0);
  }
}
