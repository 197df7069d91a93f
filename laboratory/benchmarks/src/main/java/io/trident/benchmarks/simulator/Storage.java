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
package io.trident.benchmarks.simulator;

import io.trident.core.text.EnumNames;

/** Where a file system puts the three replicas of a block. */
public enum Storage {
  /**
   * One in memory, one on SSD, one on a disk; the least recently used leave memory when it is full.
   */
  TIERED,
  /** All on disks. */
  DISKS;

  /** Returns the name used in reports and options: lower case. */
  public String label() {
    return EnumNames.dashed(this);
  }
}
