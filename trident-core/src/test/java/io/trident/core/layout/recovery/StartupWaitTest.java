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

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Dimension;
import io.trident.core.layout.Extent;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.partition.RangePartitioner;
import io.trident.core.layout.recovery.StartupWait.Start;
import io.trident.core.layout.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class StartupWaitTest {
  private static final Duration SILENCE = Duration.ofSeconds(60);

  private static Start start(int needed, long second) {
    return start(needed, true, true, second);
  }

  /** Nothing is waited for with nothing else, if {@code needed} is 0. */
  private static Start start(int needed, boolean isActive, boolean haveReported, long second) {
    return new Start(
        needed == 0 ? OptionalLong.empty() : OptionalLong.of(needed),
        isActive,
        haveReported,
        TimeUnit.SECONDS.toNanos(second));
  }

  /** Whatever is reported when, whichever NameNode is active: by looking back at all seconds. */
  @Property
  void extentsAreCountedAfterASilenceAndThenEachTenSeconds(@ForAll long seed) {
    Random random = new Random(seed);
    List<Start> seen = new ArrayList<>();
    StartupWait wait = StartupWait.begin(SILENCE);
    long origin = random.nextBoolean() ? 0 : Long.MAX_VALUE / 1_000_000_000 - 100; // wraps
    int needed = random.nextInt(3);
    long counted = Long.MIN_VALUE;
    for (int second = 0; second < 400; second++) {
      if (random.nextInt(50) == 0) {
        needed = random.nextInt(3);
      }
      boolean isActive = random.nextInt(10) > 0;
      boolean haveReported = random.nextInt(10) > 0;
      Start now =
          new Start(
              start(needed, 0).needed(),
              isActive,
              haveReported,
              TimeUnit.SECONDS.toNanos(origin) + TimeUnit.SECONDS.toNanos(second));
      seen.add(now);
      int since = second;
      while (since > 0 && seen.get(since - 1).needed().equals(now.needed())) {
        since--;
      }
      boolean isSilent = needed > 0 && second - since >= SILENCE.toSeconds();
      boolean isAgain = counted >= since && second - counted < 10;
      boolean isDue = isSilent && isActive && haveReported && !isAgain;
      assertThat(wait.isDue(now)).as("second %d", second).isEqualTo(isDue);
      if (isDue) {
        counted = second;
      }
      wait = wait.after(now);
      assertThat(wait.needed()).isEqualTo(now.needed());
    }
  }

  @Test
  void aBlockThatIsReportedStartsTheSilenceAgain() {
    StartupWait wait = StartupWait.begin(SILENCE).after(start(3, 0));
    assertThat(wait.isDue(start(3, 59))).isFalse();
    assertThat(wait.isDue(start(3, 60))).isTrue();
    assertThat(wait.isDue(start(2, 60))).isFalse();
    wait = wait.after(start(2, 60));
    assertThat(wait.isDue(start(2, 119))).isFalse();
    assertThat(wait.isDue(start(2, 120))).isTrue();
  }

  @Test
  void aStandbyAndNodesThatHaveNotReportedAreWaitedFor() {
    StartupWait wait = StartupWait.begin(SILENCE).after(start(3, 0));
    assertThat(wait.isDue(start(3, false, true, 100))).isFalse();
    assertThat(wait.isDue(start(3, true, false, 100))).isFalse();
    assertThat(wait.after(start(3, true, false, 100))).isEqualTo(wait);
  }

  @Test
  void asManyExtentsAsBlocksAreEnough() {
    StartupWait wait = StartupWait.begin(SILENCE).after(start(3, 0));
    assertThat(wait.isEnough(3)).isTrue();
    assertThat(wait.isEnough(2)).isFalse();
    assertThat(StartupWait.begin(SILENCE).isEnough(3)).as("for something else, too").isFalse();
  }

  /** Two dimensions of two extents, a row in each cell, no parity. */
  @Test
  void anExtentCountsIfTheOtherDimensionHasItsRows() {
    assertThat(rebuildable(Set.of(), Set.of())).isZero();
    assertThat(rebuildable(Set.of(new DataExtent(0, 0)), Set.of())).isEqualTo(1);
    assertThat(rebuildable(Set.of(new DataExtent(0, 0), new DataExtent(0, 1)), Set.of()))
        .isEqualTo(2);
    assertThat(rebuildable(Set.of(new DataExtent(0, 0), new DataExtent(1, 1)), Set.of()))
        .as("of the row that both had no copy is left")
        .isZero();
    assertThat(rebuildable(Set.of(new DataExtent(0, 0)), Set.of(new DataExtent(1, 1))))
        .as("what was replaced is no source")
        .isZero();
    assertThat(rebuildable(Set.of(), Set.of(new DataExtent(1, 1))))
        .as("what was replaced is not rebuilt")
        .isZero();
  }

  private static int rebuildable(Set<Extent> lost, Set<Extent> broken) {
    List<Dimension> dimensions = new ArrayList<>();
    for (String column : List.of("a", "b")) {
      dimensions.add(Dimension.ofColumn(column, new RangePartitioner(2, List.of(Value.ofInt(1)))));
    }
    List<LayoutRow> rows = new ArrayList<>();
    for (int cell = 0; cell < 4; cell++) {
      rows.add(
          new LayoutRow(
              cell,
              List.of(Value.ofInt(cell / 2), Value.ofInt(cell % 2)),
              Value.ofString("r" + cell)));
    }
    return StartupWait.rebuildable(
        new RowContents(new RowLayout(dimensions).place(rows)),
        new ParityGroups(2, 1, 0),
        new SuperExtentHealth(lost, Set.of(), Set.of(), broken));
  }
}
