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
package io.trident.benchmarks.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs on file, a line of JSON each, in the order in which they ended. A line counts once it has
 * its end: of a process that was killed while it wrote, the rest is dropped by the next one.
 */
public final class ResultsFile {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;

  /** Of a file that need not exist. */
  public ResultsFile(Path file) {
    this.file = file;
  }

  /**
   * Returns all runs; none if there is no file.
   *
   * @throws IOException naming the line, if one is not a run
   */
  public List<PolicyRun> read() throws IOException {
    List<PolicyRun> runs = new ArrayList<>();
    if (!Files.exists(file)) {
      return runs;
    }
    String text = Files.readString(file);
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
      try {
        runs.add(JSON.readValue(line, PolicyRun.class));
      } catch (JsonProcessingException e) {
        throw new IOException(
            "Line %d of %s is no run: %s".formatted(runs.size() + 1, file, e.getOriginalMessage()),
            e);
      }
    }
    return runs;
  }

  /** Adds a run; when this returns it is on the disk. */
  public void append(PolicyRun run) throws IOException {
    byte[] line = (JSON.writeValueAsString(run) + "\n").getBytes(StandardCharsets.UTF_8);
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      out.position(complete());
      out.truncate(out.position());
      ByteBuffer bytes = ByteBuffer.wrap(line);
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
  }

  /** Returns the length of all complete lines. */
  private long complete() throws IOException {
    byte[] all = Files.readAllBytes(file);
    int end = all.length;
    while (end > 0 && all[end - 1] != '\n') {
      end--;
    }
    return end;
  }
}
