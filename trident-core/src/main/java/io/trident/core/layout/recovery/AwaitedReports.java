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

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Waits for the block reports of DataNodes: until a node has reported, its blocks look as if they
 * were lost. HDFS may lose a report, as when the lease for it has ended, and asks for the next one
 * after hours; so no node is waited for longer than a minute. Immutable: each look at the NameNode
 * gives the next one.
 *
 * @param beganNanos when the NameNode became active, by a monotonic clock
 * @param sinceNanos since when nodes are waited for, by identifier
 */
public record AwaitedReports(long beganNanos, Map<String, Long> sinceNanos) {
  /** For so long after a NameNode became active nodes may report for the first time. */
  private static final long FIRST_NANOS = TimeUnit.MINUTES.toNanos(5);

  /** So long a node is waited for. */
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** Copies the map. */
  public AwaitedReports {
    sinceNanos = Map.copyOf(sinceNanos);
  }

  /** Begins to wait. */
  public static AwaitedReports begin(long nanos) {
    return new AwaitedReports(nanos, Map.of());
  }

  /**
   * Returns this with a further look. O(n) for n nodes.
   *
   * @param unreported identifiers of the nodes that are alive and have not reported
   */
  public AwaitedReports after(Set<String> unreported, long nanos) {
    Map<String, Long> next = new HashMap<>();
    unreported.forEach(node -> next.put(node, sinceNanos.getOrDefault(node, nanos)));
    return new AwaitedReports(beganNanos, next);
  }

  /** Returns whether no report is waited for any more. O(n) for n nodes. */
  public boolean areIn(long nanos) {
    return nanos - beganNanos > FIRST_NANOS
        || sinceNanos.values().stream().allMatch(since -> nanos - since > PATIENCE_NANOS);
  }
}
