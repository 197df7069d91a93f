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

import io.trident.hdfs.layout.ExpectedFiles.Member;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Extents of which there may have been two replicas since the last check. HDFS then removes that on
 * the fuller node, and has no way to ask where the extent belongs.
 */
final class SecondReplicas {
  private final HealthCheck health;
  private final ExpectedFiles expected;
  private final Set<Member> twice = new HashSet<>();

  /** What dead nodes had, and may bring back. */
  private final Map<String, Set<Member>> gone = new HashMap<>();

  SecondReplicas(HealthCheck health, ExpectedFiles expected) {
    this.health = health;
    this.expected = expected;
  }

  /** Notes that a node is about to stop. */
  void goes(String node) throws IOException {
    gone.computeIfAbsent(node, any -> new HashSet<>()).addAll(heldBy(node));
  }

  /** Notes that the volumes of a dead node are emptied. */
  void isEmpty(String node) {
    gone.remove(node);
  }

  /** Notes that a node is back, with what it had. */
  void returns(String node) {
    twice.addAll(gone.getOrDefault(node, Set.of()));
    gone.remove(node);
  }

  /** Notes that a node stays from which HDFS has copied, to have it leave. */
  void stays(String node) throws IOException {
    twice.addAll(heldBy(node));
  }

  /** Returns whether an extent may have had two. */
  boolean mayBe(Member member) {
    return twice.contains(member);
  }

  /** Notes that each has one. */
  void checked() {
    twice.clear();
  }

  private Set<Member> heldBy(String node) throws IOException {
    Set<Member> held = new HashSet<>();
    for (Member member : expected.unbroken()) {
      if (health.nodesOf(member).contains(node)) {
        held.add(member);
      }
    }
    return held;
  }
}
