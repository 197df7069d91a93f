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
package io.trident.lab.demo;

import io.trident.core.model.Medium;
import io.trident.core.model.StorageTier;

/** Where a map task read its block from, best first. */
public enum Source {
  /** Memory (cache, RAM disk or tmpfs) of the task's own node. */
  MEMORY("memory", "#0f9d8a"),
  /** SSD of the task's own node. */
  SSD("ssd", "#3b82f6"),
  /** Disk of the task's own node. */
  DISK("disk", "#f0a030"),
  /** Another node of the task's rack, whatever the medium. */
  RACK("rack", "#9a7fd1"),
  /** A node of another rack, whatever the medium. */
  REMOTE("remote", "#e05d6f");

  private final String label;
  private final String colour;

  Source(String label, String colour) {
    this.label = label;
    this.colour = colour;
  }

  /** Returns the name used in tables and JSON. */
  public String label() {
    return label;
  }

  /** Returns the colour of the report, as CSS. */
  String colour() {
    return colour;
  }

  /** Returns the source of a read served by the task's own node from a tier. */
  static Source local(StorageTier tier) {
    return switch (Medium.of(tier)) {
      case MEMORY -> MEMORY;
      case SSD -> SSD;
      case DISK -> DISK;
    };
  }
}
