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
package io.trident.lab.swim;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.benchmarks.swim.SizeBin;
import io.trident.benchmarks.swim.SwimJob;
import io.trident.benchmarks.swim.SwimTrace;
import io.trident.benchmarks.swim.replay.BinReport;
import io.trident.benchmarks.swim.replay.ReplayWorkload;
import io.trident.benchmarks.swim.replay.ReplayedJob;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReplayProgressTest {
  private static ReplayedJob job(double seconds, @Nullable String failure) {
    return new ReplayedJob(
        "job1",
        SizeBin.C,
        0,
        0.5,
        seconds,
        20,
        8,
        1,
        100,
        0,
        Map.of("memory-local", 6, "ssd-remote", 2),
        5,
        1,
        0,
        failure);
  }

  @Test
  void progressIsReportedNowAndThenAndFailuresAtOnce() {
    StringWriter text = new StringWriter();
    AtomicLong nanos = new AtomicLong();
    List<ReplayWorkload.Step> steps =
        new ReplayWorkload(
                new SwimTrace(
                    "x",
                    List.of(
                        new SwimJob("job1", 0, 1, 0, 0, "", ""),
                        new SwimJob("job2", 1_000, 1, 0, 0, "", ""))),
                "",
                1,
                1,
                1)
            .steps();
    ReplayProgress progress = new ReplayProgress(new PrintWriter(text), nanos::get, steps, 10);
    nanos.set(3_000_000_000L);
    progress.ended(1, 0, job(3, null));
    assertThat(text.toString()).isEmpty();
    nanos.set(4_000_000_000L);
    progress.ended(1, 1, job(3, "out of luck"));
    assertThat(text.toString()).isEqualTo("[   4 s] job1 failed: out of luck%n".formatted());
    nanos.set(20_000_000_000L);
    progress.ended(1, 0, job(14, null));
    assertThat(text.toString())
        .endsWith("[  20 s] 1 of 2 jobs ended, 0 failed; about 100 s left%n".formatted());
  }

  @Test
  void theTableHasEachBinsJobs() {
    String table =
        ReplayTable.of(BinReport.of(List.of(job(10, null), job(30, null), job(1, "no"))));

    assertThat(table.lines().toList().get(1).split(" +"))
        .containsExactly(
            "C", "3", "1", "16", "75.0", "0.0", "0.0", "0.0", "25.0", "20.0", "10.0", "30.0",
            "40.0", "10", "2", "0", "0.0", "0.5");
  }
}
