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
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The lines that a job has written, in the order of its part files.
 *
 * @param files where they are
 * @param directory of the part files
 */
public record ResultFiles(FileSystem files, Path directory) {
  /** Takes one line. */
  public interface LineSink {
    /** Takes the next line. */
    void accept(String line) throws IOException;
  }

  /**
   * Reads all lines.
   *
   * @throws FileNotFoundException if there is no result
   */
  public void forEach(LineSink sink) throws IOException {
    FileStatus[] parts = parts();
    for (FileStatus part : parts) {
      try (BufferedReader in =
          new BufferedReader(
              new InputStreamReader(files.open(part.getPath()), StandardCharsets.UTF_8))) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          sink.accept(line);
        }
      }
    }
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
