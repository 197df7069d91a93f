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
package io.trident.core.layout.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SampledBoundariesTest {
  private static List<WeightedValue> sample(int... values) {
    return IntStream.of(values)
        .mapToObj(value -> new WeightedValue(Value.ofInt(value), 1))
        .toList();
  }

  private static long[] weights(List<WeightedValue> sample, RangePartitioner ranges) {
    long[] weights = new long[ranges.partitions()];
    sample.forEach(one -> weights[ranges.partition(one.value())] += one.weight());
    return weights;
  }

  @Test
  void distinctValuesAreCutEvenly() {
    List<WeightedValue> sample = sample(IntStream.range(0, 100).toArray());
    assertThat(weights(sample, SampledBoundaries.of(sample, 4))).containsExactly(25, 25, 25, 25);
  }

  @Test
  void aHeavyValueTakesFromAllOthersEqually() {
    List<WeightedValue> sample = new ArrayList<>(sample(IntStream.rangeClosed(1, 48).toArray()));
    sample.add(new WeightedValue(Value.ofInt(0), 52));
    assertThat(weights(sample, SampledBoundaries.of(sample, 4))).containsExactly(52, 16, 16, 16);
  }

  @Test
  void aColumnThatAllRowsShareFillsOnePartition() {
    RangePartitioner ranges = SampledBoundaries.of(sample(7, 7, 7), 4);
    assertThat(ranges.boundaries()).isEmpty();
    assertThat(ranges.partitions()).isEqualTo(4);
    assertThat(SampledBoundaries.of(List.of(), 4).boundaries()).isEmpty();
  }

  @Test
  void nullsAreTheFirstRange() {
    List<WeightedValue> sample = new ArrayList<>(sample(1, 2));
    sample.add(new WeightedValue(Value.NULL, 1));
    assertThat(weights(sample, SampledBoundaries.of(sample, 3))).containsExactly(1, 1, 1);
  }

  @Property(tries = 5000)
  void noPartitionExceedsTheBoundAndNoneIsEmptyWithoutNeed(@ForAll long seed) {
    Random random = new Random(seed);
    int partitions = 1 + random.nextInt(12);
    int spread = 1 + random.nextInt(40);
    List<WeightedValue> sample = new ArrayList<>();
    for (int i = 1 + random.nextInt(60); i > 0; i--) {
      long weight = random.nextInt(10) == 0 ? 1 + random.nextInt(100) : 1 + random.nextInt(3);
      sample.add(new WeightedValue(Value.ofInt(random.nextInt(spread)), weight));
    }
    long[] weights = weights(sample, SampledBoundaries.of(sample, partitions));
    long[] ofValues = new long[spread];
    sample.forEach(one -> ofValues[((Value.Int32) one.value()).value()] += one.weight());
    Skew values = Skew.of(ofValues);
    Skew skew = Skew.of(weights);
    double harmonic = IntStream.range(1, partitions).mapToDouble(i -> 1.0 / i).sum();
    double bound = (double) values.total() / partitions + values.largest() / 2.0 * (1 + harmonic);
    assertThat((double) skew.largest()).isLessThanOrEqualTo(Math.max(bound, values.largest()));
    assertThat(skew.empty()).isEqualTo(Math.max(0, partitions - (spread - values.empty())));
  }

  @Test
  void skewIsHeaviestToMean() {
    assertThat(Skew.of(10, 10, 10, 10).largestToMean()).isEqualTo(1);
    assertThat(Skew.of(30, 5, 5, 0)).isEqualTo(new Skew(4, 1, 30, 40));
    assertThat(Skew.of(30, 5, 5, 0).largestToMean()).isEqualTo(3);
    assertThat(Skew.of(0, 0).largestToMean()).isEqualTo(1);
  }
}
