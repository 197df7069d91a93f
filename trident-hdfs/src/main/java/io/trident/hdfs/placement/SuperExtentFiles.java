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
package io.trident.hdfs.placement;

import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.parity.ParityGroups;
import java.util.Map;
import java.util.OptionalLong;

/** Which inodes the files of a super-extent have. Immutable; 8 bytes for each file. */
public final class SuperExtentFiles {
  private final ParityGroups groups;
  private final long[] inodes;

  private SuperExtentFiles(ParityGroups groups, long[] inodes) {
    this.groups = groups;
    this.inodes = inodes;
  }

  /**
   * Returns the files that a manifest has. O(files).
   *
   * @param files of all extents and parities
   */
  public static SuperExtentFiles of(ParityGroups groups, Map<Extent, StoredObject> files) {
    long[] inodes = new long[files.size()];
    files.forEach((extent, stored) -> inodes[groups.number(extent)] = stored.identity().inode());
    return new SuperExtentFiles(groups, inodes);
  }

  /** Returns how its extents are grouped. */
  public ParityGroups groups() {
    return groups;
  }

  /** Returns all inodes, in no order that matters. O(files). */
  public long[] inodes() {
    return inodes.clone();
  }

  /** Returns the inode of an extent or parity; nothing if the super-extent has none such. O(1). */
  OptionalLong inode(Extent extent) {
    int number = groups.number(extent);
    return groups.has(extent) && number < inodes.length
        ? OptionalLong.of(inodes[number])
        : OptionalLong.empty();
  }
}
