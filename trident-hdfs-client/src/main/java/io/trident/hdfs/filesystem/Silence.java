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
package io.trident.hdfs.filesystem;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Which nodes the NameNode has not heard of for some time, as far as a client can know it. Of
 * several nodes these are compared with the one that it heard of last. A single one can only be
 * compared with the client's own clock, which may be ahead of the NameNode's; by how much is learnt
 * from nodes that are alive although they look silent. Thread-safe; times are in milliseconds.
 */
final class Silence {
  private final long interval;
  private final AtomicLong ahead = new AtomicLong();

  /**
   * Knows nothing of the NameNode's clock.
   *
   * @param interval longest time without a heartbeat
   */
  Silence(long interval) {
    this.interval = interval;
  }

  /** As {@link org.apache.hadoop.hdfs.ReadRecovery.OfStream#isSilent}. */
  boolean isSilent(long heard, long latest, int locations, long located) {
    if (heard <= 0) {
      return false; // not known
    }
    return locations > 1 ? latest - heard > interval : located - heard - ahead.get() > interval;
  }

  /** Notes that a node is alive. */
  void noteAlive(long heard, long located) {
    ahead.accumulateAndGet(located - heard, Math::max);
  }
}
