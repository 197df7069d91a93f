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
package io.trident.layout.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.layout.extent.ExtentRebuilder;
import io.trident.layout.extent.Rebuilt;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long a rebuild takes in this JVM, in a worker that has just started, and in one that has
 * rebuilt before. It prints seconds: {@code ./mvnw verify -pl trident-layout -am -Pslow
 * -Dit.test=WorkerCostIT -Dtest=none}, with {@code -Dfailsafe.failIfNoSpecifiedTests=false} and
 * {@code -Dsurefire.failIfNoSpecifiedTests=false}.
 */
@Tag("slow")
@Tag("measured")
class WorkerCostIT {
  private static final DataExtent LOST = new DataExtent(0, 0);
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final int ROWS = 500_000;
  private static final int FILLING = 235;
  private static final int RUNS = 5;

  /** A rebuild of the extent. */
  @FunctionalInterface
  private interface Way {
    Rebuilt rebuild() throws IOException;
  }

  @Test
  void anExtentIsTheSameInEachWayWhateverItCosts(@TempDir Path directory) throws Exception {
    JobTable table = new JobTable(directory, ROWS, FILLING, 64 << 20);
    RebuildJob job = table.job(LOST);
    ExtentRebuilder here =
        new ExtentRebuilder(
            table.table().manifest(), table.table().adapter(), table.table(), job.space());
    WorkerCommand command = WorkerCase.command(WorkerMain.class, 512);
    List<Double> inThisJvm = new ArrayList<>();
    List<Double> cold = new ArrayList<>();
    List<Double> warm = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      inThisJvm.add(
          seconds(table, () -> here.rebuild(job.step(), OutputStream.nullOutputStream())));
      try (Workers workers = new Workers(command, LONG, LONG, System::nanoTime)) {
        Way way =
            () ->
                workers.rebuild(
                    WorkerCase.OWNER, job, table.table(), OutputStream.nullOutputStream());
        cold.add(seconds(table, way));
        seconds(table, way);
        warm.add(seconds(table, way));
      }
    }
    System.out.printf(
        "An extent of %.1f MiB; in this JVM %s, first of a worker %s, third %s%n",
        table.bytes(LOST).length / 1048576.0, inThisJvm, cold, warm);
  }

  private static double seconds(JobTable table, Way way) throws IOException {
    long begin = System.nanoTime();
    assertThat(way.rebuild().object().length()).isEqualTo(table.bytes(LOST).length);
    return Math.round((System.nanoTime() - begin) / 1e7) / 100.0;
  }
}
