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
import static org.apache.hadoop.mapreduce.v2.app.rm.AllocatorRun.RETRIED_MAP;
import static org.apache.hadoop.mapreduce.v2.app.rm.AllocatorRun.attempt;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Priority;
import org.junit.jupiter.api.Test;

/** No map is forgotten: as many containers are asked for as maps wait, whatever happens. */
final class NoMapIsForgottenTest {
  private static Configuration conf() {
    Configuration conf = new Configuration(false);
    conf.setInt(MRJobConfig.MAX_TASK_FAILURES_PER_TRACKER, 1);
    return conf;
  }

  /** The map that ran there is still in Hadoop's list of the maps that want the node. */
  @Test
  void aContainerOnItsWayFromANodeThatWasBlacklistedIsAskedForAgain() {
    try (AllocatorRun run = AllocatorRun.trident(conf())) {
      run.request(attempt(0, 0), "h1");
      run.request(attempt(1, 0), "h2");
      run.heartbeat();
      run.resourceManager.grant(MAP, "h1");
      run.heartbeat();
      assertThat(run.running).containsOnlyKeys(attempt(0, 0));
      run.heartbeat();

      run.resourceManager.grant(MAP, "h1");
      run.fail(attempt(0, 0));
      run.heartbeat();
      run.heartbeat();

      assertThat(run.waiting(MAP)).isEqualTo(1);
      assertThat(run.resourceManager.pending(MAP)).isEqualTo(1);
    }
  }

  @Property(tries = 100, shrinking = ShrinkingMode.OFF)
  void everyMapThatWaitsIsAskedForAndRunsBesideNoOtherAttempt(@ForAll long seed) {
    try (AllocatorRun run = AllocatorRun.trident(conf())) {
      History history = new History(seed, true);
      for (int step = 0; step < 40; step++) {
        history.step(run);
        if (step % 5 == 4) {
          history.checkAsks(run);
        }
      }
      assertThat(run.besideOthers).isZero();
      history.drain(run);
      assertThat(run.waiting()).isZero();
    }
  }

  /** Without speculation, since Hadoop's puts an attempt where another of the task runs. */
  @Property(tries = 30, shrinking = ShrinkingMode.OFF)
  void neverAsksForLessThanHadoop(@ForAll long seed) {
    try (AllocatorRun stock = AllocatorRun.stock(conf());
        AllocatorRun trident = AllocatorRun.trident(conf())) {
      History ofStock = new History(seed, false);
      History ofTrident = new History(seed, false);
      for (int step = 0; step < 40; step++) {
        ofStock.step(stock);
        ofTrident.step(trident);
        if (step % 5 == 4) {
          for (AllocatorRun run : List.of(stock, trident, stock, trident)) {
            run.heartbeat(); // twice, for asks that follow from the first
          }
          if (stock.waiting() != trident.waiting()) {
            break; // Hadoop asked for more or less than it needed: from here on histories differ
          }
          assertThat(asks(trident)).isGreaterThanOrEqualTo(asks(stock));
        }
      }
      ofTrident.drain(trident);
      assertThat(trident.waiting()).isZero();
    }
  }

  private static int asks(AllocatorRun run) {
    return run.resourceManager.pending(MAP) + run.resourceManager.pending(RETRIED_MAP);
  }

  /**
   * Random grants, failures, losses of nodes and speculation. Which attempt is concerned is drawn
   * by its container, so that two allocators that place maps differently have the same history.
   */
  private static final class History {
    private final Random random;
    private final boolean speculates;
    private final Map<TaskId, Integer> attempts = new HashMap<>();
    private int maps;

    History(long seed, boolean speculates) {
      this.random = new Random(seed);
      this.speculates = speculates;
    }

    private String node() {
      return "h" + (1 + random.nextInt(8));
    }

    private TaskAttemptId next(TaskId task) {
      return attempt(task.getId(), attempts.merge(task, 1, Integer::sum));
    }

    private TaskAttemptId drawn(AllocatorRun run) {
      long least = Long.MAX_VALUE;
      TaskAttemptId drawn = null;
      int of = random.nextInt();
      for (Map.Entry<TaskAttemptId, Container> one : run.running.entrySet()) {
        long key = (one.getValue().getId().getContainerId() * 0x9E3779B9L) ^ of;
        if (key < least) {
          least = key;
          drawn = one.getKey();
        }
      }
      return drawn;
    }

    void step(AllocatorRun run) {
      int choice = random.nextInt(speculates ? 10 : 8);
      String first = node();
      String second = node();
      TaskAttemptId drawn = drawn(run);
      if (choice < 3) {
        TaskAttemptId map = attempt(maps++, 0);
        attempts.put(map.getTaskId(), 0);
        run.request(map, first, second);
      } else if (choice < 5) {
        run.resourceManager.grant(MAP, first);
        run.resourceManager.grant(random.nextBoolean() ? MAP : RETRIED_MAP, second);
      } else if (drawn == null) {
        run.heartbeat();
      } else if (choice == 5) {
        run.fail(drawn);
        run.requestAfterFailure(next(drawn.getTaskId()));
      } else if (choice == 6) {
        run.end(drawn); // its node is lost
        run.request(next(drawn.getTaskId()), first);
      } else if (choice == 7) {
        run.end(drawn);
      } else if (choice == 8) {
        run.request(next(drawn.getTaskId()), drawnNode(run, drawn), second); // a speculative one
      } else {
        run.giveUp(drawn);
      }
      if (random.nextBoolean()) {
        run.heartbeat();
      }
    }

    private static String drawnNode(AllocatorRun run, TaskAttemptId drawn) {
      return run.running.get(drawn).getNodeId().getHost();
    }

    /** After a heartbeat that brought nothing new, what is asked for is what waits. */
    void checkAsks(AllocatorRun run) {
      run.heartbeat();
      for (Priority priority : List.of(MAP, RETRIED_MAP)) {
        run.heartbeat();
        assertThat((long) run.resourceManager.pending(priority))
            .as("asks at %s", priority)
            .isEqualTo(run.waiting(priority));
      }
    }

    /** Grants all that is asked for, on nodes by turns, one of which never fails. */
    void drain(AllocatorRun run) {
      List<String> nodes = new ArrayList<>();
      for (int i = 1; i <= 8; i++) {
        nodes.add("h" + i);
      }
      nodes.add("h9");
      for (int round = 0; round < 300 && run.waiting() > 0; round++) {
        String node = nodes.get(round % nodes.size());
        run.resourceManager.grant(RETRIED_MAP, node);
        run.resourceManager.grant(MAP, node);
        run.heartbeat();
      }
    }
  }
}
