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

import io.trident.benchmarks.results.PolicyRun;
import io.trident.benchmarks.results.Prediction;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PredictionTableTest {
  /** A run of three maps, one of which read from memory. */
  static PolicyRun run(
      String policy, String prefetcher, int repetition, @Nullable List<Prediction> predictions) {
    boolean none = prefetcher.equals("none");
    return new PolicyRun(
        "testbed",
        80,
        4,
        2,
        Map.of(),
        "mapreduce",
        "wordcount",
        "small",
        1,
        policy,
        prefetcher,
        repetition,
        40,
        80,
        3,
        Map.of("memory-rack", 1, "disk-local", 2),
        none ? null : 4,
        none ? null : 1,
        none ? null : 2.5,
        predictions,
        none ? null : 3_000_000_000L * repetition,
        null,
        null,
        null);
  }

  private static Prediction prediction(boolean learned, double predicted, double measured) {
    return new Prediction("wordcount: count", learned, predicted, measured);
  }

  @Test
  void errorsAreMediansBeforeAndAfterLearning() {
    List<String> lines =
        PredictionTable.of(
                List.of(
                    run("hdfs-one-tier", "none", 1, null),
                    run("trident-one-tier", "oracle", 1, List.of(prediction(false, 15, 10))),
                    run(
                        "trident-one-tier",
                        "oracle",
                        2,
                        List.of(prediction(true, 9, 10), prediction(true, 17, 10))),
                    run("trident-one-tier", "oracle", 3, List.of(prediction(true, 12, 10))),
                    run("trident-one-tier", "none", 1, List.of(prediction(false, 20, 10)))))
            .lines()
            .toList();
    assertThat(lines.get(0)).isEmpty();
    assertThat(lines.get(2)).matches("trident-one-tier\\+oracle +1 +50 +3 +20 +70");
    assertThat(lines.get(3)).matches("trident-one-tier +1 +100 +0");
    assertThat(lines.get(4)).matches("all +2 +75 +3 +20 +70");
  }

  @Test
  void withoutPredictionsThereIsNoTable() {
    assertThat(PredictionTable.of(List.of(run("hdfs-one-tier", "none", 1, null)))).isEmpty();
    assertThat(PredictionTable.of(List.of())).isEmpty();
  }
}
