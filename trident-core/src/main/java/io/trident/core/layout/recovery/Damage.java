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

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is lost of a super-extent.
 *
 * @param extents extents of rows
 * @param parities parity extents of which no copy is left; one with a copy is copied by its storage
 */
public record Damage(Set<DataExtent> extents, Set<ParityExtent> parities) {
  /** Copies the sets. */
  public Damage {
    extents = Set.copyOf(extents);
    parities = Set.copyOf(parities);
  }

  /** Sorts what is lost by its kind. */
  public static Damage of(Set<? extends Extent> lost) {
    return new Damage(having(lost, DataExtent.class), having(lost, ParityExtent.class));
  }

  private static <E extends Extent> Set<E> having(Set<? extends Extent> lost, Class<E> kind) {
    return lost.stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .collect(Collectors.toUnmodifiableSet());
  }
}
