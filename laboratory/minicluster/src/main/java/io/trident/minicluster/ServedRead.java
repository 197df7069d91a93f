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
package io.trident.minicluster;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One read of one block, as the DataNode that served it recorded it.
 *
 * @param client name of the DFS client; contains the id of the task attempt where a task read
 * @param blockId id of the block
 * @param dataNodeUuid the DataNode that served the read
 * @param readerAddress address that the reader connected from
 * @param bytes bytes sent, checksums included
 * @param startMillis when the DataNode began to serve it, in milliseconds since the epoch
 */
public record ServedRead(
    String client,
    long blockId,
    String dataNodeUuid,
    String readerAddress,
    long bytes,
    long startMillis) {
  private static final Pattern LINE =
      Pattern.compile(
          "dest: /?([^,:]+):\\d+, .*bytes: (\\d+), op: HDFS_READ, cliID: ([^,]+), offset: \\d+,"
              + " srvID: ([^,]+), blockid: [^,]*:blk_(-?\\d+)_\\d+, duration\\(ns\\): (\\d+)");
  private static final Pattern ATTEMPT = Pattern.compile("attempt_\\d+_\\d+_[mr]_\\d+_\\d+");

  /**
   * Reads a line of the DataNode's client trace; empty if it is not about a read.
   *
   * @param endMillis when the line was written, which is when the read ended
   */
  public static Optional<ServedRead> parse(String line, long endMillis) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.find()) {
      return Optional.empty();
    }
    return Optional.of(
        new ServedRead(
            matcher.group(3),
            Long.parseLong(matcher.group(5)),
            matcher.group(4),
            matcher.group(1),
            Long.parseLong(matcher.group(2)),
            endMillis - TimeUnit.NANOSECONDS.toMillis(Long.parseLong(matcher.group(6)))));
  }

  /** Returns the id of the task attempt that read, if a task did. */
  public Optional<String> attempt() {
    Matcher matcher = ATTEMPT.matcher(client);
    return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
  }
}
