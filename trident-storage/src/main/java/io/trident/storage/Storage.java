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
package io.trident.storage;

import io.trident.core.storage.BlockToCache;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;

/**
 * What schedulers ask of a storage: where the blocks of files are, on which tiers, and to keep
 * blocks in memory.
 *
 * <p>It acts as the user who opened it. Thread-safe. No method but those of {@link #leases} throws
 * for what happens on the cluster: what cannot be known is reported by {@link
 * SegmentTiers#availability}, what cannot be cached by the states of {@link PinSession#progress}.
 */
public interface Storage extends AutoCloseable {
  /**
   * Looks up segments, blocking for no longer than configured.
   *
   * @return one entry per distinct segment, in the order of {@code segments}
   */
  Map<FileSegment, SegmentTiers> locate(Collection<FileSegment> segments);

  /**
   * Looks up segments, blocking for at most {@code atMost} instead of the configured time.
   *
   * @return one entry per distinct segment, in the order of {@code segments}
   */
  Map<FileSegment, SegmentTiers> locate(Collection<FileSegment> segments, Duration atMost);

  /** Returns what look-ups so far reported of the storage's nodes. */
  StorageNodes nodes();

  /**
   * Starts to have blocks cached, and kept so while the session is open and this process lives.
   * Returns at once.
   *
   * @param owner who they are for, such as an application id; 1 to 256 characters
   * @param blocks the steps of a plan, most urgent first
   * @return the session, to be closed when the blocks are no longer wanted
   */
  PinSession pin(String owner, Collection<BlockToCache> blocks);

  /** Returns the leases that outlive this process. */
  DirectoryLeases leases();

  /** Ends look-ups in flight as unreachable, and closes all sessions. */
  @Override
  void close();
}
