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

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;

/**
 * The lines that a job has written, in the order of its part files.
 *
 * @param files where they are
 * @param directory of the part files
 */
public record ResultFiles(FileSystem files, Path directory) {
  /** Parts that are read at once, and so the most that are in memory, of up to {@link #SMALL}. */
  private static final int AHEAD = 8;

  /** Bytes up to which a part is read as a whole. */
  static final long SMALL = 64L << 20;

  /** Takes one line. */
  public interface LineSink {
    /** Takes the next line. */
    void accept(String line) throws IOException;
  }

  /**
   * Reads all lines. Parts are read ahead, several at once: each may be on another slow disk.
   *
   * @throws FileNotFoundException if there is no result
   */
  public void forEach(LineSink sink) throws IOException {
    ExecutorService readers = Executors.newFixedThreadPool(AHEAD);
    try {
      Queue<FileStatus> later = new ArrayDeque<>(List.of(parts()));
      Queue<Part> ahead = new ArrayDeque<>();
      while (!later.isEmpty() || !ahead.isEmpty()) {
        while (!later.isEmpty() && ahead.size() < AHEAD) {
          FileStatus file = later.remove();
          ahead.add(new Part(file, readers.submit(() -> readIfSmall(file))));
        }
        Part part = ahead.remove();
        try (BufferedReader in = open(part)) {
          for (String line = in.readLine(); line != null; line = in.readLine()) {
            sink.accept(line);
          }
        }
      }
    } finally {
      readers.shutdownNow();
    }
  }

  /** A file, and its bytes or, of one that is too large to be held, none. */
  private record Part(FileStatus file, Future<Optional<byte[]>> bytes) {}

  private Optional<byte[]> readIfSmall(FileStatus file) throws IOException {
    if (file.getLen() > SMALL) {
      return Optional.empty();
    }
    try (InputStream in = files.open(file.getPath())) {
      return Optional.of(in.readAllBytes());
    }
  }

  private BufferedReader open(Part part) throws IOException {
    Optional<byte[]> bytes = FutureIO.awaitFuture(part.bytes());
    InputStream in =
        bytes.isPresent()
            ? new ByteArrayInputStream(bytes.get())
            : files.open(part.file().getPath());
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  private FileStatus[] parts() throws IOException {
    FileStatus[] parts = files.listStatus(directory, path -> path.getName().startsWith("part-"));
    if (parts.length == 0) {
      throw new FileNotFoundException(
          "%s has no part files; run the workload".formatted(directory));
    }
    Arrays.sort(parts);
    return parts;
  }

  /** Splits a line at tabs into so many fields. */
  static String[] fields(String line, int count) throws WrongResultException {
    String[] fields = line.split("\t", -1);
    if (fields.length != count) {
      throw new WrongResultException(
          "A line must have %d fields, not %d: '%s'".formatted(count, fields.length, line));
    }
    return fields;
  }

  /** Reads a finite number of a result. */
  static double number(String text) throws WrongResultException {
    try {
      double number = Double.parseDouble(text);
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Is none, as infinities are.
    }
    throw new WrongResultException("Not a finite number: '%s'".formatted(text));
  }
}
