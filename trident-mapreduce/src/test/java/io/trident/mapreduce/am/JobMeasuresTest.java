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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.PredictedTimes;
import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.PrefetchStep;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.prefetch.feedback.BlockOutcome;
import io.trident.core.prefetch.feedback.CacheRun;
import io.trident.core.prefetch.feedback.TaskRun;
import io.trident.core.storage.SegmentTiers;
import io.trident.mapreduce.TridentCounter;
import io.trident.mapreduce.am.JobMeasures.MapRun;
import io.trident.mapreduce.am.JobMeasures.Measured;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What the application master's records give of a job whose decision was at 100 s. */
class JobMeasuresTest {
  private static final long SUBMITTED = 102_000;
  private static final PrefetchStep STEP =
      new PrefetchStep("hdfs://nn/file0#1", 100, "n1", "DS-1", StorageTier.DISK, 2.5);

  private final Map<String, Long> seen = new HashMap<>();
  private final JobMeasures measures = measures(0, STEP);
  private long now = 103_000;

  private JobMeasures measures(double launch, PrefetchStep... steps) {
    PredictedTimes times = new PredictedTimes(9, 9, 9, OptionalDouble.empty(), 9);
    PrefetchPlan plan =
        new PrefetchPlan(PrefetcherName.TRIDENT, List.of(steps), 2, times, List.of());
    return new JobMeasures(Optional.of(plan), launch, () -> seen, () -> now);
  }

  private static List<SegmentTiers> onDiskOf(int split, String node) {
    return List.of(AmFixtures.on(AmFixtures.segment(split), node, "DISK", "n9", "SSD"));
  }

  private static MapRun map(int split, long launch, long finish) {
    return new MapRun(AmFixtures.attempt(split), launch, finish, 1_500);
  }

  @Test
  void timesCountFromTheDecision() {
    measures.waiting();
    now = 109_000;
    measures.waiting(); // a later map changes nothing

    Measured measured = measures.of("c", SUBMITTED, List.of(map(0, 105_000, 108_500)), Map.of());

    assertThat(measured.run().schedulableSeconds()).isEqualTo(3);
    assertThat(measured.run().delaySeconds()).isEqualTo(2);
    assertThat(measured.run().jobSeconds()).isEqualTo(8.5);
    assertThat(measured.run().tasks()).containsExactly(new TaskRun(5, 8.5, 1.5, Map.of()));
  }

  @Test
  void aMapReadsFromMemoryWhatWasThereOnItsNodeAsItStarted() {
    measures.assigned(AmFixtures.attempt(0), "n1", onDiskOf(0, "n1"));
    MapRun late = map(0, 105_000, 108_000);
    MapRun early = map(0, 103_500, 108_000);
    Map<String, Double> cached = Map.of(STEP.block(), 4.0);

    assertThat(measures.of("c", SUBMITTED, List.of(late), cached).run().tasks().get(0).bytes())
        .isEqualTo(Map.of(StorageTier.MEMORY, 100L));
    assertThat(measures.of("c", SUBMITTED, List.of(early), cached).run().tasks().get(0).bytes())
        .isEqualTo(Map.of(StorageTier.DISK, 100L));
  }

  @Test
  void aMapReadsWhenItsJvmHasStarted() {
    JobMeasures slow = measures(1.5, STEP);
    slow.assigned(AmFixtures.attempt(0), "n1", onDiskOf(0, "n1"));
    List<MapRun> maps = List.of(map(0, 103_500, 108_000));

    Measured inTime = slow.of("c", SUBMITTED, maps, Map.of(STEP.block(), 4.5));
    assertThat(inTime.run().launchSeconds()).isEqualTo(1.5);
    assertThat(inTime.run().tasks())
        .containsExactly(new TaskRun(3.5, 8, 1.5, Map.of(StorageTier.MEMORY, 100L)));
    assertThat(inTime.blocks()).containsExactly(new BlockOutcome(STEP.block(), 2.5, 4.5, 5));
    Measured late = slow.of("c", SUBMITTED, maps, Map.of(STEP.block(), 5.5));
    assertThat(late.run().tasks().get(0).bytes()).isEqualTo(Map.of(StorageTier.DISK, 100L));
  }

