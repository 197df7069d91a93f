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
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadGeneratorTest {
  private static final double GIGABYTE = 1L << 30;

  /** The paper's Table 2: jobs and I/O by bin. */
  @ParameterizedTest
  @CsvSource({
    "A, 744, 3.2",
    "B, 162, 16.1",
    "C, 40, 12.0",
    "D, 30, 19.3",
    "E, 16, 21.9",
    "F, 8, 27.5"
  })
  void reproducesTable2(SizeBin bin, int jobs, double percentOfBytes) {
    for (long seed = 0; seed < 5; seed++) {
      SwimTrace trace = WorkloadGenerator.generate(WorkloadProfile.PAPER, seed);
      TraceStatistics statistics = TraceStatistics.of(trace);

      assertThat(statistics.jobs().get(bin)).isEqualTo(jobs);
      assertThat(100.0 * statistics.inputBytes().getOrDefault(bin, 0L) / trace.inputBytes())
          .isCloseTo(percentOfBytes, within(0.1));
    }
  }

  /** Section 7.1: 380 files of 32 GB, 660 readers, 76.8 % once, 4.5 % more than five times. */
  @Property(tries = 20)
  void reproducesTheFilesThatExist(@ForAll long seed) {
    TraceStatistics.Popularity files =
        TraceStatistics.of(WorkloadGenerator.generate(WorkloadProfile.PAPER, seed)).existing();

    assertThat(files.files()).isEqualTo(380);
    assertThat(files.reads()).isEqualTo(660);
    assertThat(100.0 * files.once() / files.files()).isCloseTo(76.8, within(0.1));
    assertThat(100.0 * files.often() / files.files()).isCloseTo(4.5, within(0.1));
    assertThat(files.bytes() / GIGABYTE).isCloseTo(32, Percentage.withPercentage(15));
  }

  @Test
  void aSmallerSizeIsMetToo() {
    WorkloadProfile paper = WorkloadProfile.PAPER;
    WorkloadProfile smaller =
        new WorkloadProfile(
            paper.jobs(),
            paper.seconds(),
            paper.jobShares(),
            paper.byteShares(),
            paper.bytesRead(),
            paper.existing(),
            28L << 30,
            paper.generated(),
            paper.unreadBytes(),
            paper.mapOnlyShare());
    TraceStatistics files = TraceStatistics.of(WorkloadGenerator.generate(smaller, 1));

    assertThat(files.existing().bytes() / GIGABYTE).isCloseTo(28, Percentage.withPercentage(2));
  }

  /** Section 7.1: 63 files, 340 readers, 52.4 % once, 25.4 % more than five times. */
  @Property(tries = 20)
  void reproducesTheFilesThatJobsWrite(@ForAll long seed) {
    SwimTrace trace = WorkloadGenerator.generate(WorkloadProfile.PAPER, seed);
    TraceStatistics.Popularity files = TraceStatistics.of(trace).generated();

    assertThat(files.files()).isEqualTo(63);
    assertThat(files.reads()).isEqualTo(340);
    assertThat(100.0 * files.once() / files.files()).isCloseTo(52.4, within(0.1));
    assertThat(100.0 * files.often() / files.files()).isCloseTo(25.4, within(0.1));
    assertThat(files.bytes() / GIGABYTE)
        .isBetween(10.0, 18.0); // 92 GB of all files less the others: 13
    double unread = -files.bytes();
    for (SwimJob job : trace.jobs()) {
      unread += job.outputBytes();
    }
    assertThat(unread / GIGABYTE).isCloseTo(47, Percentage.withPercentage(0.1));
  }

  @Property(tries = 20)
  void isSubmittedWithinItsTimeAndReadsWhatWasWrittenBefore(
      @ForAll long seed, @ForAll @IntRange(min = 500, max = 3_000) int jobs) {
    WorkloadProfile profile = WorkloadProfile.PAPER.withJobs(jobs);
    SwimTrace trace = WorkloadGenerator.generate(profile, seed);

    assertThat(trace.jobs()).hasSize(jobs);
    Map<String, SwimJob> writers = new HashMap<>();
    Map<String, Long> sizes = new HashMap<>();
    for (SwimJob job : trace.jobs()) {
      assertThat(job.submitSeconds()).isBetween(0.0, profile.seconds());
      assertThat(job.bin()).isLessThan(SizeBin.LARGER);
      assertThat(sizes.merge(job.inputPath(), job.inputBytes(), (first, second) -> first))
          .as("one size of %s", job.inputPath())
          .isEqualTo(job.inputBytes());
      if (job.inputPath().startsWith("/swim/output/")) {
        SwimJob writer = Objects.requireNonNull(writers.get(job.inputPath()), job.name());
        assertThat(writer.outputBytes()).isEqualTo(job.inputBytes());
        assertThat(writer.submitSeconds() + WorkloadGenerator.WRITTEN_BEFORE_SECONDS)
            .isLessThanOrEqualTo(job.submitSeconds());
      }
      writers.put(job.outputPath(), job);
    }
  }

  @Test
  void dependsOnTheSeedOnly() {
    SwimTrace trace = WorkloadGenerator.generate(WorkloadProfile.PAPER, 7);

    assertThat(WorkloadGenerator.generate(WorkloadProfile.PAPER, 7)).isEqualTo(trace);
    assertThat(WorkloadGenerator.generate(WorkloadProfile.PAPER, 8).jobs())
        .isNotEqualTo(trace.jobs());
  }

  @Test
  void hasMapOnlyJobs() {
    long mapOnly =
        WorkloadGenerator.generate(WorkloadProfile.PAPER, 3).jobs().stream()
            .filter(job -> job.shuffleBytes() == 0)
            .count();

    assertThat(mapOnly).isBetween(690L, 810L); // 750 +- 4 standard deviations
  }

  @Test
  void refusesFewJobsAndContradictions() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WorkloadProfile.PAPER.withJobs(499))
        .withMessageContaining("at least 500");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WorkloadProfile.FileCounts(10, 9, 5, 1))
        .withMessageContaining("are read at least 19 and");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WorkloadProfile.FileCounts(10, 31, 5, 0))
        .withMessageContaining("at least 15 and at most 30 times");
  }
}
