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
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.PredictedTimes;
import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.PrefetchStep;
import io.trident.core.prefetch.PrefetcherName;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeedbackJsonTest {
  private static final PrefetchPlan PLAN =
      new PrefetchPlan(
          PrefetcherName.TRIDENT_DELAY,
          List.of(new PrefetchStep("hdfs://h/f#1", 9, "n1", "DS-1", StorageTier.DISK, 2.5)),
          1.5,
          new PredictedTimes(9, 8, 7, OptionalDouble.of(6), 6),
          List.of("hdfs://h/f#1"));

  @Test
  void aPlanIsReadAsItWasWritten() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FeedbackJson.writePlan(PLAN, out);
    assertThat(FeedbackJson.readPlan(new ByteArrayInputStream(out.toByteArray()))).isEqualTo(PLAN);
  }

  @Test
  void aPlanWithoutDelayIsReadAsItWasWritten() throws IOException {
    PrefetchPlan plan =
        new PrefetchPlan(
            PrefetcherName.NONE,
            List.of(),
            0,
            new PredictedTimes(9, 9, 9, OptionalDouble.empty(), 9),
            List.of());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FeedbackJson.writePlan(plan, out);
    assertThat(FeedbackJson.readPlan(new ByteArrayInputStream(out.toByteArray()))).isEqualTo(plan);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{}", "null", "{\"prefetcher\":\"NOBODY\"}", "[]"})
  void whatIsNoPlanIsRefused(String text) {
    assertThatIOException()
        .isThrownBy(
            () ->
                FeedbackJson.readPlan(
                    new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))));
  }

  @Test
  void timesAreReadAsTheyWereWritten() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    FeedbackJson.writeTimes(Map.of("a#1", 1.25, "b#2", 7.0), out);
    assertThat(FeedbackJson.readTimes(new ByteArrayInputStream(out.toByteArray())))
        .containsOnly(Map.entry("a#1", 1.25), Map.entry("b#2", 7.0));
  }

  @Test
  void aReportHasItsNumbersAndItsTasks() throws IOException {
    JobRun run =
        new JobRun(
            "count",
            1.5,
            4,
            1,
            List.of(new TaskRun(5, 8, 2, Map.of(StorageTier.MEMORY, 9L))),
            List.of(new CacheRun("DS-1", StorageTier.DISK, 9, 3)));
    BlockOutcome block = new BlockOutcome("hdfs://h/f#1", 2.5, 3, 5);
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    FeedbackJson.writeReport(PlanReview.of(PLAN, run, List.of(block)), run, out);

    JsonNode json = new ObjectMapper().readTree(out.toByteArray());
    assertThat(json.at("/predicted/delayed").asDouble()).isEqualTo(6);
    assertThat(json.at("/measuredSeconds").asDouble()).isEqualTo(8);
    assertThat(json.at("/relativeError").asDouble()).isEqualTo(-0.25);
    assertThat(json.at("/blocks/inTime").asInt()).isEqualTo(1);
    assertThat(json.at("/blocks/measuredCacheSeconds").asDouble()).isEqualTo(3);
    assertThat(json.at("/bytes/memory").asLong()).isEqualTo(9);
    assertThat(json.at("/run/tasks/0/cpuSeconds").asDouble()).isEqualTo(2);
    assertThat(json.at("/run/tasks/0").size()).as("components and nothing else").isEqualTo(4);
  }
}
