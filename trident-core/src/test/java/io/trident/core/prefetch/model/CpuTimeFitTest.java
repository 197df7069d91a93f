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
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class CpuTimeFitTest {
  private static final long MB = 1 << 20;

  /** Tasks of 1 to {@code count} MB that take 2 s and 10 ms per MB. */
  private static List<TaskSample> exact(int count) {
    List<TaskSample> samples = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      samples.add(new TaskSample(i * MB, 2 + 0.01 * i));
    }
    return samples;
  }

  private static void assertLine(CpuTimeModel model, double fixed, double perMegabyte) {
    assertThat(model.fixedSeconds()).isCloseTo(fixed, within(1e-6));
    assertThat(model.secondsPerByte() * MB).isCloseTo(perMegabyte, within(1e-6));
  }

  @Test
  void theLineThatTheTasksAreOn() {
    assertLine(CpuTimeFit.of(exact(2)), 2, 0.01);
    assertLine(CpuTimeFit.of(exact(100)), 2, 0.01);
  }

  @Test
  void noise() {
    Random random = new Random(3);
    List<TaskSample> samples = new ArrayList<>();
    for (TaskSample sample : exact(200)) {
      samples.add(
          new TaskSample(sample.bytes(), sample.cpuSeconds() + 0.1 * random.nextGaussian()));
    }
    CpuTimeModel model = CpuTimeFit.of(samples);
    assertThat(model.seconds(128 * MB)).isCloseTo(3.28, within(0.05));
  }

  @Test
  void stragglersAndGarbageDoNotCount() {
    List<TaskSample> samples = exact(50);
    samples.add(new TaskSample(10 * MB, 600));
    samples.add(new TaskSample(-1, 1));
    samples.add(new TaskSample(MB, -1));
    samples.add(new TaskSample(MB, Double.NaN));
    samples.add(new TaskSample(MB, Double.POSITIVE_INFINITY));

    assertLine(CpuTimeFit.of(samples), 2, 0.01);
  }

  @Test
  void nothingUsable() {
    assertThat(CpuTimeFit.of(List.of())).isEqualTo(CpuTimeModel.DEFAULT);
    assertThat(CpuTimeFit.of(List.of(new TaskSample(1, Double.NaN))))
        .isEqualTo(CpuTimeModel.DEFAULT);
  }

  @Test
  void oneLength() {
    assertLine(CpuTimeFit.of(List.of(new TaskSample(64 * MB, 1))), 0, 1.0 / 64);
    TaskSample same = new TaskSample(64 * MB, 2);
    assertLine(CpuTimeFit.of(List.of(same, same, same, same, same, same)), 0, 2.0 / 64);
  }

  @Test
  void noInput() {
    CpuTimeModel model = CpuTimeFit.of(List.of(new TaskSample(0, 3), new TaskSample(0, 5)));

    assertThat(model.fixedSeconds()).isEqualTo(4);
    assertThat(model.secondsPerByte()).isEqualTo(CpuTimeModel.DEFAULT.secondsPerByte());
  }

  @Test
  void linesThatCannotBe() {
    // Longer tasks took less.
    assertLine(CpuTimeFit.of(List.of(new TaskSample(MB, 3), new TaskSample(2 * MB, 1))), 2, 0);
    // The line starts below the origin.
    assertLine(CpuTimeFit.of(List.of(new TaskSample(MB, 1), new TaskSample(2 * MB, 5))), 0, 2);
  }

  @Property
  void anySamplesGiveAModel(@ForAll List<Long> lengths, @ForAll long seed) {
    Random random = new Random(seed);
    List<TaskSample> samples =
        lengths.stream()
            .map(bytes -> new TaskSample(bytes, 100 * random.nextGaussian() / random.nextInt(3)))
            .toList();

    double seconds = CpuTimeFit.of(samples).seconds(128 * MB);

    assertThat(seconds).isFinite().isNotNegative();
  }
}
