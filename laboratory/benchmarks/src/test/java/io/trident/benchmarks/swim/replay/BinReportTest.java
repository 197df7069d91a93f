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
import static org.assertj.core.api.Assertions.within;

import io.trident.benchmarks.results.PolicyRun;
import io.trident.benchmarks.results.ReadFrom;
import io.trident.benchmarks.results.ReadFrom.Distance;
import io.trident.benchmarks.results.SeveralJobs;
import io.trident.benchmarks.results.Summary;
import io.trident.benchmarks.swim.SizeBin;
import io.trident.core.model.Medium;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BinReportTest {
  private static final Map<String, Integer> READS = Map.of("memory-local", 3, "ssd-rack", 1);

  private static ReplayedJob job(SizeBin bin, double seconds, boolean failed) {
    return failed
        ? new ReplayedJob("x", bin, 0, 9, seconds, 0, 0, 0, 0, 0, Map.of(), 0, 0, 0, "why")
        : new ReplayedJob("x", bin, 0, 1, seconds, 2 * seconds, 4, 1, 100, 0, READS, 4, 1, 0, null);
  }

  private static BinReport.Run run(String policy, String prefetcher) {
    return new BinReport.Run("testbed", 160, 8, 2, Map.of("memory", 3200.0), policy, prefetcher, 2);
  }

  @Test
  void percentilesAndSumsAreThoseOfTheJobsThatSucceeded() {
    List<ReplayedJob> jobs = new ArrayList<>();
    IntStream.rangeClosed(1, 200).forEach(i -> jobs.add(job(SizeBin.B, 201 - i, false)));
    jobs.add(job(SizeBin.B, 100_000, true));
    jobs.add(job(SizeBin.A, 7, false));

    List<BinReport> bins = BinReport.of(jobs);
    assertThat(bins).extracting(BinReport::bin).containsExactly(SizeBin.A, SizeBin.B);
    BinReport b = bins.get(1);
    assertThat(b.jobs()).isEqualTo(201);
    assertThat(b.failed()).isEqualTo(1);
    assertThat(b.meanSeconds()).isCloseTo(100.5, within(1e-9));
    assertThat(b.medianSeconds()).isEqualTo(100);
    assertThat(b.p99Seconds()).isEqualTo(198);
    assertThat(b.taskSeconds()).isCloseTo(200 * 201, within(1e-6));
    assertThat(b.maps()).isEqualTo(800);
    assertThat(b.lateSeconds()).isEqualTo(9);
    assertThat(b.percent(new ReadFrom(Medium.MEMORY, Distance.LOCAL))).isEqualTo(75);
    assertThat(b.percent(new ReadFrom(Medium.SSD, Distance.RACK))).isEqualTo(25);
    assertThat(b.percent(new ReadFrom(Medium.DISK, Distance.REMOTE))).isZero();
  }

  @Test
  void mapsOfJobsWithoutInputReadFromNowhere() {
    ReplayedJob empty =
        new ReplayedJob("x", SizeBin.B, 0, 1, 5, 2, 1, 0, 0, 0, Map.of(), 0, 0, 0, null);
    BinReport bin = BinReport.of(List.of(job(SizeBin.B, 5, false), empty)).get(0);

    assertThat(bin.maps()).isEqualTo(5);
    assertThat(bin.reading()).isEqualTo(4);
    assertThat(bin.percent(new ReadFrom(Medium.MEMORY, Distance.LOCAL))).isEqualTo(75);
    assertThat(bin.run(run("trident", "none")).maps()).isEqualTo(4);
  }

  @Test
  void aBinWhoseJobsAllFailedHasNoTimes() {
    BinReport bin = BinReport.of(List.of(job(SizeBin.F, 5, true))).get(0);

    assertThat(bin.failed()).isEqualTo(bin.jobs()).isEqualTo(1);
    assertThat(bin.meanSeconds() + bin.medianSeconds() + bin.p99Seconds()).isZero();
    assertThat(bin.percent(new ReadFrom(Medium.SSD, Distance.LOCAL))).isZero();
  }

  @Test
  void linesOfPoliciesAreComparable() {
    PolicyRun slow =
        BinReport.of(List.of(job(SizeBin.C, 20, false), job(SizeBin.C, 40, false)))
            .get(0)
            .run(run("default", "none"));
    PolicyRun fast =
        BinReport.of(List.of(job(SizeBin.C, 15, false))).get(0).run(run("trident", "none"));

    assertThat(slow.workload()).isEqualTo("swim");
    assertThat(slow.profile()).isEqualTo("C");
    assertThat(slow.seconds()).isEqualTo(30);
    assertThat(slow.bytes()).isEqualTo(200);
    assertThat(slow.prefetched()).isNull();
    List<Summary> summaries = Summary.of(List.of(slow, fast), "default");
    assertThat(summaries).hasSize(2);
    assertThat(Objects.requireNonNull(summaries.get(1).reduction()).mean())
        .isCloseTo(50, within(1e-9));
    assertThat(summaries.get(1).share(new ReadFrom(Medium.MEMORY, Distance.LOCAL))).isEqualTo(75);
  }

  @Test
  void prefetchedBlocksAreReportedWhereAPrefetcherRan() {
    PolicyRun line =
        BinReport.of(List.of(job(SizeBin.C, 20, false))).get(0).run(run("trident", "trident"));

    assertThat(line.prefetched()).isEqualTo(4);
    assertThat(line.wasted()).isEqualTo(1);
    assertThat(line.prefetcher()).isEqualTo("trident");
  }

  @Test
  void blocksAreWastedThatNoMapReadFromMemory() {
    Map<String, Integer> reads = Map.of("memory-local", 2, "memory-rack", 1, "disk-local", 4);

    assertThat(ReplayedJob.wasted(5, reads)).isEqualTo(2);
    assertThat(ReplayedJob.wasted(3, reads)).isZero();
    assertThat(ReplayedJob.wasted(2, reads)).as("an earlier job had prefetched the third").isZero();
    assertThat(ReplayedJob.wasted(0, Map.of())).isZero();
  }

  @Test
  void delaysAreReportedOfTheJobsThatWereHeldBack() {
    List<ReplayedJob> jobs =
        List.of(
            job(SizeBin.C, 20, false), delayed(20, 1.5), delayed(30, 4), job(SizeBin.C, 99, true));
    BinReport bin = BinReport.of(jobs).get(0);

    assertThat(bin.delayed()).isEqualTo(2);
    assertThat(bin.run(run("trident", "trident-delay")).several())
        .isEqualTo(new SeveralJobs(3, 2, 5.5, 4, 30));
  }

  private static ReplayedJob delayed(double seconds, double delay) {
    return new ReplayedJob(
        "x", SizeBin.C, 0, 1, seconds, 2, 4, 1, 100, 0, READS, 4, 1, delay, null);
  }
}
