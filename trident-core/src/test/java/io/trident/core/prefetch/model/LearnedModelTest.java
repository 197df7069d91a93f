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
package io.trident.core.prefetch.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.trident.core.cost.CostModel;
import io.trident.core.model.StorageTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LearnedModelTest {
  private static final long MB = 1 << 20;
  private static final LearnedModel SOME =
      LearnedModel.EMPTY
          .withTasks("sort", List.of(new TaskSample(MB, 1), new TaskSample(3 * MB, 2)))
          .withTasks("count", List.of(new TaskSample(0, 0.125)))
          .withTime(PlatformTime.TIME_TO_INIT, 4)
          .withTime(PlatformTime.TIME_TO_INIT, 9)
          .withTime(PlatformTime.TIME_TO_INIT, 5)
          .withRate(StorageTier.DISK, 100 * MB)
          .withRate(StorageTier.DISK, 120 * MB);

  @TempDir private Path directory = Path.of("");

  @Test
  void nothingLearnedMeansTheDefaults() {
    assertThat(LearnedModel.EMPTY.cpu("any")).isEqualTo(CpuTimeModel.DEFAULT);
    assertThat(LearnedModel.EMPTY.times(TimeConstants.DEFAULT)).isEqualTo(TimeConstants.DEFAULT);
  }

  @Test
  void whatIsLearnedIsOfItsClass() {
    assertThat(SOME.cpu("sort").seconds(5 * MB)).isEqualTo(3);
    assertThat(SOME.cpu("count").fixedSeconds()).isEqualTo(0.125);
    assertThat(SOME.cpu("other")).isEqualTo(CpuTimeModel.DEFAULT);
  }

  @Test
  void timesAreMedians() {
    assertThat(SOME.times(TimeConstants.DEFAULT)).isEqualTo(new TimeConstants(1, 5, 1));
  }

  @Test
  void ratesAreMedians() {
    TierRates rates = SOME.rates(TierRates.of(CostModel.DEFAULT, 3200.0 * MB));
    assertThat(rates.of(StorageTier.DISK)).isEqualTo(110 * MB);
    assertThat(rates.of(StorageTier.SSD)).isEqualTo(400 * MB);
    assertThat(SOME.withRate(StorageTier.SSD, 0).withRate(StorageTier.SSD, Double.NaN))
        .isEqualTo(SOME);
  }

  @Test
  void anUnknownClassIsAsTheHostConfigures() {
    assertThat(SOME.cpu("other", CpuTimeModel.ofRate(7))).isEqualTo(CpuTimeModel.ofRate(7));
    assertThat(SOME.platform().cpu("sort")).isEqualTo(CpuTimeModel.DEFAULT);
    assertThat(SOME.platform().times()).isEqualTo(SOME.times());
  }

  @Test
  void whatIsNoTimeIsNotLearned() {
    for (double garbage : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThat(SOME.withTime(PlatformTime.TIME_TO_SCHEDULE, garbage)).isEqualTo(SOME);
    }
    assertThat(SOME.withTasks("sort", List.of(new TaskSample(1, Double.NaN))).cpu("sort"))
        .isEqualTo(SOME.cpu("sort"));
  }

  @Test
  void theLatestCount() {
    LearnedModel model = LearnedModel.EMPTY;
    for (int i = 0; i < 1000; i++) {
      model =
          model
              .withTasks("class" + i, Collections.nCopies(400, new TaskSample(MB, i)))
              .withTasks("often", List.of(new TaskSample(MB, i)))
              .withTime(PlatformTime.TIME_TO_SCHEDULE, i < 900 ? 1 : 2);
    }
    assertThat(model.tasks()).hasSize(500).containsKeys("often", "class999", "class501");
    assertThat(model.tasks().values()).allMatch(samples -> samples.size() <= 256);
    assertThat(model.tasks().get("often")).last().isEqualTo(new TaskSample(MB, 999));
    assertThat(model.times(TimeConstants.DEFAULT).timeToSchedule()).isEqualTo(2);
  }

  @Test
  void whatIsSavedIsLoaded() throws IOException {
    LearnedModelStore store = new LearnedModelStore(directory.resolve("model.json"));

    assertThat(store.load()).isEqualTo(LearnedModel.EMPTY);
    store.save(SOME);
    store.save(SOME.withTime(PlatformTime.TIME_TO_INIT_CACHE, 0.5));

    assertThat(store.load()).isEqualTo(SOME.withTime(PlatformTime.TIME_TO_INIT_CACHE, 0.5));
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[1]",
        "{\"tasks\":7}",
        "{\"times\":{\"WHEN\":[1]}}",
        "{\"rates\":{\"TAPE\":[1]}}"
      })
  void aFileThatIsNoModelIsRefused(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("model.json"), text);

    assertThatIOException()
        .isThrownBy(() -> new LearnedModelStore(file).load())
        .withMessageContaining("model.json")
        .withMessageContaining("delete it");
  }

  @Test
  void whatIsNoSampleIsSkipped() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("model.json"),
            "{\"tasks\":{\"sort\":[[1048576,1],[1],[],null,[3145728,2],[-5,1]]},\"more\":1}");

    assertThat(new LearnedModelStore(file).load().tasks().get("sort"))
        .containsExactly(new TaskSample(MB, 1), new TaskSample(3 * MB, 2));
  }
}
