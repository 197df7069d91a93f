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
package io.trident.core.layout.manifest;

import java.util.List;
import java.util.Optional;

/**
 * A file as its file system has it now.
 *
 * @param inode its inode id
 * @param length in bytes
 * @param isBeingWritten whether somebody has it open for writing
 * @param blocks in their order
 */
public record FoundFile(long inode, long length, boolean isBeingWritten, List<Block> blocks) {
  /**
   * One block.
   *
   * @param id the block's id
   * @param generation its generation stamp
   * @param isReadable whether it has a replica that is not known as corrupt
   */
  public record Block(long id, long generation, boolean isReadable) {}

  /** How a file of a manifest is. */
  public enum State {
    /** It is the block of the manifest, and has a replica. */
    READABLE,
    /** It is the block of the manifest, and has no replica, or only corrupt ones. */
    LOST,
    /** It is another block than the manifest's. */
    BROKEN,
    /** There is no such file. */
    ABSENT
  }

  /** Copies the list. */
  public FoundFile {
    blocks = List.copyOf(blocks);
  }

  /** Returns whether all of it is written and can be read. O(blocks). */
  public boolean isReadable() {
    return !isBeingWritten && blocks.stream().allMatch(Block::isReadable);
  }

  /** Returns the block that it is; nothing if it has several, or is being written. */
  public Optional<BlockIdentity> identity() {
    if (isBeingWritten || blocks.size() > 1) {
      return Optional.empty();
    }
    return Optional.of(
        blocks.isEmpty()
            ? new BlockIdentity(inode, 0, 0)
            : new BlockIdentity(inode, blocks.get(0).id(), blocks.get(0).generation()));
  }

  /**
   * Compares what is at a file's path with the manifest. O(1).
   *
   * @param found nothing if nothing is there
   */
  public static State compare(Optional<FoundFile> found, StoredObject written) {
    if (found.isEmpty()) {
      return State.ABSENT;
    }
    FoundFile file = found.get();
    if (file.length != written.length()
        || file.identity().filter(written.identity()::equals).isEmpty()) {
      return State.BROKEN;
    }
    return file.isReadable() ? State.READABLE : State.LOST;
  }
}
