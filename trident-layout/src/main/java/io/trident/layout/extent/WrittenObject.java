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

import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.StoredObject;

/**
 * The bytes of an extent or parity as they were written.
 *
 * @param length in bytes
 * @param crc their CRC32C
 */
public record WrittenObject(long length, int crc) {
  /** Returns the manifest's entry, once the host knows the block. */
  public StoredObject at(BlockIdentity identity) {
    return new StoredObject(identity, length, crc);
  }
}
