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
import io.trident.benchmarks.results.RunKey;
import io.trident.benchmarks.workloads.Application;
import io.trident.benchmarks.workloads.EngineName;
import io.trident.benchmarks.workloads.Profile;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.lab.testbed.ComparePlan.Run;
import io.trident.lab.testbed.ComparePlan.Work;
import io.trident.testbed.Isolation;
import io.trident.testbed.Layout;
import io.trident.testbed.Rates;
import io.trident.testbed.VolumeSizes;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class ComparePlanTest {
  private static final Work WORDCOUNT = Work.of("wordcount", null);
  private static final Work AGGREGATION = Work.of("aggregation:2_000_000", null);

  /** All schedulers of the paper's comparison, without prefetching. */
  private static final List<Setup> SCHEDULERS =
      Stream.of("hdfs-one-tier", "default", "h-scheduler", "quartet", "trident")
          .map(SchedulingPolicy::of)
          .map(Setup::of)
          .toList();

  private static final Layout LAYOUT =
      new Layout(
          "plan", 1, Isolation.KERNEL, 4, 2, 2, Rates.TYPICAL, 80, new VolumeSizes(16, 64, 64, 0));

  @Test
  void workloadsAreReadWithAProfileOrAnAmount() {
    assertThat(WORDCOUNT).isEqualTo(new Work(Application.WORDCOUNT, "small", 320_000_000));
    assertThat(AGGREGATION).isEqualTo(new Work(Application.AGGREGATION, "2000000", 2_000_000));
    assertThat(Work.of("wordcount", Profile.LARGE))
        .isEqualTo(new Work(Application.WORDCOUNT, "large", 3_200_000_000L));
    assertThat(Work.of("aggregation:2_000_000", Profile.HUGE))
        .as("an amount of its own under the name of a profile")
        .isEqualTo(new Work(Application.AGGREGATION, "huge", 2_000_000));
    assertThatThrownBy(() -> Work.of("sort", Profile.SMALL))
        .hasMessageContaining("'sort'")
        .hasMessageContaining("terasort, wordcount");
    assertThatThrownBy(() -> Work.of("join:many", Profile.SMALL)).hasMessageContaining("visits");
  }

  @Test
  void eachRepetitionRunsEverythingOnceAndRestartsAtMostOnce() {
    List<Run> plan =
        ComparePlan.of(EngineName.MAPREDUCE, List.of(WORDCOUNT, AGGREGATION), SCHEDULERS, 3);

    assertThat(plan).extracting(Run::key).doesNotHaveDuplicates().hasSize(2 * 5 * 3);
    int restarts = 0;
    for (int i = 1; i < plan.size(); i++) {
      assertThat(plan.get(i).key().repetition())
          .isGreaterThanOrEqualTo(plan.get(i - 1).key().repetition());
      if (!plan.get(i)
          .policy()
          .resourceManager()
          .equals(plan.get(i - 1).policy().resourceManager())) {
        restarts++;
      }
    }
    assertThat(restarts).isEqualTo(3);
    assertThat(plan.get(0).policy()).isEqualTo(SchedulingPolicy.TRIDENT);
    assertThat(plan.get(19).policy()).isEqualTo(SchedulingPolicy.TRIDENT);
  }

  @Test
  void theOrderOfPoliciesTurns() {
    List<Setup> two =
        List.of(Setup.of(SchedulingPolicy.HDFS_ONE_TIER), Setup.of(SchedulingPolicy.DEFAULT));
    assertThat(ComparePlan.of(EngineName.MAPREDUCE, List.of(WORDCOUNT), two, 2))
        .extracting(Run::policy)
        .containsExactly(
            SchedulingPolicy.HDFS_ONE_TIER,
            SchedulingPolicy.DEFAULT,
            SchedulingPolicy.DEFAULT,
            SchedulingPolicy.HDFS_ONE_TIER);
  }

  @Test
  void prefetchersUnderBothSchedulersTakeOneRestartARepetition() {
    List<Run> plan =
        ComparePlan.of(
            EngineName.MAPREDUCE,
            List.of(WORDCOUNT),
            Setup.all(
                List.of(SchedulingPolicy.HDFS_ONE_TIER, SchedulingPolicy.TRIDENT_ONE_TIER),
                List.of(PrefetcherName.values())),
            2);
    assertThat(plan).extracting(Run::key).doesNotHaveDuplicates().hasSize(2 * 5 * 2);
    assertThat(plan.subList(0, 5))
        .extracting(run -> run.key().policy())
        .containsOnly("trident-one-tier");
    assertThat(plan.subList(5, 15))
        .extracting(run -> run.key().policy())
        .containsOnly("hdfs-one-tier");
    assertThat(plan.get(0).key().prefetcher()).isEqualTo("none");
    assertThat(plan.get(15).key().prefetcher()).isEqualTo("prefetch-all");
    assertThat(plan).extracting(run -> run.policy().fileSystem()).containsOnly("one-tier");
  }

  @Test
  void onSparkAllSchedulersTurnAsNoneNeedsItsOwnResourceManager() {
    List<Run> plan = ComparePlan.of(EngineName.SPARK, List.of(WORDCOUNT), SCHEDULERS, 2);
    assertThat(plan)
        .extracting(run -> run.policy().label())
        .containsExactly(
            "hdfs-one-tier",
            "default",
            "h-scheduler",
            "quartet",
            "trident",
            "default",
            "h-scheduler",
            "quartet",
            "trident",
            "hdfs-one-tier");
    assertThat(plan).extracting(Run::engine).containsOnly(EngineName.SPARK);
    assertThat(plan.get(0).key())
        .hasToString("wordcount (small) on spark, hdfs-one-tier, repetition 1");
  }

  @Test
  void sparkHasNoNutchIndexAndNoPrefetchers() {
    assertThatThrownBy(
            () ->
                ComparePlan.of(
                    EngineName.SPARK,
                    List.of(WORDCOUNT, Work.of("nutchindex", Profile.SMALL)),
                    SCHEDULERS,
                    1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("spark has no nutchindex; it has terasort, wordcount");
    List<Setup> prefetching =
        List.of(new Setup(SchedulingPolicy.HDFS_ONE_TIER, PrefetcherName.ORACLE));
    assertThatThrownBy(() -> ComparePlan.of(EngineName.SPARK, List.of(WORDCOUNT), prefetching, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mapreduce only");
  }

  @Test
  void runsOfAnotherEngineOnFileDoNotCount() {
    List<Run> plan = ComparePlan.of(EngineName.SPARK, List.of(WORDCOUNT), SCHEDULERS, 1);
    assertThat(TestbedComparison.missing(plan, List.of(onFile("trident", 4)), LAYOUT))
        .isEqualTo(plan);
  }

  @Test
  void whatIsOnFileIsNotRunAgain() {
    List<Run> plan = ComparePlan.of(EngineName.MAPREDUCE, List.of(WORDCOUNT), SCHEDULERS, 1);
    List<Run> missing =
        TestbedComparison.missing(
            plan, List.of(onFile("trident", 4), onFile("quartet", 4)), LAYOUT);
    assertThat(missing)
        .extracting(run -> run.policy().label())
        .containsExactly("hdfs-one-tier", "default", "h-scheduler");
    assertThatThrownBy(() -> TestbedComparison.missing(plan, List.of(onFile("trident", 8)), LAYOUT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("8 nodes in 2 racks")
        .hasMessageContaining("--results");
  }

  @Test
  void onlyTridentRunsOnItsOwnResourceManager() {
    for (SchedulingPolicy policy : SchedulingPolicy.values()) {
      Configuration job = new Configuration(false);
      policy.configure(job);
      boolean stockMaster =
          policy == SchedulingPolicy.HDFS_ONE_TIER || policy == SchedulingPolicy.DEFAULT;
      assertThat(job.get("mapreduce.framework.name"))
          .isEqualTo(stockMaster ? "yarn" : "trident-yarn");
      assertThat(policy.resourceManager().get("yarn.resourcemanager.scheduler.class"))
          .endsWith(
              policy == SchedulingPolicy.TRIDENT || policy == SchedulingPolicy.TRIDENT_ONE_TIER
                  ? ".TridentCapacityScheduler"
                  : ".capacity.CapacityScheduler");
      assertThat(SchedulingPolicy.of(policy.label())).isEqualTo(policy);
    }
    assertThatThrownBy(() -> SchedulingPolicy.of("fifo")).hasMessageContaining("hdfs-one-tier");
  }

  private static PolicyRun onFile(String policy, int nodes) {
    RunKey key = new RunKey("mapreduce", "wordcount", "small", policy, "none", 1);
    return new PolicyRun(
        "testbed",
        80,
        nodes,
        2,
        Map.of(),
        key.workload(),
        key.profile(),
        1,
        key.policy(),
        key.prefetcher(),
        key.repetition(),
        1,
        1,
        0,
        Map.of(),
        null,
        null,
        null);
  }
}
