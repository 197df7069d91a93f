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

import static io.trident.mapreduce.am.AmFixtures.on;
import static io.trident.mapreduce.am.AmFixtures.segment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.guard.Guard;
import io.trident.core.model.BlockInput;
import io.trident.core.model.Replica;
import io.trident.core.model.StorageTier;
import io.trident.core.storage.Availability;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.mapreduce.split.JobInputs;
import io.trident.mapreduce.split.SplitInput;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SplitTiersTest {
  private final Map<FileSegment, SegmentTiers> nameNode = new HashMap<>();
  private final List<Collection<FileSegment>> lookUps = new ArrayList<>();

  private SplitTiers tiers(SplitInput... splits) {
    return new SplitTiers(
        new JobInputs(List.of(splits)),
        segments -> {
          synchronized (lookUps) {
            lookUps.add(List.copyOf(segments));
          }
          Map<FileSegment, SegmentTiers> answers = new HashMap<>();
          for (FileSegment segment : segments) {
            answers.put(
                segment,
                nameNode.getOrDefault(
                    segment, new SegmentTiers(segment, Availability.UNREACHABLE, List.of())));
          }
          return answers;
        });
  }

  private static SplitInput file(int split) {
    return new SplitInput(List.of(segment(split)));
  }

  private static List<Integer> changed(SplitTiers tiers) {
    List<Integer> splits = new ArrayList<>();
    tiers.forEachChanged(splits::add);
    return splits;
  }

  @Test
  void knowsTheTiersThatWereLookedUp() {
    nameNode.put(segment(0), on(segment(0), "n1", "SSD"));
    SplitTiers tiers = tiers(file(0));
    tiers.lookUp(List.of(0));

    assertThat(tiers.blocksOf(0))
        .containsExactly(new BlockInput(100, List.of(Replica.stored("n1", StorageTier.SSD))));
    assertThat(changed(tiers)).containsExactly(0);
    assertThat(changed(tiers)).isEmpty();
  }

  @Test
  void assumesDisksOnTheSplitsHostsWhereNothingIsKnown() {
    SplitTiers tiers = tiers(file(0), SplitInput.UNKNOWN);
    tiers.waiting(0, List.of("n1", "n2"));
    tiers.waiting(1, List.of("n3"));
    assertThat(tiers.blocksOf(0).get(0).replicas())
        .containsExactly(
            Replica.stored("n1", StorageTier.DISK), Replica.stored("n2", StorageTier.DISK));
    assertThat(tiers.blocksOf(1).get(0).replicas())
        .containsExactly(Replica.stored("n3", StorageTier.DISK));
    assertThat(tiers.blocksOf(7)).as("a split beyond the file").isEmpty();
  }

  @Test
  void aFileOnNoHdfsHasNoTiersAndLocalhostIsNoPlace() {
    nameNode.put(segment(0), new SegmentTiers(segment(0), Availability.NO_TIERS, List.of()));
    SplitTiers tiers = tiers(file(0));
    tiers.waiting(0, List.of("localhost"));
    tiers.lookUp(List.of(0));
    assertThat(tiers.blocksOf(0)).isEmpty();
  }

  @Test
  void believesWhatWasKnownWhileTheNameNodeDoesNotAnswer() {
    nameNode.put(segment(0), on(segment(0), "n1", "SSD"));
    SplitTiers tiers = tiers(file(0));
    tiers.lookUp(List.of(0));
    changed(tiers);
    nameNode.clear();
    tiers.lookUp(List.of(0));

    assertThat(changed(tiers)).isEmpty();
    assertThat(tiers.blocksOf(0).get(0).replicas())
        .containsExactly(Replica.stored("n1", StorageTier.SSD));
  }

  @Test
  void reportsASplitWhoseReplicaMovedToAnotherTier() {
    nameNode.put(segment(0), on(segment(0), "n1", "DISK"));
    nameNode.put(segment(1), on(segment(1), "n1", "DISK"));
    SplitTiers tiers = tiers(file(0), file(1));
    tiers.lookUp(List.of(0, 1));
    changed(tiers);
    nameNode.put(segment(1), on(segment(1), "n1", "RAM_DISK"));
    tiers.lookUp(List.of(0, 1));
    assertThat(changed(tiers)).containsExactly(1);
  }

  @Test
  void looksUpASegmentOnceThatSeveralSplitsShareAndSkipsSplitsWithoutFiles() {
    nameNode.put(segment(0), on(segment(0), "n1", "DISK"));
    SplitTiers tiers = tiers(file(0), file(0), SplitInput.UNKNOWN);
    tiers.lookUp(List.of(0, 1, 2));
    tiers.lookUp(List.of(2));
    assertThat(lookUps).containsExactly(List.of(segment(0)));
    assertThat(tiers.blocksOf(1)).hasSize(1);
  }

  @Test
  void goesRoundTheWaitingSplits() {
    SplitTiers tiers = tiers();
    IntStream.of(1, 4, 6, 9).forEach(split -> tiers.waiting(split, List.of()));
    tiers.settled(6);
    assertThat(tiers.waitingFrom(2, 2)).containsExactly(4, 9);
    assertThat(tiers.waitingFrom(5, 2)).containsExactly(9, 1);
    assertThat(tiers.waitingFrom(0, 9)).containsExactly(1, 4, 9);
  }

  @Test
  void theRefresherLooksUpAllSplitsInBatchesAndThenTheWaitingOnes() throws Exception {
    SplitTiers tiers = tiers(file(0), file(1), file(2));
    tiers.waiting(1, List.of());
    try (TierRefresher refresher =
        new TierRefresher(tiers, 10, 2, new Guard((consequence, failure) -> {}))) {
      refresher.start();
      refresher.awaitFirst(10_000);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      while (lookUpCount() < 4 && System.nanoTime() < deadline) {
        Thread.sleep(5);
      }
    }
    synchronized (lookUps) {
      assertThat(lookUps.get(0)).containsExactlyInAnyOrder(segment(0), segment(1));
      assertThat(lookUps.get(1)).containsExactly(segment(2));
      assertThat(lookUps.get(2)).containsExactly(segment(1));
      assertThat(lookUps.get(3)).containsExactly(segment(1));
    }
  }

  private int lookUpCount() {
    synchronized (lookUps) {
      return lookUps.size();
    }
  }

  @Test
  void aLookUpThatFailsDoesNotEndTheRefresher() throws Exception {
    int[] calls = {0};
    SplitTiers tiers =
        new SplitTiers(
            new JobInputs(List.of(file(0))),
            segments -> {
              if (calls[0]++ == 0) {
                throw new IllegalStateException("planned");
              }
              return Map.of(segment(0), on(segment(0), "n1", "SSD"));
            });
    tiers.waiting(0, List.of());
    try (TierRefresher refresher =
        new TierRefresher(tiers, 10, 10, new Guard((consequence, failure) -> {}))) {
      refresher.start();
      refresher.awaitFirst(10_000);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      while (tiers.blocksOf(0).isEmpty() && System.nanoTime() < deadline) {
        Thread.sleep(5);
      }
    }
    assertThat(tiers.blocksOf(0)).isNotEmpty();
  }

  @Test
  void changesThatFollowOneWhichCouldNotBeUsedAreNotLost() {
    nameNode.put(segment(0), on(segment(0), "n1", "DISK"));
    nameNode.put(segment(1), on(segment(1), "n1", "DISK"));
    SplitTiers tiers = tiers(file(0), file(1));
    tiers.lookUp(List.of(0, 1));
    assertThatThrownBy(
            () ->
                tiers.forEachChanged(
                    split -> {
                      throw new IllegalStateException("no rack");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(changed(tiers)).hasSize(1);
  }
}
