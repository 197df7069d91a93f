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
package org.apache.hadoop.mapreduce.v2.app.rm;

import static org.apache.hadoop.mapreduce.v2.app.rm.AllocatorRun.MAP;
import static org.apache.hadoop.mapreduce.v2.app.rm.AllocatorRun.attempt;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.app.rm.CountingResourceManager.Fault;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.jupiter.api.Test;

/**
 * Asks count the maps that wait and no other, whether they are new, repeated for their preferences,
 * or sent once more because a heartbeat got lost or the resource manager restarted.
 */
final class LostHeartbeatsTest {
  @Test
  void whatWasAllocatedBeforeAHeartbeatGotLostIsNotAskedForAgain() {
    try (AllocatorRun run = AllocatorRun.trident(new Configuration(false))) {
      run.request(attempt(0, 0), "h1", "h2");
      run.request(attempt(1, 0), "h1", "h3");
      run.heartbeat();
      assertThat(run.resourceManager.grant(MAP, "h1")).isTrue();
      run.heartbeat();
      assertThat(run.running).hasSize(1);

      run.heartbeat(Fault.LOST_REQUEST);
      run.heartbeat();

      assertThat(run.resourceManager.pending(MAP)).isEqualTo(1);
      assertThat(run.resourceManager.pending(MAP, "h1")).isEqualTo(1);
      assertThat(run.resourceManager.pending(MAP, "/default-rack")).isEqualTo(1);
    }
  }

  @Test
  void anotherResourceManagerIsAskedForWhatWaitsOnly() {
    try (AllocatorRun run = AllocatorRun.trident(new Configuration(false))) {
      run.request(attempt(0, 0), "h1");
      run.request(attempt(1, 0), "h1");
      run.request(attempt(2, 0), "h2");
      run.heartbeat();
      run.resourceManager.grant(MAP, "h1");
      run.heartbeat();

      run.heartbeat(Fault.RESTART);
      assertThat(run.resourceManager.pending(MAP)).isZero();
      run.heartbeat();

      assertThat(run.resourceManager.pending(MAP)).isEqualTo(2);
      assertThat(run.resourceManager.pending(MAP, "h1")).isEqualTo(1);
      assertThat(run.resourceManager.pending(MAP, "h2")).isEqualTo(1);
      assertThat(run.resourceManager.pending(MAP, "/default-rack")).isEqualTo(2);
    }
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void asksCountTheMapsThatWait(@ForAll long seed) {
    Random random = new Random(seed);
    try (AllocatorRun run = AllocatorRun.trident(new Configuration(false))) {
      int maps = 0;
      for (int step = 0; step < 60; step++) {
        switch (random.nextInt(4)) {
          case 0 -> run.request(attempt(maps++, 0), node(random), node(random));
          case 1 -> run.resourceManager.grant(MAP, node(random));
          case 2 -> endOne(run, random);
          default -> heartbeat(run, random);
        }
      }
      for (int quiet = 0; quiet < 3; quiet++) {
        checked(run, Fault.NONE);
      }
      assertThat((long) run.resourceManager.pending(MAP)).isEqualTo(run.waiting(MAP));
      Map<String, Integer> waiting = run.waitingByName();
      for (String name : names()) {
        // Fewer where a map got a container on a node that another one wanted.
        assertThat(run.resourceManager.pending(MAP, name))
            .as(name)
            .isLessThanOrEqualTo(waiting.getOrDefault(name, 0));
      }
    }
  }

  private static void heartbeat(AllocatorRun run, Random random) {
    Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
    checked(run, fault);
    if (fault == Fault.LOST_ANSWER) {
      checked(run, Fault.NONE); // YARN answers it again, and does not look at its asks
    }
  }

  /** Sends a heartbeat, whose asks have to count what waits as it is sent. */
  private static void checked(AllocatorRun run, Fault fault) {
    Map<String, Integer> waiting = run.waitingByName();
    List<ResourceRequest> before = run.resourceManager.lastAsks();
    run.heartbeat(fault);
    List<ResourceRequest> asks = run.resourceManager.lastAsks();
    if (asks == before) {
      return; // none arrived
    }
    for (ResourceRequest ask : asks) {
      if (MAP.equals(ask.getPriority()) && !ResourceRequest.isAnyLocation(ask.getResourceName())) {
        assertThat(ask.getNumContainers())
            .as(ask.getResourceName())
            .isEqualTo(waiting.getOrDefault(ask.getResourceName(), 0));
      }
    }
  }

  private static void endOne(AllocatorRun run, Random random) {
    List<TaskAttemptId> running = new ArrayList<>(run.running.keySet());
    if (!running.isEmpty()) {
      run.end(running.get(random.nextInt(running.size())));
    }
  }

  private static String node(Random random) {
    return names().get(random.nextInt(4));
  }

  private static List<String> names() {
    return List.of("h1", "h2", "h3", "h4", "/default-rack");
  }
}
