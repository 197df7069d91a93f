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
package io.trident.hdfs.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which super-extent a file belongs to, by its inode id. Immutable; 12 bytes for each file. It
 * names files only, so that it can be asked with any of the NameNode's locks held.
 */
final class ExtentIndex {
  static final ExtentIndex EMPTY = of(Map.of());

  private final long[] inodes;
  private final int[] owners;
  private final List<SuperExtentId> superExtents;

  private ExtentIndex(long[] inodes, int[] owners, List<SuperExtentId> superExtents) {
    this.inodes = inodes;
    this.owners = owners;
    this.superExtents = superExtents;
  }

  /** Builds the index of the files of super-extents. O(n log n) for n files. */
  static ExtentIndex of(Map<SuperExtentId, long[]> files) {
    List<SuperExtentId> superExtents = new ArrayList<>();
    long[] inodes = files.values().stream().flatMapToLong(Arrays::stream).sorted().toArray();
    int[] owners = new int[inodes.length];
    files.forEach(
        (superExtent, own) -> {
          for (long inode : own) {
            owners[Arrays.binarySearch(inodes, inode)] = superExtents.size();
          }
          superExtents.add(superExtent);
        });
    return new ExtentIndex(inodes, owners, superExtents);
  }

  /** Returns whether a file is an extent or parity. O(log n). */
  boolean has(long inode) {
    return Arrays.binarySearch(inodes, inode) >= 0;
  }

  /** Returns the super-extent of a file. O(log n). */
  Optional<SuperExtentId> ownerOf(long inode) {
    int at = Arrays.binarySearch(inodes, inode);
    return at < 0 ? Optional.empty() : Optional.of(superExtents.get(owners[at]));
  }

  /** Returns the number of files. */
  int size() {
    return inodes.length;
  }
}
