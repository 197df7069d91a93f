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

/**
 * When a task that consumes its input emits which records, so that its output keeps pace with its
 * input and has the right size at the end.
 *
 * <p>What was emitted never exceeds the output's share of what was consumed, and is less by one
 * record at most. At the end it is the whole output, to the byte; only an output that is shorter
 * than the shortest record is one such record. Each record costs constant time.
 */
final class Emission {
  private final long totalBytes;
  private final long inputBytes;
  private final int leastRecord;
  private final int mostRecord;
  private long emitted;

  /**
   * @param totalBytes what the task emits; not negative
   * @param inputBytes what it consumes, or is thought to; not negative
   * @param leastRecord length of the shortest record that there can be; positive
   * @param mostRecord length of an ordinary record; at least twice the shortest
   */
  Emission(long totalBytes, long inputBytes, int leastRecord, int mostRecord) {
    if (totalBytes < 0 || inputBytes < 0) {
      throw new IllegalArgumentException(
          "Neither output (%d bytes) nor input (%d bytes) can be negative."
              .formatted(totalBytes, inputBytes));
    }
    if (leastRecord < 1 || mostRecord < 2 * leastRecord) {
      throw new IllegalArgumentException(
          "Records of %d to %d bytes; the longest must be twice the shortest."
              .formatted(leastRecord, mostRecord));
    }
    this.totalBytes = totalBytes;
    this.inputBytes = inputBytes;
    this.leastRecord = leastRecord;
    this.mostRecord = mostRecord;
  }

  /**
   * Returns the length of the next record that is due; 0 if none is.
   *
   * @param consumed bytes of input so far; the input's length and more ask for all that is left
   */
  int next(long consumed) {
    long left = totalBytes - emitted;
    if (left <= 0) {
      return 0;
    }
    int record = length(left);
    boolean atEnd = consumed >= inputBytes;
    if (!atEnd && emitted + record > totalBytes * ((double) consumed / inputBytes)) {
      return 0;
    }
    emitted += record;
    return record;
  }

  /** Leaves no rest behind that would be too short for a record. */
  private int length(long left) {
    if (left <= mostRecord) {
      return (int) Math.max(left, leastRecord);
    }
    return left < mostRecord + leastRecord ? (int) (left - leastRecord) : mostRecord;
  }

  /** Returns what was emitted so far, in bytes. */
  long emitted() {
    return emitted;
  }
}
