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

/**
 * A file of a super-extent as it was written.
 *
 * @param identity its block
 * @param length in bytes; not negative
 * @param crc the CRC32C of its bytes
 */
public record StoredObject(BlockIdentity identity, long length, int crc) {
  /**
   * Checks the length.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public StoredObject {
    if (length < 0) {
      throw new IllegalArgumentException("A file cannot have %d bytes.".formatted(length));
    }
  }
}
