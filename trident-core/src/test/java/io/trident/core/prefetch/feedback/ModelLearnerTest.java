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
package io.trident.core.prefetch.feedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.trident.core.cost.CostModel;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.model.CpuTimeModel;
import io.trident.core.prefetch.model.LearnedModel;
import io.trident.core.prefetch.model.TierRates;
import io.trident.core.prefetch.model.TimeConstants;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ModelLearnerTest {
  private static final long MB = 1 << 20;
  private static final String CLASS = "count";
  private static final TierRates RATES = TierRates.of(CostModel.DEFAULT, 3200.0 * MB);

  private static TaskRun task(double start, double seconds, StorageTier tier, long megabytes) {
    return new TaskRun(start, start + seconds, Double.NaN, Map.of(tier, megabytes * MB));
  }

  private static LearnedModel learn(List<TaskRun> tasks, List<CacheRun> caching) {
    return ModelLearner.learn(
        LearnedModel.EMPTY, new JobRun(CLASS, 1, 4, 0, tasks, caching), RATES);
  }

  /** Tasks of several lengths on memory and disk, by the model with a disk of the given rate. */
  private static List<TaskRun> mixed(CpuTimeModel cpu, double diskMegabytes, double noise) {
    Random random = new Random(7);
    TierRates rates = RATES.with(StorageTier.DISK, diskMegabytes * MB);
    List<TaskRun> tasks = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      StorageTier tier = i % 2 == 0 ? StorageTier.MEMORY : StorageTier.DISK;
      long bytes = (16 + 8 * (i % 7)) * MB;
      double seconds = cpu.seconds(bytes) + bytes / rates.of(tier) + noise * random.nextDouble();
      tasks.add(new TaskRun(5, 5 + seconds, Double.NaN, Map.of(tier, bytes)));
    }
    return tasks;
  }

  @Test
  void readingAndProcessingAreDistinguishedByTasksOfTwoTiers() {
    CpuTimeModel cpu = new CpuTimeModel(2, 1.0 / (20 * MB));

    LearnedModel learned = learn(mixed(cpu, 40, 0), List.of());

    assertThat(learned.rates(RATES).of(StorageTier.DISK) / MB).isCloseTo(40, within(1e-6));
    assertThat(learned.rates(RATES).of(StorageTier.SSD)).isEqualTo(RATES.of(StorageTier.SSD));
    assertThat(learned.cpu(CLASS).fixedSeconds()).isCloseTo(2, within(1e-6));
    assertThat(learned.cpu(CLASS).secondsPerByte() * MB).isCloseTo(1.0 / 20, within(1e-9));
  }

  @Property(tries = 200)
  void whatIsLearnedPredictsSuchTasksAgain(
      @ForAll @DoubleRange(min = 0, max = 5) double fixed,
      @ForAll @DoubleRange(min = 1, max = 500) double cpuMegabytes,
      @ForAll @DoubleRange(min = 10, max = 3000) double diskMegabytes,
      @ForAll @IntRange(min = 1, max = 200) int megabytes) {
    CpuTimeModel cpu = new CpuTimeModel(fixed, 1 / (cpuMegabytes * MB));

    LearnedModel learned = learn(mixed(cpu, diskMegabytes, 0), List.of());

    TierRates rates = learned.rates(RATES);
    for (StorageTier tier : List.of(StorageTier.MEMORY, StorageTier.DISK)) {
      double rate = tier == StorageTier.DISK ? diskMegabytes * MB : RATES.of(tier);
      double seconds = cpu.seconds(megabytes * MB) + megabytes * MB / rate;
      assertThat(learned.cpu(CLASS).seconds(megabytes * MB) + megabytes * MB / rates.of(tier))
          .isCloseTo(seconds, within(1e-6 * (1 + seconds)));
    }
  }

  @Test
  void aTierThatIsNoSlowerThanMemoryIsTakenAsItsEqual() {
    List<TaskRun> tasks = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      tasks.add(task(5, 2, StorageTier.MEMORY, 64));
      tasks.add(task(5, 1.5, StorageTier.DISK, 64));
    }
    assertThat(learn(tasks, List.of()).rates(RATES).of(StorageTier.DISK))
        .isCloseTo(3200.0 * MB, within(1.0));
  }

  @Test
  void whatNoiseHidesIsNotLearned() {
    CpuTimeModel cpu = new CpuTimeModel(2, 1.0 / (20 * MB));
    assertThat(learn(mixed(cpu, 40, 30), List.of()).rates()).isEmpty();
    assertThat(learn(mixed(cpu, 40, 0.1), List.of()).rates()).containsKey(StorageTier.DISK);
  }

  @Test
  void ofOneTierTheSumIsLearnedAndTheRatesStay() {
    List<TaskRun> tasks =
        List.of(task(5, 3, StorageTier.DISK, 160), task(5, 5, StorageTier.DISK, 320));

    LearnedModel learned = learn(tasks, List.of());

    assertThat(learned.rates()).isEmpty();
    assertThat(learned.cpu(CLASS).seconds(160 * MB)).isCloseTo(2, within(1e-9));
    assertThat(learned.cpu(CLASS).seconds(320 * MB)).isCloseTo(3, within(1e-9));
  }

  @Test
  void aTaskThatIsFasterThanItsMediumTookNoOtherTime() {
    List<TaskRun> tasks = List.of(task(5, 0.5, StorageTier.DISK, 160));
    assertThat(learn(tasks, List.of()).cpu(CLASS).seconds(160 * MB)).isZero();
  }

  @Test
  void timesToScheduleAreCountedFromTheSubmissionAndFromTheSlotLeft() {
    JobRun run =
        new JobRun(
            CLASS,
            1,
            4,
            0,
            List.of(
                task(5.0, 3, StorageTier.DISK, 1), // the first wave: 1 and 1.5 s after 4
                task(5.5, 5, StorageTier.DISK, 1),
                task(8.5, 4, StorageTier.DISK, 1), // 0.5 s after the first end, 8
                task(12.5, 1, StorageTier.DISK, 1)), // 2 s after the second end, 10.5
            List.of());

    assertThat(ModelLearner.timesToSchedule(run)).containsExactly(1.0, 1.5, 0.5, 2.0);
    LearnedModel learned = ModelLearner.learn(LearnedModel.EMPTY, run, RATES);
    assertThat(learned.times(TimeConstants.DEFAULT).timeToSchedule()).isEqualTo(1.25);
    assertThat(learned.times(TimeConstants.DEFAULT).timeToInit()).as("without delay").isEqualTo(3);
  }

  /** A task whose JVM was faster than supposed processed for no time; others are not behind it. */
  @Test
  void launchesArePartOfSchedulingAndNotOfProcessing() {
    List<TaskRun> tasks =
        List.of(
            task(5.0, 6, StorageTier.MEMORY, 64),
            task(5.0, 12, StorageTier.MEMORY, 64),
            task(5.5, 14, StorageTier.MEMORY, 64));
    JobRun run = new JobRun(CLASS, 1, 4, 10, tasks, List.of());

    LearnedModel learned = ModelLearner.learn(LearnedModel.EMPTY, run, RATES);

    assertThat(learned.times(TimeConstants.DEFAULT).timeToSchedule()).isEqualTo(11);
    assertThat(learned.tasks().get(CLASS))
        .extracting(sample -> Math.round(sample.cpuSeconds() * 100))
        .as("less 10 s of launch and 0.02 s of reading, not below 0")
        .containsExactly(0L, 198L, 398L);
  }

  @Test
  void cachingIsALineWhereItWasSeenOftenEnough() {
    List<CacheRun> blocks = new ArrayList<>();
    for (int i = 1; i <= 6; i++) {
      for (int thread = 0; thread < 4; thread++) { // four at a time share 100 MB/s
        blocks.add(new CacheRun("d1", StorageTier.DISK, 50 * MB, 1.5 + 2.0 * i));
      }
    }

    LearnedModel learned = learn(List.of(), blocks);

    assertThat(learned.rates(RATES).of(StorageTier.DISK) / MB).isCloseTo(100, within(1e-6));
    assertThat(learned.times(TimeConstants.DEFAULT).timeToInitCache()).isCloseTo(1.5, within(1e-9));
  }

  @Test
  void cachingSeenAtOnceGivesTheTimeBeforeIt() {
    List<CacheRun> blocks =
        List.of(
            new CacheRun("d1", StorageTier.DISK, 80 * MB, 3),
            new CacheRun("d1", StorageTier.DISK, 80 * MB, 3),
            new CacheRun("d2", StorageTier.SSD, 400 * MB, 3.5),
            new CacheRun("d3", StorageTier.SSD, 40 * MB, 0.01));

    LearnedModel learned = learn(List.of(), blocks);

    assertThat(learned.rates()).isEmpty();
    assertThat(learned.times(TimeConstants.DEFAULT).timeToInitCache()).isEqualTo(2);
  }

  @Test
  void nothingThatCannotBeIsLearned() {
    TaskRun endless = new TaskRun(5, Double.POSITIVE_INFINITY, 1, Map.of(StorageTier.DISK, MB));
    TaskRun backwards = new TaskRun(5, 4, 1, Map.of(StorageTier.DISK, MB));
    TaskRun negative = new TaskRun(5, 6, 1, Map.of(StorageTier.DISK, -MB));
    CacheRun never = new CacheRun("d", StorageTier.DISK, MB, Double.NaN);
    JobRun run =
        new JobRun(CLASS, 1, Double.NaN, 0, List.of(endless, backwards, negative), List.of(never));

    assertThat(run.tasks()).isEmpty();
    assertThat(run.caching()).isEmpty();
    assertThat(run.jobSeconds()).isZero();
    assertThat(ModelLearner.learn(LearnedModel.EMPTY, run, RATES)).isEqualTo(LearnedModel.EMPTY);
  }

  @Test
  void aJobThatStartsBeforeItCouldTeachesNoTime() {
    JobRun run =
        new JobRun(CLASS, 5, 4, 0, List.of(task(3, 1, StorageTier.DISK, 1)), List.of()); // clocks
    assertThat(ModelLearner.learn(LearnedModel.EMPTY, run, RATES).times()).isEmpty();
  }
}
