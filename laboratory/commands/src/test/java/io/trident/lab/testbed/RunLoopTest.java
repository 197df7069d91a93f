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
package io.trident.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.benchmarks.results.PolicyRun;
import io.trident.benchmarks.workloads.EngineName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RunLoopTest {
  /** Trident, then the three that need a stock ResourceManager. */
  private final List<ComparePlan.Run> plan =
      ComparePlan.of(
          EngineName.MAPREDUCE,
          List.of(ComparePlan.Work.of("wordcount", null)),
          Stream.of("trident", "default", "quartet", "h-scheduler")
              .map(SchedulingPolicy::of)
              .map(Setup::of)
              .toList(),
          1);

  private final List<String> events = new ArrayList<>();
  private final List<String> prepared = new ArrayList<>();
  private final List<String> reported = new ArrayList<>();
  private final Set<String> failing = new HashSet<>();
  private long minutes;

  /** Notes what is done; each run takes a minute. */
  private final class NotingBed implements RunLoop.Bed {
    private boolean isTridents;

    @Override
    public void prepare(ComparePlan.Run run) {
      prepared.add(run.key().policy());
    }

    @Override
    public boolean switchTo(ComparePlan.Run run) {
      boolean needsTridents = run.policy() == SchedulingPolicy.TRIDENT;
      boolean switches = needsTridents != isTridents;
      isTridents = needsTridents;
      return switches;
    }

    @Override
    public void restart() {
      events.add("restart");
    }

    @Override
    public void warmUp(ComparePlan.Run run) {
      events.add("warm up with " + run.key().policy());
    }

    @Override
    public PolicyRun measure(ComparePlan.Run run) throws IOException {
      minutes++;
      String policy = run.key().policy();
      events.add(policy);
      if (failing.contains(policy)) {
        throw new IOException("planned for " + policy);
      }
      return new PolicyRun(
          "testbed",
          80,
          4,
          2,
          Map.of(),
          "wordcount",
          "small",
          1,
          policy,
          "none",
          1,
          12,
          34,
          1,
          Map.of("disk-local", 1),
          null,
          null,
          null);
    }
  }

  private void run() throws IOException, InterruptedException {
    new RunLoop(new NotingBed(), reported::add, () -> TimeUnit.MINUTES.toNanos(minutes)).run(plan);
  }

  @Test
  void warmsUpAfterDaemonsWereStartedAndLongestAtFirst() throws Exception {
    run();
    assertThat(events)
        .containsExactly(
            "warm up with trident",
            "warm up with trident",
            "warm up with trident",
            "trident",
            "warm up with default",
            "default",
            "quartet",
            "h-scheduler");
    assertThat(reported)
        .hasSize(4)
        .first()
        .asString()
        .contains("1 of 4, about 3 min left", "trident", "12.0 s, tasks 34.0 s, {disk-local=1}");
  }

  @Test
  void goesOnAfterAFailureOnFreshDaemonsAndReportsItAtTheEnd() {
    failing.add("default");
    assertThatThrownBy(this::run)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1 of 4 runs failed")
        .hasMessageContaining("default");
    assertThat(events)
        .containsExactly(
            "warm up with trident",
            "warm up with trident",
            "warm up with trident",
            "trident",
            "warm up with default",
            "default",
            "restart",
            "warm up with quartet",
            "quartet",
            "h-scheduler");
    assertThat(reported.get(1)).contains("2 of 4 failed").endsWith("planned for default");
  }

  @Test
  void asksForTheInputOfEachRun() throws Exception {
    run();
    assertThat(prepared).containsExactly("trident", "default", "quartet", "h-scheduler");
  }

  @Test
  void theLastFailureRestartsNothing() {
    failing.add("h-scheduler");
    assertThatThrownBy(this::run).hasMessageContaining("1 of 4 runs failed");
    assertThat(events).doesNotContain("restart");
  }

  @Test
  void givesUpAfterThreeFailuresInARow() {
    failing.addAll(List.of("trident", "default", "quartet"));
    assertThatThrownBy(this::run)
        .hasMessageContaining("3 runs in a row")
        .hasMessageContaining("planned for quartet");
    assertThat(events).doesNotContain("h-scheduler");
  }
}
