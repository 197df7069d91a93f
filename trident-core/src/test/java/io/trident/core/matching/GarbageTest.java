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
package io.trident.core.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;
import io.trident.core.matching.MatchingStatistics.Start;
import io.trident.core.matching.Problems.Kind;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A matcher in use allocates its results and nothing else. */
class GarbageTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Records and the headers of arrays. */
  private static final long CONSTANT = 256;

  private static final int CALLS = 40;

  @BeforeAll
  static void assumeAllocationIsMeasured() {
    assumeThat(THREADS.isThreadAllocatedMemorySupported()).isTrue();
    THREADS.setThreadAllocatedMemoryEnabled(true);
  }

  /** The arrays of a result: an int and a long for a task, a long for a slot group. */
  private static long sizeOfResult(MatchingProblem problem) {
    return 12L * problem.tasks().size() + 8L * problem.slots().size();
  }

  /**
   * Matches problems by turns, and returns by how much the last matches allocated more than their
   * results: the least of them, as other code may run on the thread.
   */
  private static long garbage(Matcher matcher, List<MatchingProblem> problems, Start start) {
    long least = Long.MAX_VALUE;
    for (int call = 0; call < CALLS; call++) {
      MatchingProblem problem = problems.get(call % problems.size());
      long before = THREADS.getCurrentThreadAllocatedBytes();
      Matching matching = matcher.match(problem);
      long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
      if (call >= CALLS / 2) {
        assertThat(matching.statistics().start()).isEqualTo(start);
        assertThat(allocated).isGreaterThan(sizeOfResult(problem));
        least = Math.min(least, allocated - sizeOfResult(problem));
      }
    }
    return least;
  }

  @ParameterizedTest
  @EnumSource
  void coldMatchesLeaveNone(Kind kind) {
    MatchingProblem one = Problems.random(1, 400, 200, 2, kind);
    List<SlotGroup> slots = one.slots();
    ChangingProblem other = new ChangingProblem(kind, 200, 20);
    other.addTasks(new Random(1), 800);
    other.finishTasks(new Random(1), 400); // other names, by half
    MatchingProblem another = new MatchingProblem(other.problem().tasks(), slots);
    TransportationMatcher matcher = new TransportationMatcher();

    assertThat(garbage(matcher, List.of(one, another), Start.COLD)).isLessThan(CONSTANT);
  }

  @ParameterizedTest
  @EnumSource
  void warmMatchesLeaveNone(Kind kind) {
    Random random = new Random(1);
    ChangingProblem changing = new ChangingProblem(kind, 200, 20);
    changing.addTasks(random, 400);
    changing.addExecutors(random, 200, 1);
    changing.offerSlots(random, 400);
    List<MatchingProblem> rounds = new ArrayList<>();
    for (int round = 0; round < CALLS; round++) {
      rounds.add(changing.problem());
      changing.finishTasks(random, 5);
      changing.addTasks(random, 5);
      changing.moveReplicas(random, 5);
    }
    TransportationMatcher matcher = new TransportationMatcher();
    matcher.match(rounds.get(0));

    assertThat(garbage(matcher, rounds, Start.WARM)).isLessThan(CONSTANT);
  }
}
