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
package io.trident.benchmarks.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.trident.benchmarks.swim.ScalingRecipe;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SetupComparisonTest {
  private static final double ROUNDING = 1e-9;
  private static final ScalingRecipe EVERY_FIFTH =
      new ScalingRecipe(Double.POSITIVE_INFINITY, 1, Long.MAX_VALUE, 5, 1);

  @Test
  void tridentReadsFromMemoryWhatIsThereAndSavesTime() {
    List<Double> shares = new ArrayList<>();
    SetupComparisonResult result =
        new SetupComparison(
                SimulationConfig.PAPER,
                Workload.generated(500, EVERY_FIFTH),
                Stream.of("default", "trident").map(Setup::parse).toList(),
                List.of(1L, 2L))
            .run((share, what) -> shares.add(share), System::nanoTime);

    assertThat(shares).isSorted().last().isEqualTo(1.0);
    for (Summary one : result.summaries()) {
      assertThat(
              one.memoryPercent()
                  + one.ssdPercent()
                  + one.diskPercent()
                  + one.rackPercent()
                  + one.remotePercent())
          .isCloseTo(100, within(1e-6));
      assertThat(one.timesBound()).isGreaterThan(1 - ROUNDING);
      assertThat(one.taskTimesBound()).isGreaterThan(1 - ROUNDING);
      if (one.setup().equals("default")) {
        assertThat(one.reductionPercent()).isEqualTo(new Spread(0, 0, 0));
      }
    }
    Summary stock = all(result, "default");
    Summary trident = all(result, "trident");
    assertThat(stock.jobs()).isEqualTo(100);
    assertThat(trident.memoryPercent()).isGreaterThan(2 * stock.memoryPercent());
    assertThat(trident.rackPercent()).isLessThan(stock.rackPercent() / 2);
    assertThat(trident.reductionPercent().min()).isPositive();
    assertThat(result.overheads()).extracting(Overhead::decisions).allMatch(count -> count > 0);
    assertThat(result.scaling()).isEqualTo("1 job of 5");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"default", "trident@disks", "h-scheduler+oracle", "quartet@disks+trident-delay"})
  void setupsAreReadAsTheyAreWritten(String label) {
    assertThat(Setup.parse(label).label()).isEqualTo(label);
  }

  @Test
  void unknownPartsAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Setup.parse("best"))
        .withMessage("'best' is none of trident, default, h-scheduler, quartet.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Setup.parse("default@tape"))
        .withMessageContaining("tiered, disks");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Setup.parse("default+all"))
        .withMessageContaining("prefetch-all");
  }

  private static Summary all(SetupComparisonResult result, String setup) {
    return result.summaries().stream()
        .filter(one -> one.setup().equals(setup) && one.bin().equals(Summary.ALL))
        .findFirst()
        .orElseThrow();
  }
}