  @Test
  void elsewhereItReadsTheBestReplica() {
    measures.assigned(AmFixtures.attempt(0), "n2", onDiskOf(0, "n1"));

    Measured measured =
        measures.of("c", SUBMITTED, List.of(map(0, 109_000, 110_000)), Map.of(STEP.block(), 4.0));

    assertThat(measured.run().tasks().get(0).bytes()).isEqualTo(Map.of(StorageTier.SSD, 100L));
    assertThat(measured.blocks()).noneMatch(BlockOutcome::isInTime);
  }

  @Test
  void whatBecameOfABlockIsReportedByTheClientOrSeenByTheMaster() {
    measures.assigned(AmFixtures.attempt(0), "n1", onDiskOf(0, "n1"));
    List<MapRun> maps = List.of(map(0, 105_000, 108_000));
    seen.put(STEP.block(), 104_500L);

    Measured byMaster = measures.of("c", SUBMITTED, maps, Map.of());
    assertThat(byMaster.blocks()).containsExactly(new BlockOutcome(STEP.block(), 2.5, 4.5, 5));
    assertThat(byMaster.run().caching()).as("it was cached before, nobody knows when").isEmpty();

    seen.put(STEP.block(), 101_500L);
    Measured byClient = measures.of("c", SUBMITTED, maps, Map.of(STEP.block(), 1.5));
    assertThat(byClient.blocks()).containsExactly(new BlockOutcome(STEP.block(), 2.5, 1.5, 5));
    assertThat(byClient.run().caching())
        .containsExactly(new CacheRun("DS-1", StorageTier.DISK, 100, 1.5));
  }

  @Test
  void aBlockThatTheClientLetGoBeforeTheMasterHeldItIsLate() {
    measures.assigned(AmFixtures.attempt(0), "n1", onDiskOf(0, "n1"));
    seen.put(STEP.block(), 107_000L); // cached anew, after the map had started

    Measured measured =
        measures.of("c", SUBMITTED, List.of(map(0, 105_000, 108_000)), Map.of(STEP.block(), 1.5));

    assertThat(measured.run().tasks().get(0).bytes()).isEqualTo(Map.of(StorageTier.DISK, 100L));
    assertThat(measured.blocks()).noneMatch(BlockOutcome::isInTime);
  }

  @Test
  void readsOfPrefetchedBlocksAreCounted() {
    assertThat(measures.assigned(AmFixtures.attempt(0), "n1", onDiskOf(0, "n1")))
        .containsEntry(TridentCounter.PREFETCHED_READS, 1L)
        .containsEntry(TridentCounter.PREFETCHED_READS_IN_TIME, 0L);
    seen.put(STEP.block(), 104_500L);
    assertThat(measures.assigned(AmFixtures.attempt(0), "n1", onDiskOf(0, "n1")))
        .containsEntry(TridentCounter.PREFETCHED_READS_IN_TIME, 1L);
    assertThat(measures.assigned(AmFixtures.attempt(0), "n2", onDiskOf(0, "n1")))
        .containsEntry(TridentCounter.PREFETCHED_READS_IN_TIME, 0L);
    assertThat(measures.assigned(AmFixtures.attempt(1), "n1", onDiskOf(1, "n1")))
        .containsEntry(TridentCounter.PREFETCHED_READS, 0L);
  }

  @Test
  void theDelayIsCountedOnce() {
    assertThat(measures.assigned(AmFixtures.attempt(0), "n1", onDiskOf(0, "n1")))
        .containsEntry(TridentCounter.PREFETCH_DELAY_MS, 2_000L);
    assertThat(measures.assigned(AmFixtures.attempt(1), "n1", onDiskOf(1, "n1")))
        .containsEntry(TridentCounter.PREFETCH_DELAY_MS, 0L);
  }

  @Test
  void withoutAPlanTheJobIsStillMeasured() {
    JobMeasures unplanned = new JobMeasures(Optional.empty(), 0, Map::of, () -> now);
    assertThat(unplanned.assigned(AmFixtures.attempt(0), "n1", onDiskOf(0, "n1"))).isEmpty();

    Measured measured = unplanned.of("c", 100_000, List.of(map(0, 105_000, 108_000)), Map.of());

    assertThat(measured.run().tasks().get(0).bytes()).isEqualTo(Map.of(StorageTier.DISK, 100L));
    assertThat(measured.run().jobSeconds()).isCloseTo(8, within(1e-9));
    assertThat(measured.run().schedulableSeconds()).isNaN();
    assertThat(measured.blocks()).isEmpty();
  }
}
