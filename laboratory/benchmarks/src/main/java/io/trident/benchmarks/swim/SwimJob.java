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

import java.util.Objects;

/**
 * One job of a trace: a row of a SWIM file.
 *
 * @param name unique in a trace
 * @param submitSeconds when it is submitted, in seconds from the start of the trace; finite, not
 *     negative
 * @param inputBytes what its maps read
 * @param shuffleBytes what moves from maps to reduces; 0 for a job without reduces, or whose maps
 *     write nothing
 * @param outputBytes what it writes
 * @param inputPath what it reads; empty if the trace does not name it, the job then has an input of
 *     its own
 * @param outputPath what it writes to; empty if the trace does not name it, as in all published
 *     ones
 */
public record SwimJob(
    String name,
    double submitSeconds,
    long inputBytes,
    long shuffleBytes,
    long outputBytes,
    String inputPath,
    String outputPath) {
  public SwimJob {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(inputPath, "inputPath");
    Objects.requireNonNull(outputPath, "outputPath");
    if (!(submitSeconds >= 0) || Double.isInfinite(submitSeconds)) {
      throw new IllegalArgumentException(
          "Job %s is submitted after %s s; give a finite time that is not negative."
              .formatted(name, submitSeconds));
    }
    check(name, "input", inputBytes);
    check(name, "shuffle", shuffleBytes);
    check(name, "output", outputBytes);
  }

  /** Returns the bin of the paper's Table 2 that the job is in. */
  public SizeBin bin() {
    return SizeBin.of(inputBytes);
  }

  private static void check(String job, String what, long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException(
          "Job %s has %d bytes of %s; give a number that is not negative."
              .formatted(job, bytes, what));
    }
  }
}
