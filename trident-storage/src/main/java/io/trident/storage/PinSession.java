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

import io.trident.core.storage.BlockProgress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Blocks that a storage has cached for an owner until the session is closed.
 *
 * <p>Thread-safe. No method throws for what happens on the cluster, and none but {@link #await} and
 * {@link #close} waits. While the storage cannot be reached it is tried again; if that takes longer
 * than the time to live, nothing counts as cached any more.
 */
public interface PinSession extends AutoCloseable {
  /** Returns where each block stands, in the order in which they were asked for. */
  List<BlockProgress> progress();

  /** Returns whether every block is cached or has failed. */
  boolean isSettled();

  /**
   * Returns what completes once every block is cached or has failed, or the session is closed: on a
   * thread of the storage or that of who closes it, neither of which must be kept.
   */
  CompletionStage<Void> settled();

  /**
   * Waits until every block is cached or has failed.
   *
   * @return whether that is so
   */
  boolean await(Duration atMost) throws InterruptedException;

  /** Returns for how long blocks stay cached if this process dies. */
  Duration timeToLive();

  /**
   * Stops to renew: what is cached stays so for the rest of the time to live, whether this process
   * lives or not. A later {@link #close} does nothing.
   */
  void detach();

  /** Lets go of the blocks; waits for at most a few seconds, then goes on in the background. */
  @Override
  void close();
}
