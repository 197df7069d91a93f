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

import java.util.List;

/**
 * How a task ended.
 *
 * @param id of the task
 * @param bytesRead of other extents, for it
 * @param sources what it failed for, if that are replicas of a source
 */
public record RebuildOutcome(long id, Result result, long bytesRead, List<BadReplica> sources) {
  /** Copies the list. */
  public RebuildOutcome {
    sources = List.copyOf(sources);
  }

  /** An outcome for which no source is to blame. */
  public RebuildOutcome(long id, Result result, long bytesRead) {
    this(id, result, bytesRead, List.of());
  }

  /** How a task ended. */
  public enum Result {
    /** The block is written. */
    DONE,
    /** An extent that it is rebuilt from is not what the manifest has. */
    CORRUPT_SOURCE,
    /** What was rebuilt is not what was lost; nothing was written. */
    MISMATCH,
    /** Manifest, specification or an extent could not be read. */
    UNREADABLE,
    /** The block could not be written. */
    UNWRITABLE,
    /** The table's format is not installed, or cannot hold its rows. */
    FORMAT,
    /** Any other failure. */
    FAILED,
    /** The DataNode no longer polls, or is dead; found by the NameNode. */
    SILENT,
    /** HDFS no longer expects the block, and it was not reported; found by the NameNode. */
    EXPIRED,
    /** The DataNode reported the task as done, and not the block; found by the NameNode. */
    UNREPORTED
  }
}
