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
package io.trident.mapreduce.am;

import static io.trident.mapreduce.am.AmFixtures.MODEL;
import static io.trident.mapreduce.am.AmFixtures.RACKS;
import static io.trident.mapreduce.am.AmFixtures.attempt;
import static io.trident.mapreduce.am.AmFixtures.on;
import static io.trident.mapreduce.am.AmFixtures.segment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.config.ConfigException;
import io.trident.core.guard.Guard;
import io.trident.core.matching.CertifyMode;
import io.trident.core.placement.Policies;
import io.trident.core.placement.PolicyName;
import io.trident.core.request.PreferenceMap;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.mapreduce.TridentCounter;
import io.trident.mapreduce.split.JobInputs;
import io.trident.mapreduce.split.SplitInput;
import io.trident.yarn.wire.PreferenceMaps;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TierSchedulingTest {
  private static final Priority MAP = Priority.newInstance(20);
  private static final Priority REDUCE = Priority.newInstance(10);
  private static final ApplicationAttemptId AM =
      ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);

  private final Map<FileSegment, SegmentTiers> nameNode = new HashMap<>();
  private final Map<TridentCounter, Long> counters = new EnumMap<>(TridentCounter.class);
  private final Guard guard = new Guard((consequence, failure) -> {});
  private final SplitTiers tiers = tiersOf(3);
  private final TierScheduling scheduling = scheduling(tiers);

  private SplitTiers tiersOf(int splits) {
    return new SplitTiers(
        new JobInputs(
            IntStream.range(0, splits)
                .mapToObj(split -> new SplitInput(List.of(segment(split))))
                .toList()),
        segments -> {
          Map<FileSegment, SegmentTiers> answers = new HashMap<>(nameNode);
          answers.keySet().retainAll(segments);
          return answers;
        });
  }

  private TierScheduling scheduling(SplitTiers known) {
    return new TierScheduling(
        known,
        new MapMatcher(
            PolicyName.TRIDENT,
            Policies.of(PolicyName.TRIDENT, CertifyMode.CERTIFY, Long.MAX_VALUE),
            RACKS,
            MODEL),
        RACKS,
        MODEL,
        MAP,
        REDUCE,
        task -> true,
        (counter, increment) -> counters.merge(counter, increment, Long::sum),
        guard,
        () -> 0);
  }

  @BeforeEach
  void tiersOfThreeSplits() {
    nameNode.put(segment(0), on(segment(0), "n1", "RAM_DISK", "n3", "DISK"));
    nameNode.put(segment(1), on(segment(1), "n1", "SSD"));
    nameNode.put(segment(2), on(segment(2), "n3", "SSD"));
    lookUp();
  }

  @AfterEach
  void close() {
    scheduling.close();
  }

  private void lookUp() {
    tiers.lookUp(List.of(0, 1, 2));
  }

  private void allWait() {
    scheduling.waiting(attempt(0), List.of("n1", "n3"), List.of("/r1", "/r2"));
    scheduling.waiting(attempt(1), List.of("n1"), List.of("/r1"));
    scheduling.waiting(attempt(2), List.of("n3"), List.of("/r2"));
  }

  private static Container container(int id, String node) {
    return Container.newInstance(
        ContainerId.newContainerId(AM, id),
        NodeId.newInstance(node, 1),
        "",
        Resource.newInstance(1024, 1),
        MAP,
        null);
  }

  private static ResourceRequest ask(String name, int containers) {
    return ResourceRequest.newInstance(MAP, name, Resource.newInstance(1024, 1), containers);
  }

  /** Sends asks through the stamping connection and returns what arrives. */
  private List<ResourceRequest> sent(ResourceRequest... asks) throws Exception {
    return sent(scheduling, asks);
  }

  private static List<ResourceRequest> sent(TierScheduling sender, ResourceRequest... asks)
      throws Exception {
    List<ResourceRequest> arrived = new ArrayList<>();
    ApplicationMasterProtocol resourceManager =
        new ApplicationMasterProtocol() {
          @Override
          public RegisterApplicationMasterResponse registerApplicationMaster(
              RegisterApplicationMasterRequest request) {
            throw new UnsupportedOperationException();
          }

          @Override
          public FinishApplicationMasterResponse finishApplicationMaster(
              FinishApplicationMasterRequest request) {
            throw new UnsupportedOperationException();
          }

          @Override
          public AllocateResponse allocate(AllocateRequest request) {
            arrived.addAll(request.getAskList());
            return AllocateResponse.newInstance(
                0, List.of(), List.of(), List.of(), null, null, 0, null, List.of());
          }
        };
    sender
        .stamping(resourceManager)
        .allocate(AllocateRequest.newInstance(0, 0, List.of(asks), List.of(), null));
    return arrived;
  }

  private static PreferenceMap map(double... scoresAndCounts) {
    TreeMap<Double, Integer> counts = new TreeMap<>();
    for (int i = 0; i < scoresAndCounts.length; i += 2) {
      counts.put(scoresAndCounts[i], (int) scoresAndCounts[i + 1]);
    }
    return new PreferenceMap(counts);
  }

  @Test
  void asksCarryTheScoresOfThePendingMaps() throws Exception {
    allWait();
    List<ResourceRequest> arrived = sent(ask("n1", 2), ask("n3", 2), ask("/r2", 2), ask("*", 3));

    assertThat(PreferenceMaps.read(arrived.get(0))).contains(map(1, 1, 8, 1));
    assertThat(PreferenceMaps.read(arrived.get(1))).contains(map(8, 1, 20, 1));
    assertThat(PreferenceMaps.read(arrived.get(2))).contains(map(8, 1, 20, 1));
    assertThat(PreferenceMaps.read(arrived.get(3))).contains(map(1, 1, 8, 2));
  }

  /** Otherwise two containers on the nodes of one map would do. */
  @Test
  void ofEqualNodesEachMapAsksForAnotherFirst() throws Exception {
    nameNode.put(segment(0), on(segment(0), "n1", "DISK", "n3", "DISK"));
    nameNode.put(segment(1), on(segment(1), "n1", "DISK", "n3", "DISK"));
    lookUp();
    scheduling.waiting(attempt(0), List.of("n1", "n3"), List.of("/r1", "/r2"));
    scheduling.waiting(attempt(1), List.of("n1", "n3"), List.of("/r1", "/r2"));
    for (ResourceRequest ask : sent(ask("n1", 2), ask("n3", 2))) {
      assertThat(PreferenceMaps.read(ask)).contains(map(20, 1, 40, 1));
    }

    scheduling.settled(attempt(0));
    List<ResourceRequest> left = sent(ask("n1", 1), ask("n3", 1), ask("*", 1));
    assertThat(left.subList(0, 2))
        .extracting(ask -> PreferenceMaps.read(ask).orElseThrow())
        .containsExactlyInAnyOrder(map(40, 1), map(20, 1));
    assertThat(PreferenceMaps.read(left.get(2))).contains(map(20, 1));
  }

  @Test
  void aJobOfOneMapLeavesEqualNodesToTheScheduler() throws Exception {
    nameNode.put(segment(0), on(segment(0), "n1", "DISK", "n3", "DISK"));
    SplitTiers one = tiersOf(1);
    one.lookUp(List.of(0));
    try (TierScheduling small = scheduling(one)) {
      small.waiting(attempt(0), List.of("n1", "n3"), List.of("/r1", "/r2"));
      for (ResourceRequest ask : sent(small, ask("n1", 1), ask("n3", 1))) {
        assertThat(PreferenceMaps.read(ask)).contains(map(20, 1));
      }
    }
  }

  @Test
  void asksAreRepeatedWhenAPendingReplicaIsCached() throws Exception {
    allWait();
    sent(ask("n1", 2), ask("*", 3), ask("/r1", 2));
    nameNode.put(segment(1), on(segment(1), "n1", "RAM_DISK"));
    lookUp();

    List<ResourceRequest> arrived = sent();
    assertThat(arrived)
        .extracting(ResourceRequest::getResourceName)
        .containsExactlyInAnyOrder("n1", "/r1");
    assertThat(sent()).isEmpty();
  }

  /** Whatever the call was to bring: once it succeeds the resource manager has it. */
  @Test
  void aHeartbeatThatFailsLosesNoChangeOfTiers() throws Exception {
    allWait();
    sent(ask("n1", 2), ask("*", 3), ask("/r1", 2));
    nameNode.put(segment(1), on(segment(1), "n1", "RAM_DISK"));
    lookUp();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(
              () ->
                  scheduling
                      .stamping(new UnreachableResourceManager())
                      .allocate(AllocateRequest.newInstance(0, 0, List.of(), List.of(), null)))
          .isInstanceOf(IOException.class);
    }

    List<ResourceRequest> arrived = sent();
    assertThat(arrived)
        .extracting(ResourceRequest::getResourceName)
        .containsExactlyInAnyOrder("n1", "/r1");
    assertThat(PreferenceMaps.read(arrived.get(0))).contains(map(1, 2));
    assertThat(sent()).isEmpty();
  }

  private static final class UnreachableResourceManager implements ApplicationMasterProtocol {
    @Override
    public RegisterApplicationMasterResponse registerApplicationMaster(
        RegisterApplicationMasterRequest request) throws IOException {
      throw new IOException("unreachable");
    }

    @Override
    public FinishApplicationMasterResponse finishApplicationMaster(
        FinishApplicationMasterRequest request) throws IOException {
      throw new IOException("unreachable");
    }

    @Override
    public AllocateResponse allocate(AllocateRequest request) throws IOException {
      throw new IOException("unreachable");
    }
  }

  @Test
  void matchesAtLeastCostAndCountsWhereDataAre() {
    allWait();
    Container onN1 = container(1, "n1");
    Container onN3 = container(2, "n3");

    Map<TaskAttemptId, Container> matched = scheduling.match(List.of(onN3, onN1), 9).given();
    assertThat(matched).containsOnly(Map.entry(attempt(0), onN1), Map.entry(attempt(2), onN3));

    matched.forEach(
        (attempt, container) -> {
          scheduling.settled(attempt);
          scheduling.assigned(attempt, container.getNodeId().getHost());
        });
    assertThat(counters)
        .containsOnly(
            Map.entry(TridentCounter.MEMORY_LOCAL_MAPS, 1L),
            Map.entry(TridentCounter.SSD_LOCAL_MAPS, 1L),
            Map.entry(TridentCounter.ASSIGNMENT_COST, 9_000L),
            Map.entry(TridentCounter.OPTIMAL_COST, 9_000L));
  }

  @Test
  void twoContainersOfANodeGoToTwoMaps() {
    allWait();
    Container first = container(1, "n1");
    Container second = container(2, "n1");
    assertThat(scheduling.match(List.of(first, second), 9).given())
        .containsOnlyKeys(attempt(0), attempt(1))
        .containsValues(first, second);
  }

  @Test
  void keepsToTheLimitOfRunningMaps() {
    allWait();
    List<Container> offered = List.of(container(1, "n1"), container(2, "n3"));
    assertThat(scheduling.match(offered, 1).given()).containsOnlyKeys(attempt(0));
    assertThat(scheduling.match(offered, 0).given()).isEmpty();
  }

  @Test
  void aSpeculativeAttemptWaitsBesideTheFirst() {
    scheduling.waiting(attempt(1), List.of("n1"), List.of("/r1"));
    scheduling.waiting(attempt(1, 1), List.of("n1"), List.of("/r1"));
    scheduling.settled(attempt(1));
    assertThat(scheduling.match(List.of(container(1, "n1")), 9).given())
        .containsOnlyKeys(attempt(1, 1));
  }

  /**
   * The first attempt's node has the task's best replica; an attempt beside it would be as slow.
   */
  @Test
  void aSpeculativeAttemptGoesToAnotherNode() {
    SplitTiers twenty = tiersOf(20);
    for (int split = 0; split < 20; split++) {
      nameNode.put(segment(split), on(segment(split), "n1", "RAM_DISK", "n3", "DISK"));
    }
    twenty.lookUp(IntStream.range(0, 20).boxed().toList());
    try (TierScheduling job = scheduling(twenty)) {
      int elsewhere = 0;
      for (int split = 0; split < 20; split++) {
        job.assigned(attempt(split), "n1");
        job.waiting(attempt(split, 1), List.of("n3"), List.of("/r1", "/r2"));
        MatchedContainers matched =
            job.match(List.of(container(1, "n1"), container(2, "n2"), container(3, "n1")), 9);
        elsewhere +=
            (int)
                matched.given().values().stream()
                    .filter(container -> container.getNodeId().getHost().equals("n2"))
                    .count();
        job.settled(attempt(split, 1));
      }
      assertThat(elsewhere).isEqualTo(20);
    }
  }

  @Test
  void aSpeculativeAttemptIsNotAskedForWhereTheFirstRuns() throws Exception {
    scheduling.waiting(attempt(1), List.of("n1"), List.of("/r1"));
    scheduling.settled(attempt(1));
    scheduling.assigned(attempt(0), "n1");
    scheduling.waiting(attempt(0, 1), List.of("n3"), List.of("/r1", "/r2"));
    List<ResourceRequest> arrived = sent(ask("n3", 1), ask("/r1", 1), ask("*", 1));
    assertThat(PreferenceMaps.read(arrived.get(0))).contains(map(20, 1));
    assertThat(PreferenceMaps.read(arrived.get(1)).orElse(PreferenceMap.EMPTY))
        .isEqualTo(PreferenceMap.EMPTY);
    assertThat(PreferenceMaps.read(arrived.get(2))).contains(map(20, 1));
  }

  @Test
  void aSpeculativeAttemptTakesTheFirstOnesNodeIfItGetsNoOther() {
    scheduling.assigned(attempt(1), "n1");
    scheduling.waiting(attempt(1, 1), List.of(), List.of("/r1"));
    Container beside = container(1, "n1");
    for (int i = 0; i < LiveAttempts.MOST_REFUSALS; i++) {
      MatchedContainers matched = scheduling.match(List.of(beside), 9);
      assertThat(matched.given()).isEmpty();
      assertThat(matched.refused()).containsExactly(beside);
    }
    assertThat(scheduling.match(List.of(beside), 9).given()).containsOnlyKeys(attempt(1, 1));
  }

  @Test
  void aNodeIsFreeForOtherAttemptsWhenTheFirstHasEnded() {
    scheduling.assigned(attempt(1), "n1");
    scheduling.waiting(attempt(1, 1), List.of(), List.of("/r1"));
    scheduling.vacated(attempt(1));
    assertThat(scheduling.match(List.of(container(1, "n1")), 9).given())
        .containsOnlyKeys(attempt(1, 1));
  }

  @Test
  void twoAttemptsOfATaskThatWaitGoToTwoNodes() {
    scheduling.waiting(attempt(1), List.of("n1"), List.of("/r1"));
    scheduling.waiting(attempt(1, 1), List.of("n1"), List.of("/r1"));
    MatchedContainers matched =
        scheduling.match(List.of(container(1, "n1"), container(2, "n1")), 9);
    assertThat(matched.given()).hasSize(1);
    assertThat(matched.refused()).hasSize(1);
  }

  @Test
  void anAssignmentByStockCodeOutsideARoundIsItsOwnOptimum() {
    scheduling.assigned(attempt(1), "n4");
    assertThat(counters)
        .containsOnly(
            Map.entry(TridentCounter.OFF_RACK, 1L),
            Map.entry(TridentCounter.ASSIGNMENT_COST, 100_000L),
            Map.entry(TridentCounter.OPTIMAL_COST, 100_000L));
  }

  private Optional<TierScheduling> start(Configuration conf) throws IOException {
    return TierScheduling.start(
        conf, AM, MAP, REDUCE, task -> true, (counter, increment) -> {}, guard);
  }

  @Test
  void anAmWithoutJobTridentWorksAsStock() throws Exception {
    Configuration conf = new Configuration();
    assertThat(start(conf)).isEmpty();
    conf.set("trident.mapreduce.without-tiers", "locations");
    try (TierScheduling started = start(conf).orElseThrow()) {
      assertThat(started.match(List.of(), 1)).isEqualTo(MatchedContainers.NONE);
    }
  }

  @Test
  void anInvalidConfigurationIsRefused() {
    for (String[] bad :
        new String[][] {
          {"trident.mapreduce.policy", "best"},
          {"trident.cost.rack-local", "5"},
          {"trident.mapreduce.refresh-interval-ms", "soon"}
        }) {
      Configuration conf = new Configuration();
      conf.set("trident.mapreduce.without-tiers", "locations");
      conf.set(bad[0], bad[1]);
      assertThatThrownBy(() -> start(conf)).as(bad[0]).isInstanceOf(ConfigException.class);
    }
  }
}
