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
package io.trident.core.layout.slice;

/**
 * A request for a slice of an extent. Clients ask again until they have it.
 *
 * @param owner the user who asks; users share memory and readers
 * @param extent identifies the extent, and how it is sliced
 * @param bytes what slices of the whole extent may take at most
 * @param slice which one
 * @param together how many requests for the extent come at about the same time, at least 1: no more
 *     than tasks run at a time
 */
public record SliceAsk<E>(String owner, E extent, long bytes, Slice slice, int together) {
  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if one is exceeded
   */
  public SliceAsk {
    if (bytes < 0 || together < 1) {
      throw new IllegalArgumentException(
          "A request for %d bytes of %d is not possible; give 0 and 1 at least."
              .formatted(bytes, together));
    }
  }
}
