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
package io.trident.yarn.scheduler;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Candidates that were handed to the scheduler and are neither committed nor refused yet.
 *
 * <p>An asynchronous scheduler commits proposals later and on another thread; until then a
 * candidate must not be handed out again. All operations are O(1), amortised. Not thread-safe.
 */
final class InFlight {
  private final Map<NodeId, Deque<Candidate>> byNode = new HashMap<>();
  private final Deque<Candidate> byAge = new ArrayDeque<>();
  private int size;

  /** A candidate on its way. */
  static final class Candidate {
    private final NodeId node;
    private final long sinceNanos;
    private boolean settled;

    private Candidate(NodeId node, long sinceNanos) {
      this.node = node;
      this.sinceNanos = sinceNanos;
    }
  }

  int size() {
    return size;
  }

  int on(NodeId node) {
    Deque<Candidate> candidates = byNode.get(node);
    return candidates == null ? 0 : candidates.size();
  }

  Candidate add(NodeId node, long nowNanos) {
    Candidate candidate = new Candidate(node, nowNanos);
    byNode.computeIfAbsent(node, id -> new ArrayDeque<>()).add(candidate);
    byAge.add(candidate);
    size++;
    return candidate;
  }

  /** Settles the oldest candidate on a node; returns whether there was one. */
  boolean settle(NodeId node) {
    Deque<Candidate> candidates = byNode.get(node);
    @Nullable Candidate oldest = candidates == null ? null : candidates.peek();
    if (oldest == null) {
      return false;
    }
    settle(oldest);
    return true;
  }

  /** Settles a candidate unless it is settled already. */
  void settle(Candidate candidate) {
    if (candidate.settled) {
      return;
    }
    candidate.settled = true;
    size--;
    Deque<Candidate> candidates = byNode.get(candidate.node);
    if (candidates != null) {
      candidates.remove(candidate); // first or last of its node's few
      if (candidates.isEmpty()) {
        byNode.remove(candidate.node);
      }
    }
  }

  /** Settles the candidates that have waited since before the given time. */
  void expire(long beforeNanos) {
    Candidate oldest = byAge.peek();
    while (oldest != null && (oldest.settled || oldest.sinceNanos - beforeNanos < 0)) {
      settle(byAge.remove());
      oldest = byAge.peek();
    }
  }

  void clear() {
    byNode.clear();
    byAge.forEach(candidate -> candidate.settled = true);
    byAge.clear();
    size = 0;
  }
}
