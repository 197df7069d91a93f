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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Reads and writes SWIM's tab-separated files (SWIM wiki, "Workloads repository").
 *
 * <p>A row has six columns: unique job id, seconds of submission from the start, seconds since the
 * submission before, bytes of map input, of shuffle, of output; or nine, of which the seventh is
 * the input path and the others are empty in the published files. The eighth is read as the path of
 * the output, so that a trace can say that a job reads what another wrote; the ninth is ignored.
 */
public final class SwimFiles {
  private static final int PLAIN = 6;
  private static final int WITH_PATHS = 9;

  private SwimFiles() {}

  /**
   * Reads a file.
   *
   * @throws SwimFormatException if it is no SWIM trace
   * @throws IOException if it cannot be read
   */
  public static SwimTrace read(Path file) throws IOException {
    try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      return read(String.valueOf(file.getFileName()), in);
    }
  }

  /**
   * Reads rows until the end.
   *
   * @param source the name of what is read, for errors and reports
   * @throws SwimFormatException if a row is no job: names the line
   */
  public static SwimTrace read(String source, Reader in) throws IOException {
    List<SwimJob> jobs = new ArrayList<>();
    Set<String> names = new HashSet<>();
    BufferedReader lines = new BufferedReader(in);
    int number = 0;
    double previous = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      SwimJob job = new Row(source, number, line.split("\t", -1)).job();
      if (!names.add(job.name())) {
        throw new SwimFormatException(
            source, number, "job %s was listed before; ids are unique.".formatted(job.name()));
      }
      if (job.submitSeconds() < previous) {
        throw new SwimFormatException(
            source,
            number,
            "submitted after %s s, but the row before after %s s; sort rows by the second column."
                .formatted(job.submitSeconds(), previous));
      }
      previous = job.submitSeconds();
      jobs.add(job);
    }
    return new SwimTrace(source, jobs);
  }

  /**
   * Writes a trace: six columns, or nine if any job has a path. Times are rounded to whole seconds,
   * as the format has them.
   */
  public static void write(SwimTrace trace, Path file) throws IOException {
    try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      write(trace, out);
    }
  }

  /** As {@link #write(SwimTrace, Path)}. */
  public static void write(SwimTrace trace, Appendable out) {
    boolean paths =
        trace.jobs().stream()
            .anyMatch(job -> !job.inputPath().isEmpty() || !job.outputPath().isEmpty());
    long previous = 0;
    try {
      for (SwimJob job : trace.jobs()) {
        long submit = Math.round(job.submitSeconds());
        out.append(
            "%s\t%d\t%d\t%d\t%d\t%d"
                .formatted(
                    job.name(),
                    submit,
                    submit - previous,
                    job.inputBytes(),
                    job.shuffleBytes(),
                    job.outputBytes()));
        if (paths) {
          out.append("\t%s\t%s\t".formatted(job.inputPath(), job.outputPath()));
        }
        out.append('\n');
        previous = submit;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One line of a file. */
  private record Row(String source, int number, String[] cells) {

    SwimJob job() throws SwimFormatException {
      if (cells.length != PLAIN && cells.length != WITH_PATHS) {
        throw new SwimFormatException(
            source,
            number,
            "%d columns; a row has %d, or %d with paths, separated by tabs."
                .formatted(cells.length, PLAIN, WITH_PATHS));
      }
      String name = Objects.requireNonNull(cells[0]);
      if (name.isBlank()) {
        throw new SwimFormatException(source, number, "no job id in column 1.");
      }
      long submit = whole(2, "seconds of submission");
      whole(3, "seconds since the submission before");
      return new SwimJob(
          name,
          submit,
          whole(4, "bytes of map input"),
          whole(5, "bytes of shuffle"),
          whole(6, "bytes of output"),
          path(7),
          path(8));
    }

    private long whole(int column, String what) throws SwimFormatException {
      try {
        long value = Long.parseLong(cells[column - 1].trim());
        if (value >= 0) {
          return value;
        }
      } catch (NumberFormatException e) {
        // said below
      }
      throw new SwimFormatException(
          source,
          number,
          "'%s' in column %d; %s are a whole number that is not negative."
              .formatted(cells[column - 1], column, what));
    }

    private String path(int column) {
      return column <= cells.length ? cells[column - 1].trim() : "";
    }
  }
}
