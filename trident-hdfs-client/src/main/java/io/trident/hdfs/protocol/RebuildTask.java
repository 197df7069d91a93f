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
package io.trident.hdfs.protocol;

import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.StoredObject;
import java.util.Set;

/**
 * A block to be written again, as it was. From what it is rebuilt follows from the manifest and
 * from what is damaged.
 *
 * @param id unique in its epoch
 * @param tableInode the inode of the table's directory
 * @param superExtent its number in the table
 * @param target the extent
 * @param stored its block, as the NameNode has checked it
 * @param damaged all of the super-extent that cannot be read, the target among it
 * @param storageType of the volume that it is written to
 * @param storageId of that volume
 */
public record RebuildTask(
    long id,
    long tableInode,
    long superExtent,
    Extent target,
    StoredObject stored,
    Set<Extent> damaged,
    String storageType,
    String storageId) {
  /** Copies the set. */
  public RebuildTask {
    damaged = Set.copyOf(damaged);
  }
}
