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

/**
 * How long a task takes beside reading its input, as a line in the input's length (Trident paper,
 * section 4.1, Algorithm 5 line 14).
 *
 * @param fixedSeconds the time of a task without input, in seconds; finite and not negative
 * @param secondsPerByte the time of each byte, in seconds; finite and not negative
 */
public record CpuTimeModel(double fixedSeconds, double secondsPerByte) {
  private static final double DEFAULT_BYTES_PER_SECOND = 64 * (1L << 20);

  /** For a class of jobs of which nothing is known: 64 MB/s, as in the paper's Figure 8. */
  public static final CpuTimeModel DEFAULT = ofRate(DEFAULT_BYTES_PER_SECOND);

  public CpuTimeModel {
    check("The fixed time of a task", fixedSeconds);
    check("The time of a byte", secondsPerByte);
  }

  /**
   * A model of a constant rate.
   *
   * @param bytesPerSecond positive; may be infinite, for tasks that take no time beside reading
   */
  public static CpuTimeModel ofRate(double bytesPerSecond) {
    if (!(bytesPerSecond > 0)) {
      throw new IllegalArgumentException(
          "Tasks process %s bytes per second; give a positive rate.".formatted(bytesPerSecond));
    }
    return new CpuTimeModel(0, 1 / bytesPerSecond);
  }

  /** Returns the time of a task on a node of speed 1, in seconds. */
  public double seconds(long bytes) {
    return fixedSeconds + secondsPerByte * bytes;
  }

  private static void check(String what, double seconds) {
    if (!Double.isFinite(seconds) || seconds < 0) {
      throw new IllegalArgumentException(
          "%s is %s s; give a finite time that is not negative.".formatted(what, seconds));
    }
  }
}
