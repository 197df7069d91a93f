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
package io.trident.benchmarks.workloads;

import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * A task that succeeded and whose partition is a part of the input. It has read it, unless an
 * earlier task of the same partition left it in its engine's cache.
 *
 * @param stage of its engine
 * @param index of its partition, from 0
 * @param host name of the node that it ran on, as its engine has it
 * @param partition what of the input its partition is, one range at least
 * @param startMillis when it was launched, in milliseconds since the epoch
 * @param endMillis when its engine knew of its end, likewise
 */
public record InputTask(
    int stage, int index, String host, List<Range> partition, long startMillis, long endMillis) {
  public InputTask {
    partition = List.copyOf(partition);
    if (partition.isEmpty()) {
      throw new IllegalArgumentException("A task that reads input has a range of it");
    }
  }

  /**
   * A part of a file.
   *
   * @param file path in the file system
   * @param offset of its first byte
   * @param length in bytes, at least 1
   */
  public record Range(Path file, long offset, long length) {
    public Range {
      if (offset < 0 || length < 1) {
        throw new IllegalArgumentException(
            "No range of %s: %d bytes from %d".formatted(file, length, offset));
      }
    }
  }

  /** Returns a name that no other task of its run has. */
  public String id() {
    return "task %d of stage %d on %s at %d".formatted(index, stage, host, startMillis);
  }
}
