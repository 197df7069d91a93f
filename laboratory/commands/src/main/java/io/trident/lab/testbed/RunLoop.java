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

import io.trident.benchmarks.results.PolicyRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Goes through the runs of a comparison, and past those that fail: a night's other runs are worth
 * having. What failed is not on file, so it is run again when the comparison is started again.
 */
final class RunLoop {
  /** So many failures one after the other are no chance. */
  private static final int GIVE_UP_AFTER = 3;

  /**
   * Runs that do not count before the first that does. All daemons may be new then, DataNodes and
   * NodeManagers among them, which compile their code as they use it; later a ResourceManager is.
   */
  private static final int FIRST_WARM_UPS = 3;

  private static final double NANOS_A_MINUTE = 60e9;

  /** What runs are made on. */
  interface Bed {
    /** Writes the input of a run's repetition, unless it is there. */
    void prepare(ComparePlan.Run run) throws IOException, InterruptedException;

    /** Restarts daemons if a run needs other ones; returns whether it did. */
    boolean switchTo(ComparePlan.Run run) throws IOException;

    /** Restarts daemons, which ends what a failed run left there. */
    void restart() throws IOException;

    /** Makes a run that does not count, if one is wanted after daemons were started. */
    void warmUp(ComparePlan.Run run) throws IOException, InterruptedException;

    /** Makes a run. */
    PolicyRun measure(ComparePlan.Run run) throws IOException, InterruptedException;
  }

  private final Bed bed;
  private final Consumer<String> progress;
  private final LongSupplier nanoTime;

  RunLoop(Bed bed, Consumer<String> progress, LongSupplier nanoTime) {
    this.bed = bed;
    this.progress = progress;
    this.nanoTime = nanoTime;
  }

  /**
   * Makes all runs.
   *
   * @throws IOException if some failed, or several in a row, when it does not go on
   */
  void run(List<ComparePlan.Run> runs) throws IOException, InterruptedException {
    long start = nanoTime.getAsLong();
    List<String> failed = new ArrayList<>();
    int inARow = 0;
    boolean started = true;
    for (int i = 0; i < runs.size(); i++) {
      ComparePlan.Run run = runs.get(i);
      String position = "%d of %d".formatted(i + 1, runs.size());
      try {
        bed.prepare(run);
        started |= bed.switchTo(run);
        if (started) {
          for (int warmUp = 0; warmUp < (i == 0 ? FIRST_WARM_UPS : 1); warmUp++) {
            bed.warmUp(run);
          }
        }
        PolicyRun measured = bed.measure(run);
        started = false;
        inARow = 0;
        double each = (nanoTime.getAsLong() - start) / NANOS_A_MINUTE / (i + 1);
        report(
            "%s, about %.0f min left: %s: %s",
            position, Math.ceil(each * (runs.size() - i - 1)), run.key(), summary(measured));
      } catch (IOException e) {
        failed.add(run.key().toString());
        inARow++;
        report("%s failed: %s: %s", position, run.key(), Objects.toString(e.getMessage()));
        if (inARow == GIVE_UP_AFTER) {
          throw new IOException(
              "%d runs in a row failed, the last one by: %s".formatted(inARow, e.getMessage()), e);
        }
        if (i + 1 < runs.size()) {
          bed.restart();
          started = true;
        }
      }
    }
    if (!failed.isEmpty()) {
      throw new IOException(
          "%d of %d runs failed; start the comparison again to repeat them: %s"
              .formatted(failed.size(), runs.size(), String.join("; ", failed)));
    }
  }

  private static String summary(PolicyRun run) {
    String prefetching =
        run.prefetched() == null
            ? ""
            : ", %d prefetched, %d wasted"
                .formatted(run.prefetched(), Objects.requireNonNullElse(run.wasted(), 0));
    return String.format(
        Locale.ROOT,
        "%.1f s, tasks %.1f s, %s%s",
        run.seconds(),
        run.taskSeconds(),
        run.locality(),
        prefetching);
  }

  private void report(String format, Object... values) {
    progress.accept(String.format(Locale.ROOT, format, values));
  }
}
