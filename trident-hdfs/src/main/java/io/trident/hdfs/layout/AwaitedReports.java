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

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Waits for the block reports of DataNodes: until a node has reported, its blocks look as if they
 * were lost. HDFS may lose a report, as when the lease for it has ended, and asks for the next one
 * after hours; so no node is waited for longer than a minute. For one thread.
 */
final class AwaitedReports {
  /** For so long after a NameNode became active nodes may report for the first time. */
  private static final long FIRST_NANOS = TimeUnit.MINUTES.toNanos(5);

  /** So long a node is waited for. */
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier nanoTime;
  private final long started;
  private final Map<String, Long> awaitedSince = new HashMap<>();

  /**
   * Waits from now on.
   *
   * @param nanoTime monotonic clock in nanoseconds
   */
  AwaitedReports(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.started = nanoTime.getAsLong();
  }

  /**
   * Returns whether no report is waited for any more. O(n) for n nodes.
   *
   * @param unreported identifiers of the nodes that are alive and have not reported
   */
  boolean areIn(Set<String> unreported) {
    long now = nanoTime.getAsLong();
    awaitedSince.keySet().retainAll(unreported);
    unreported.forEach(node -> awaitedSince.putIfAbsent(node, now));
    return now - started > FIRST_NANOS
        || awaitedSince.values().stream().allMatch(since -> now - since > PATIENCE_NANOS);
  }
}
