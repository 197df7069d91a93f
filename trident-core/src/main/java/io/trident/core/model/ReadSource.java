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
import org.jspecify.annotations.Nullable;

/** Where a task read most of its input from, best first. */
public enum ReadSource {
  /** The memory of its own executor: a cached partition. */
  PROCESS,
  /** Memory (cache or RAM disk) of its own node. */
  MEMORY,
  /** NVDIMM, or a tmpfs volume tagged so, of its own node. */
  NVDIMM,
  /** SSD of its own node. */
  SSD,
  /** Disk of its own node. */
  DISK,
  /** Archive volume of its own node. */
  ARCHIVE,
  /** Provided storage, mounted by its own node. */
  PROVIDED,
  /** Another node of its rack, whatever the medium. */
  RACK,
  /** A node of another rack, whatever the medium. */
  REMOTE,
  /** Not known: no replica is known, or the task was scheduled without tiers. */
  UNKNOWN;

  /** Returns the name used in tables, metrics and JSON: lower case. */
  public String label() {
    return EnumNames.dashed(this);
  }

  /**
   * Returns the source of a read.
   *
   * @param tier the tier that serves most of its bytes; null if not known
   */
  public static ReadSource of(Locality locality, @Nullable StorageTier tier) {
    return switch (locality) {
      case PROCESS_LOCAL -> PROCESS;
      case NODE_LOCAL -> tier == null ? UNKNOWN : ofLocal(tier);
      case RACK_LOCAL -> RACK;
      case OFF_RACK -> REMOTE;
      case NO_PREFERENCE -> UNKNOWN;
    };
  }

  private static ReadSource ofLocal(StorageTier tier) {
    return switch (tier) {
      case MEMORY -> MEMORY;
      case NVDIMM -> NVDIMM;
      case SSD -> SSD;
      case DISK -> DISK;
      case ARCHIVE -> ARCHIVE;
      case PROVIDED -> PROVIDED;
    };
  }
}
