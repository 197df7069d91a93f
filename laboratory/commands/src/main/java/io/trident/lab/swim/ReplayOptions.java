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

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a workload is replayed, whoever schedules. */
final class ReplayOptions {
  @Option(
      names = "--speed-up",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description = "Divide the times of submission by this; default ${DEFAULT-VALUE}.")
  private double speedUp;

  @Option(
      names = "--at-once",
      paramLabel = "JOBS",
      defaultValue = "16",
      description =
          "Jobs that this client has under way at once at most; others wait, and are counted as late."
              + " Default ${DEFAULT-VALUE}.")
  private int atOnce;

  @Option(
      names = "--results",
      paramLabel = "FILE",
      defaultValue = "results/swim.jsonl",
      description = "One line of JSON per bin and run; default ${DEFAULT-VALUE}.")
  private Path results = Path.of("");

  @Option(
      names = "--job-results",
      paramLabel = "FILE",
      description = "Also one line of JSON per job and run.")
  private @Nullable Path jobResults;

  double speedUp() {
    return speedUp;
  }

  int atOnce() {
    return atOnce;
  }

  Path results() {
    return results.toAbsolutePath();
  }

  @Nullable Path jobResults() {
    return jobResults == null ? null : jobResults.toAbsolutePath();
  }

  /**
   * Checks all.
   *
   * @throws IllegalArgumentException naming an option that is out of range
   */
  void check() {
    if (!(speedUp > 0) || Double.isInfinite(speedUp) || atOnce < 1) {
      throw new IllegalArgumentException(
          "--speed-up (%s) must be positive and finite, --at-once (%d) at least 1."
              .formatted(speedUp, atOnce));
    }
  }

  /** Returns the same options as words of a command line. */
  List<String> words() {
    List<String> words =
        new ArrayList<>(
            List.of(
                "--speed-up",
                Double.toString(speedUp),
                "--at-once",
                Integer.toString(atOnce),
                "--results",
                results().toString()));
    Path jobs = jobResults();
    if (jobs != null) {
      words.addAll(List.of("--job-results", jobs.toString()));
    }
    return words;
  }
}
