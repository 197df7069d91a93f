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
package io.trident.core.layout.recovery;

import io.trident.core.layout.parity.ParityGroups;
import java.time.Duration;
import java.util.OptionalLong;

/*
 * A NameNode that starts waits until it has seen nearly all blocks. A lost extent is not reported
 * by anybody, and in safe mode it is not rebuilt: so the NameNode would wait for ever. To rebuild in
 * safe mode would be wrong, as a block that is not reported yet looks the same.
 *
 * So safe mode is left when the blocks that HDFS still waits for are no more than the lost extents
 * that can be rebuilt, and nothing has been reported for as long as HDFS waits for a node that is
 * silent: a node that has not come by then would be dead to HDFS anyway.
 */
/**
 * Decides when a start may leave safe mode although blocks are missing. Immutable: each look at the
 * NameNode gives the next one.
 *
 * @param silence for how long nothing must have been reported
 * @param needed how many blocks the start waited for at the last look; nothing if for something
 *     else, too
 * @param dueNanos when lost extents are counted, if nothing is reported until then
 */
public record StartupWait(Duration silence, OptionalLong needed, long dueNanos) {
  /** After so long lost extents are counted again, where they were not enough. */
  private static final Duration RETRY = Duration.ofSeconds(10);

  /**
   * What a NameNode knows that starts.
   *
   * @param needed how many blocks it waits for; nothing if it waits for something else, too
   * @param isActive whether it may leave safe mode, as the active one
   * @param haveReported whether all nodes that are alive have reported their blocks
   * @param nanos of a monotonic clock
   */
  public record Start(OptionalLong needed, boolean isActive, boolean haveReported, long nanos) {}

  /**
   * Begins to wait.
   *
   * @param silence after how long without a heartbeat a node is dead
   */
  public static StartupWait begin(Duration silence) {
    return new StartupWait(silence, OptionalLong.empty(), 0);
  }

  /** Returns whether lost extents are to be counted now. O(1). */
  public boolean isDue(Start start) {
    return start.needed().isPresent()
        && start.needed().equals(needed)
        && start.nanos() - dueNanos >= 0
        && start.isActive()
        && start.haveReported();
  }

  /** Returns this with a further look: a block that was reported starts the silence again. O(1). */
  public StartupWait after(Start start) {
    if (!start.needed().equals(needed)) {
      return new StartupWait(silence, start.needed(), start.nanos() + silence.toNanos());
    }
    return isDue(start) ? new StartupWait(silence, needed, start.nanos() + RETRY.toNanos()) : this;
  }

  /**
   * Returns whether safe mode can be left.
   *
   * @param rebuildable how many lost extents can be rebuilt, at least
   */
  public boolean isEnough(long rebuildable) {
    return needed.isPresent() && rebuildable >= needed.getAsLong();
  }

  /**
   * Returns how many lost extents of a super-extent can be rebuilt. As {@link RebuildOrder#of}.
   *
   * @param health of its files
   */
  public static int rebuildable(Contents contents, ParityGroups parity, SuperExtentHealth health) {
    return health.degraded() == 0
        ? 0
        : health.degraded() - RebuildOrder.of(contents, parity, health).unrecoverable().size();
  }
}
