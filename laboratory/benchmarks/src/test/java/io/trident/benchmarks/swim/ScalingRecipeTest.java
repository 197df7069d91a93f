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
package io.trident.benchmarks.swim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ScalingRecipeTest {
  private static final SwimTrace TRACE =
      new SwimTrace(
          "test",
          List.of(
              job("a", 0, 1_000),
              job("b", 10, 50_000),
              job("c", 20, 2_000),
              job("d", 30, 3_000),
              job("e", 100, 4_000)));

  @Test
  void leavesTheTraceAsItIs() {
    assertThat(ScalingRecipe.NONE.apply(TRACE)).isEqualTo(TRACE);
    assertThat(ScalingRecipe.NONE.describe()).isEqualTo("unscaled");
  }

  @Test
  void appliesEachStepInOrder() {
    ScalingRecipe recipe = new ScalingRecipe(100, 10, 5_000, 2, 5);

    // b is too large after scaling, e beyond the window; of a, c, d every second is kept
    assertThat(recipe.apply(TRACE).jobs())
        .containsExactly(
            new SwimJob("a", 0, 100, 200, 300, "in", ""),
            new SwimJob("d", 6, 300, 600, 900, "in", ""));
    assertThat(recipe.describe())
        .isEqualTo("the first 100 s, data 1:10, inputs below 0 MB, 1 job of 2, time 1:5");
  }

  @Property
  void keepsTheShareAskedFor(
      @ForAll @IntRange(min = 1, max = 10) int keepEvery,
      @ForAll @DoubleRange(min = 0.1, max = 100) double dataScale) {
    SwimTrace scaled = new ScalingRecipe(1e9, dataScale, Long.MAX_VALUE, keepEvery, 1).apply(TRACE);

    assertThat(scaled.jobs()).hasSize((TRACE.jobs().size() + keepEvery - 1) / keepEvery);
    for (SwimJob job : scaled.jobs()) {
      assertThat(job.shuffleBytes()).isCloseTo(2 * job.inputBytes(), within());
    }
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScalingRecipe(1, 0, 1, 1, 1))
        .withMessageContaining("data scale (0.0)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScalingRecipe(1, 1, 1, 0, 1))
        .withMessageContaining("(0) must be at least 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScalingRecipe(1, 1, 1, 1, Double.NaN));
  }

  private static org.assertj.core.data.Offset<Long> within() {
    return org.assertj.core.api.Assertions.within(1L);
  }

  private static SwimJob job(String name, double submit, long bytes) {
    return new SwimJob(name, submit, bytes, 2 * bytes, 3 * bytes, "in", "");
  }
}
