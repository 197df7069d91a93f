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
package io.trident.benchmarks.swim.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.trident.benchmarks.swim.JobShape;
import io.trident.benchmarks.swim.SizeBin;
import io.trident.benchmarks.swim.SwimTrace;
import io.trident.benchmarks.swim.WorkloadGenerator;
import io.trident.benchmarks.swim.WorkloadProfile;
import io.trident.benchmarks.swim.replay.ReplayWorkload.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReplayWorkloadTest {
  private static final long GIGABYTE = 1 << 30;

  @Test
  void jobsOfOnePathShareAFileAsLongAsTheLongestRead() {
    ReplayWorkload workload =
        Traces.workload(
            Traces.job("a", 0, "/x", 100, ""),
            Traces.job("b", 1, "/y", 7, ""),
            Traces.job("c", 2, "/x", 300, ""),
            Traces.job("d", 3, 55, 0, 0),
            Traces.job("e", 4, 55, 0, 0));

    assertThat(workload.inputs())
        .containsExactly(
            entry("input/000000", 300L),
            entry("input/000001", 7L),
            entry("input/000002", 55L),
            entry("input/000003", 55L));
    assertThat(workload.steps())
        .extracting(Step::input)
        .containsExactly(
            "input/000000", "input/000001", "input/000000", "input/000002", "input/000003");
    assertThat(workload.steps()).allMatch(step -> step.writer().isEmpty());
    assertThat(workload.steps()).extracting(Step::output).doesNotHaveDuplicates();
  }

  @Test
  void whatAJobWritesIsReadFromItsOutputByLaterOnes() {
    ReplayWorkload workload =
        Traces.workload(
            Traces.job("early", 0, "/made", 10, ""),
            Traces.job("writer", 1, "/x", 10, "/made"),
            Traces.job("late", 2, "/made", 20, ""));

    List<Step> steps = workload.steps();
    assertThat(steps.get(0).input()).isEqualTo("input/000000");
    assertThat(steps.get(0).writer()).isEmpty();
    assertThat(steps.get(2).input()).isEqualTo(steps.get(1).output());
    assertThat(steps.get(2).writer()).isEqualTo("writer");
    assertThat(workload.inputs()).hasSize(2);
  }

  @Test
  void sizesShrinkAndBinsStay() {
    SwimTrace trace =
        new SwimTrace("big", List.of(Traces.job("a", 5, 3 * GIGABYTE, GIGABYTE, GIGABYTE / 2)));
    Step step = new ReplayWorkload(trace, "unscaled", 1_024, 1 << 20, 1 << 18).steps().get(0);

    assertThat(step.bin()).isEqualTo(SizeBin.E);
    assertThat(step.job().inputBytes()).isEqualTo(3 << 20);
    assertThat(step.job().shuffleBytes()).isEqualTo(1 << 20);
    assertThat(step.job().outputBytes()).isEqualTo(1 << 19);
    assertThat(step.job().submitSeconds()).isEqualTo(5);
    assertThat(step.shape()).isEqualTo(new JobShape(3, 4));
  }

  @Test
  void theJobToWarmUpWithHasTheMostMapsOfThoseThatCanRunFirst() {
    assertThat(Traces.workload().warmUp()).isEmpty();
    Step step =
        Traces.workload(
                Traces.job("small", 0, "/x", 10, "/made"),
                Traces.job("large", 1, "/y", GIGABYTE, ""),
                Traces.job("equal", 2, "/z", GIGABYTE, ""),
                Traces.job("larger", 3, "/made", 2 * GIGABYTE, ""))
            .warmUp()
            .orElseThrow();
    assertThat(step.job().name()).isEqualTo("large");
    assertThat(step.shape().maps()).isGreaterThan(1);
  }

  /** The generated workload: each read is of a prepared file or of an output written before. */
  @Test
  void everyInputOfTheGeneratedWorkloadIsThere() {
    ReplayWorkload workload =
        new ReplayWorkload(
            WorkloadGenerator.generate(WorkloadProfile.PAPER, 3),
            "unscaled",
            160,
            1 << 20,
            1 << 21);
    Map<String, Long> inputs = workload.inputs();
    assertThat(inputs).hasSize(380);
    Set<String> written = new HashSet<>();
    for (Step step : workload.steps()) {
      assertThat(step.writer().isEmpty() ? inputs.keySet() : written).contains(step.input());
      written.add(step.output());
    }
  }

  @Test
  void refusesWhatMakesNoSense() {
    SwimTrace none = new SwimTrace("none", List.of());
    assertThatThrownBy(() -> new ReplayWorkload(none, "", 0.5, 1, 1))
        .hasMessageContaining("at least 1");
    assertThatThrownBy(() -> new ReplayWorkload(none, "", 1, 0, 1))
        .hasMessageContaining("must be positive");
    assertThat(new ReplayWorkload(none, "data 1:10", 16, 1, 1).describe())
        .isEqualTo("data 1:10; sizes of bytes 1:16.0");
    assertThat(new ReplayWorkload(none, "data 1:10", 1, 1, 1).describe()).isEqualTo("data 1:10");
  }
}
