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
package io.trident.core.layout.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.trident.core.layout.Bucket;
import io.trident.core.layout.Cell;
import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Geometry;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.parity.ParityGroups;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The cases of hdfs.md and INSTalytics, sections 4.3 and 5.1. */
class RecoveryPlannerTest {
  /** Every cell has the same rows; a bucket has a hundred bytes. */
  private record Even(Geometry geometry) implements Contents {
    @Override
    public long bytes(Bucket bucket) {
      return 100;
    }
  }

  private static final Even FIGURE_4 = new Even(new Geometry(4, 3));

  private static DataExtent extent(int dimension, int extent) {
    return new DataExtent(dimension, extent);
  }

  private static RecoveryPlan plan(Contents contents, ParityGroups parity, DataExtent... lost) {
    return RecoveryPlanner.plan(contents, parity, Damage.of(Set.of(lost)));
  }

  private static List<Read> buckets(int dimension, int bucket, int extents) {
    return IntStream.range(0, extents)
        .mapToObj(extent -> (Read) new Read.OfBucket(new Bucket(dimension, extent, bucket)))
        .toList();
  }

  /** "To recover the last extent of replica 2, read only the last bucket from E1 to E4." */
  @Test
  void aLostExtentIsOneBucketOfEachExtentBefore() {
    RecoveryPlan plan = plan(FIGURE_4, ParityGroups.none(4), extent(1, 3));
    assertThat(plan.rebuilds())
        .containsExactly(
            new Rebuild(extent(1, 3), Rebuild.Method.CHAINED_BUCKETS, 0, buckets(0, 3, 4), 400));
    assertThat(plan.unrecoverable()).isEmpty();
  }

  @Test
  void theFirstDimensionIsRebuiltFromTheLast() {
    assertThat(plan(FIGURE_4, ParityGroups.none(4), extent(0, 1)).rebuilds())
        .extracting(Rebuild::reads)
        .containsExactly(buckets(2, 1, 4));
  }

  /** A hundred extents of 200 MB: 2 MB from each of a hundred. */
  @Test
  void recoveryOfThePapersSuperExtentReadsAnExtentsSize() {
    Even paper = new Even(new Geometry(100, 3));
    Rebuild rebuild = plan(paper, ParityGroups.xor(100), extent(2, 57)).rebuilds().get(0);
    assertThat(rebuild.reads()).hasSize(100).extracting(Read::from).doesNotHaveDuplicates();
    assertThat(rebuild.bytes()).isEqualTo(paper.bytes(extent(2, 57)));
  }

  @Test
  void aSourceThatIsLostTooIsRebuiltFirst() {
    RecoveryPlan plan = plan(FIGURE_4, ParityGroups.none(4), extent(0, 2), extent(1, 3));
    assertThat(plan.rebuilds())
        .extracting(Rebuild::target)
        .containsExactly(extent(0, 2), extent(1, 3));
    assertThat(plan.rebuilds()).extracting(Rebuild::round).containsExactly(0, 1);
    assertThat(plan.bytes()).isEqualTo(800);
  }

  @Test
  void aReaderWaitsForWhatItsExtentNeedsAlone() {
    RecoveryPlan plan =
        plan(FIGURE_4, ParityGroups.none(4), extent(0, 2), extent(1, 1), extent(1, 3));
    assertThat(plan.neededFor(extent(1, 3)))
        .extracting(Rebuild::target)
        .containsExactly(extent(0, 2), extent(1, 3));
    assertThat(plan.neededFor(extent(0, 2)))
        .extracting(Rebuild::target)
        .containsExactly(extent(0, 2));
    assertThat(plan.neededFor(extent(2, 0))).isEmpty();
  }

  @Test
  void aWholeDimensionIsRebuiltInOneRound() {
    RecoveryPlan plan =
        plan(
            FIGURE_4, ParityGroups.none(4), extent(1, 0), extent(1, 1), extent(1, 2), extent(1, 3));
    assertThat(plan.rebuilds()).hasSize(4).allMatch(rebuild -> rebuild.round() == 0);
    assertThat(plan.bytes()).isEqualTo(1600);
  }

  @Test
  void twoWholeDimensionsAreRebuiltFromTheThird() {
    DataExtent[] lost =
        IntStream.range(0, 8).mapToObj(i -> extent(i / 4, i % 4)).toArray(DataExtent[]::new);
    RecoveryPlan plan = plan(FIGURE_4, ParityGroups.none(4), lost);
    assertThat(plan.unrecoverable()).isEmpty();
    assertThat(plan.bytes()).isEqualTo(3200);
    assertThat(plan.rebuilds().get(7).round()).isEqualTo(1);
  }

  @Test
  void withoutParityAnExtentOfEachDimensionIsTooMuch() {
    RecoveryPlan plan =
        plan(FIGURE_4, ParityGroups.none(4), extent(2, 0), extent(0, 2), extent(1, 3));
    assertThat(plan.rebuilds()).isEmpty();
    assertThat(plan.unrecoverable()).containsExactly(extent(0, 2), extent(1, 3), extent(2, 0));
  }

