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
 * What slice of an extent is wanted.
 *
 * @param spec the text of the table's {@code _trident/spec.json}, which has the format
 * @param dimension the number of the dimension by whose keys the extent is sliced
 * @param together how many requests for the extent come at about the same time, at least 1
 */
public record SliceRequest(String spec, int dimension, Slice slice, int together) {
  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public SliceRequest {
    if (dimension < 0 || together < 1) {
      throw new IllegalArgumentException(
          "Dimension %d and %d requests together are not possible; give 0 and 1 at least."
              .formatted(dimension, together));
    }
  }
}
