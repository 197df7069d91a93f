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
package io.trident.core.model;

import io.trident.core.text.EnumNames;
import java.util.Locale;
import java.util.Optional;

/**
 * A class of storage medium, ordered from fastest to slowest.
 *
 * <p>The order follows the bandwidths of the Trident paper (section 2.1: memory 3200, SSD 400, HDD
 * 160 MB/s). {@link #MEMORY} stands for every copy that a read serves from RAM: a cached replica, a
 * {@code RAM_DISK} volume, or an {@code NVDIMM} volume when that is backed by tmpfs.
 */
public enum StorageTier {
  MEMORY,
  NVDIMM,
  SSD,
  DISK,
  ARCHIVE,
  PROVIDED;

  /** Returns whether reads of the tier are served from memory, so that nothing caches from it. */
  public boolean isInMemory() {
    return this == MEMORY || this == NVDIMM;
  }

  /** Returns the name used in configuration keys, reports and JSON: lower case. */
  public String label() {
    return EnumNames.dashed(this);
  }

  /**
   * Returns the tier of an HDFS storage type name such as {@code "RAM_DISK"}, {@code "SSD"} or
   * {@code "DISK"}, in any case; empty if the name is unknown.
   */
  public static Optional<StorageTier> ofStorageType(String storageType) {
    return switch (storageType.toUpperCase(Locale.ROOT)) {
      case "RAM_DISK", "MEMORY" -> Optional.of(MEMORY);
      case "NVDIMM" -> Optional.of(NVDIMM);
      case "SSD" -> Optional.of(SSD);
      case "DISK" -> Optional.of(DISK);
      case "ARCHIVE" -> Optional.of(ARCHIVE);
      case "PROVIDED" -> Optional.of(PROVIDED);
      default -> Optional.empty();
    };
  }
}