  @Test
  void withParityOneDimensionIsDecodedAndTheOthersFollow() {
    RecoveryPlan plan =
        plan(
            FIGURE_4,
            new ParityGroups(4, 4, 1),
            extent(0, 0),
            extent(0, 1),
            extent(1, 3),
            extent(2, 0));
    assertThat(plan.unrecoverable()).isEmpty();
    assertThat(plan.rebuilds())
        .extracting(Rebuild::target)
        .containsExactly(extent(1, 3), extent(2, 0), extent(0, 0), extent(0, 1));
    Rebuild first = plan.rebuilds().get(0);
    assertThat(first.method()).isEqualTo(Rebuild.Method.DECODING);
    assertThat(first.reads())
        .containsExactly(
            new Read.OfExtent(extent(1, 0)),
            new Read.OfExtent(extent(1, 1)),
            new Read.OfExtent(extent(1, 2)),
            new Read.OfExtent(new ParityExtent(1, 0, 0)));
    assertThat(plan.bytes()).isEqualTo(1600 + 3 * 400);
  }

  @Test
  void doubleParityDecodesTwo() {
    RecoveryPlan plan =
        plan(
            FIGURE_4,
            new ParityGroups(4, 4, 2),
            extent(0, 0),
            extent(0, 1),
            extent(1, 2),
            extent(1, 3),
            extent(2, 0),
            extent(2, 1));
    assertThat(plan.unrecoverable()).isEmpty();
    assertThat(plan.rebuilds().stream().filter(one -> one.method() == Rebuild.Method.DECODING))
        .hasSize(2)
        .allMatch(rebuild -> rebuild.reads().size() == 4);
  }

  @Test
  void onlyWhatCannotBeDecodedIsUnrecoverable() {
    RecoveryPlan plan =
        plan(
            FIGURE_4,
            new ParityGroups(4, 2, 1),
            extent(0, 0),
            extent(0, 1),
            extent(1, 0),
            extent(1, 1),
            extent(1, 2),
            extent(2, 2),
            extent(2, 3));
    assertThat(plan.rebuilds()).extracting(Rebuild::target).containsExactly(extent(1, 2));
    assertThat(plan.unrecoverable()).hasSize(6);
  }

  @Test
  void aLostParityIsEncodedFromItsGroup() {
    ParityExtent parity = new ParityExtent(1, 0, 0);
    RecoveryPlan plan =
        RecoveryPlanner.plan(
            FIGURE_4, new ParityGroups(4, 4, 1), new Damage(Set.of(extent(1, 3)), Set.of(parity)));
    assertThat(plan.rebuilds()).extracting(Rebuild::target).containsExactly(extent(1, 3), parity);
    assertThat(plan.rebuilds().get(1).method()).isEqualTo(Rebuild.Method.ENCODING);
    assertThat(plan.rebuilds().get(1).round()).isEqualTo(1);
    assertThat(plan.rebuilds().get(1).bytes()).isEqualTo(1600);
  }

  @Test
  void aLostParityHelpsNobody() {
    ParityExtent parity = new ParityExtent(0, 0, 0);
    RecoveryPlan plan =
        RecoveryPlanner.plan(
            new Even(new Geometry(4, 1)),
            new ParityGroups(4, 4, 1),
            new Damage(Set.of(extent(0, 3)), Set.of(parity)));
    assertThat(plan.rebuilds()).isEmpty();
    assertThat(plan.unrecoverable()).containsExactly(extent(0, 3), parity);
  }

  @Test
  void whatDoesNotExistIsRefused() {
    assertThatThrownBy(() -> plan(FIGURE_4, ParityGroups.none(4), extent(3, 0)))
        .hasMessage(
            "There is no extent 0 of dimension 3: there are 3 dimensions of 4 extents, counted from"
                + " 0.");
    assertThatThrownBy(() -> plan(FIGURE_4, ParityGroups.xor(5), extent(0, 0)))
        .hasMessageContaining("of 5 extents");
    Damage parity = new Damage(Set.of(), Set.of(new ParityExtent(0, 1, 0)));
    assertThatThrownBy(() -> RecoveryPlanner.plan(FIGURE_4, ParityGroups.xor(4), parity))
        .hasMessage(
            "There is no parity 0 of group 1 of dimension 0: there are 3 dimensions of 1 groups"
                + " with 1 parities, counted from 0.");
  }

  @Test
  void aRackOfThePapersClusterIsPlannedInTime() {
    Even paper = new Even(new Geometry(100, 4));
    DataExtent[] lost =
        IntStream.range(0, 300).mapToObj(i -> extent(i / 100, i % 100)).toArray(DataExtent[]::new);
    RecoveryPlan plan = plan(paper, ParityGroups.xor(100), lost);
    assertThat(plan.rebuilds()).hasSize(300);
    assertThat(plan.bytes()).isEqualTo(300L * 100 * 100);
  }

  /** Half of the cluster is gone, and columns are correlated as much as is worst. */
  @Test
  void aCatastropheIsPlannedInTime() {
    Contents diagonal =
        new Contents() {
          @Override
          public Geometry geometry() {
            return new Geometry(100, 4);
          }

          @Override
          public long bytes(Bucket bucket) {
            return 1;
          }

          @Override
          public boolean mayHaveRows(Cell cell) {
            return false;
          }
        };
    DataExtent[] lost =
        IntStream.range(0, 200).mapToObj(i -> extent(i / 50, i % 50)).toArray(DataExtent[]::new);
    assertTimeout(Duration.ofSeconds(20), () -> plan(diagonal, ParityGroups.none(100), lost));
  }
}
