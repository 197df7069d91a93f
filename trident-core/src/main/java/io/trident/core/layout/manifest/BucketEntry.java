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
package io.trident.core.layout.manifest;

import java.util.Optional;

/**
 * A bucket of an extent.
 *
 * @param offset its first byte in the extent
 * @param length in bytes; 0 if and only if it has no rows
 * @param crc the CRC32C of its bytes
 * @param rows how many rows it has
 * @param keys bounds of their keys in the extent's own dimension; absent without rows
 * @param sum identifies the rows, in whichever dimension they are read
 */
public record BucketEntry(
    long offset, long length, int crc, long rows, Optional<KeyRange> keys, RecordSum sum) {
  /**
   * Checks that the numbers fit together.
   *
   * @throws IllegalArgumentException if one is negative, or an empty bucket has something
   */
  public BucketEntry {
    if (offset < 0 || length < 0 || rows < 0) {
      throw new IllegalArgumentException(
          "A bucket has offset %d, length %d and %d rows; none may be negative."
              .formatted(offset, length, rows));
    }
    if ((rows == 0) != (length == 0) || (rows == 0) == keys.isPresent()) {
      throw new IllegalArgumentException(
          "A bucket has %d rows, %d bytes and the keys %s; it needs all of them, or none."
              .formatted(rows, length, keys));
    }
  }
}
