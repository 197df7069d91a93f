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
package io.trident.layout.extent;

import java.nio.file.Path;

/**
 * What a sort may use.
 *
 * @param directory where sorted runs are kept, in files that are deleted after use
 * @param memoryBytes how much of rows is kept in memory, about; a row that is larger is, too
 */
public record SortSpace(Path directory, long memoryBytes) {
  /**
   * Checks the size.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public SortSpace {
    if (memoryBytes <= 0) {
      throw new IllegalArgumentException(
          "A sort with %d bytes of memory is not possible; give more.".formatted(memoryBytes));
    }
  }
}
