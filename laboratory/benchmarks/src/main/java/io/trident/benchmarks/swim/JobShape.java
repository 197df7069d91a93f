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

import java.math.BigInteger;

/**
 * How a job is divided into tasks: a map for each block of its input, a reduce for each so many
 * bytes of shuffle.
 *
 * @param maps at least 1, as a job without input has a map that reads nothing
 * @param reduces 0 for a job without shuffle
 */
public record JobShape(int maps, int reduces) {
  private static final int MOST_REDUCES = 9_999;

  /**
   * Returns a job's shape.
   *
   * @param blockBytes length of a block of its input; positive
   * @param reduceBytes what a reduce takes, about; positive
   */
  public static JobShape of(SwimJob job, long blockBytes, long reduceBytes) {
    return new JobShape(
        Math.toIntExact(Math.max(1, parts(job.inputBytes(), blockBytes))),
        (int) Math.min(parts(job.shuffleBytes(), reduceBytes), MOST_REDUCES));
  }

  /** Returns the part of a total of one of so many tasks: all sum to it, and differ by one. */
  public static long part(long total, int index, int count) {
    return total / count + (index < total % count ? 1 : 0);
  }

  /**
   * Returns how much of a total belongs to the first bytes of an input, rounded down; to all bytes
   * of it, and to an input without bytes, all of it.
   *
   * @param total not negative
   * @param bytes not negative
   * @param inputBytes not negative
   */
  public static long upTo(long total, long bytes, long inputBytes) {
    if (bytes >= inputBytes) {
      return total;
    }
    return BigInteger.valueOf(total)
        .multiply(BigInteger.valueOf(bytes))
        .divide(BigInteger.valueOf(inputBytes))
        .longValueExact();
  }

  private static long parts(long bytes, long each) {
    return bytes / each + (bytes % each == 0 ? 0 : 1);
  }
}
