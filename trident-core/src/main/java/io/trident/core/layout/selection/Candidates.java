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
package io.trident.core.layout.selection;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.manifest.Manifest;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What may be read of a super-extent.
 *
 * @param manifest of the super-extent
 * @param selections one for each dimension, in the order in which they are wanted
 */
public record Candidates(Manifest manifest, List<Selection> selections) {
  public Candidates {
    selections = List.copyOf(selections);
  }

  /**
   * Returns the first selection whose extents are all as the manifest has them. One with extents
   * that have no replica is returned only if each has such.
   *
   * @param isIntact whether an extent's file is what was written
   * @param hasReplica whether an extent's blocks have a replica; asked of intact ones only
   * @return nothing if no dimension can be read
   */
  public Optional<Selection> first(
      Predicate<DataExtent> isIntact, Predicate<DataExtent> hasReplica) {
    Optional<Selection> fallback = Optional.empty();
    for (Selection selection : selections) {
      if (selection.extents().stream().allMatch(isIntact)) {
        if (selection.extents().stream().allMatch(hasReplica)) {
          return Optional.of(selection);
        }
        fallback = fallback.isPresent() ? fallback : Optional.of(selection);
      }
    }
    return fallback;
  }
}
