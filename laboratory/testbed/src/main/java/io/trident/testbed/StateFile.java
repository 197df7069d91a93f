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
package io.trident.testbed;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * What a test bed made, oldest first, one line each. A line is on the disk before the thing is
 * made, so that whoever cleans up after a crash finds all; things may be missing, lines may not.
 */
final class StateFile {
  private final Path file;

  StateFile(Path file) {
    this.file = file;
  }

  /** Adds a line and waits until it is on the disk. */
  synchronized void record(Made.Kind kind, Object name) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      ByteBuffer line =
          StandardCharsets.UTF_8.encode(new Made(kind, name.toString()).line() + "\n");
      while (line.hasRemaining()) {
        channel.write(line);
      }
      channel.force(true);
    }
  }

  /** Returns all lines, oldest first. A last line that a crash cut off is nothing that was made. */
  List<Made> read() throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    String text = Files.readString(file, StandardCharsets.UTF_8);
    return text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .map(Made::parse)
        .distinct()
        .toList();
  }
}
