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
package io.trident.core.layout.publication;

import java.util.OptionalLong;

/**
 * Which inodes are where, while what was built takes the place of a table by two renames: the
 * former table to another path, where it is kept, and what was built to its path.
 *
 * @param built the inode id of what was built
 * @param replaced that of the former table
 * @param atBuild that of what is at the path of what was built
 * @param atTable that of what is at the path of the table
 * @param atKept that of what is at the path where the former table is kept
 */
public record PublicationState(
    long built, long replaced, OptionalLong atBuild, OptionalLong atTable, OptionalLong atKept) {
  /**
   * Decides what is next, from inodes and not from what was done: in between a NameNode may have
   * died, and users may have changed the paths. Nothing is ever overwritten, and nothing of others
   * is renamed. O(1).
   */
  public PublicationStep next() {
    if (isAt(atTable, built)) {
      return PublicationStep.DONE;
    }
    if (!isAt(atBuild, built)) {
      return PublicationStep.IMPOSSIBLE;
    }
    if (atTable.isEmpty()) {
      return PublicationStep.PUBLISH;
    }
    return isAt(atTable, replaced) && atKept.isEmpty()
        ? PublicationStep.KEEP
        : PublicationStep.IMPOSSIBLE;
  }

  private static boolean isAt(OptionalLong found, long inode) {
    return found.isPresent() && found.getAsLong() == inode;
  }
}
