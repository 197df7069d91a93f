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
package io.trident.lab.demo.prefetch;

/** Where a map found its block when it began to read, best first. */
enum CopySource {
  /** The block cache of the map's own node. */
  MEMORY("memory", "#0f9d8a"),
  /** The block cache of another node. */
  REMOTE_MEMORY("remote memory", "#7cc9bd"),
  /** A disk of the map's own node. */
  DISK("disk", "#f0a030"),
  /** A disk of another node. */
  REMOTE_DISK("remote disk", "#e05d6f");

  private final String label;
  private final String colour;

  CopySource(String label, String colour) {
    this.label = label;
    this.colour = colour;
  }

  static CopySource of(boolean ownNode, boolean cached) {
    if (cached) {
      return ownNode ? MEMORY : REMOTE_MEMORY;
    }
    return ownNode ? DISK : REMOTE_DISK;
  }

  /** Returns the name used in tables and JSON. */
  String label() {
    return label;
  }

  /** Returns the colour of the report, as CSS. */
  String colour() {
    return colour;
  }

  boolean isMemory() {
    return this == MEMORY || this == REMOTE_MEMORY;
  }
}
