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
package io.trident.core.report;

import io.trident.core.model.StorageTier;
import io.trident.core.placement.TaskRead;
import java.util.Locale;

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
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the source of a read. */
  public static ReadSource of(TaskRead read) {
    return switch (read.locality()) {
      case PROCESS_LOCAL -> PROCESS;
      case NODE_LOCAL -> read.tier() == null ? UNKNOWN : ofLocal(read.tier());
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
