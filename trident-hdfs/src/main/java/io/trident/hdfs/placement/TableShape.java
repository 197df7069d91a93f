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
package io.trident.hdfs.placement;

import io.trident.core.layout.parity.ParityGroups;
import java.util.Map;

/**
 * How the extents of a table are grouped.
 *
 * @param usual the parity groups of most super-extents
 * @param others those of super-extents of another size, by number
 */
public record TableShape(ParityGroups usual, Map<Long, ParityGroups> others) {
  /** Copies the map. */
  public TableShape {
    others = Map.copyOf(others);
  }

  /** Returns the parity groups of a super-extent. */
  ParityGroups groups(long superExtent) {
    return others.getOrDefault(superExtent, usual);
  }
}
