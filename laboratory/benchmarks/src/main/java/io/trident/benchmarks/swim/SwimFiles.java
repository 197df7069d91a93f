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

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes SWIM's tab-separated files (SWIM wiki, "Workloads repository").
 *
 * <p>A row has six columns: unique job id, seconds of submission from the start, seconds since the
 * submission before, bytes of map input, of shuffle, of output. A seventh is the input path, an
 * eighth the path of the output, so that a trace can state that a job reads what another wrote; a
 * ninth, empty in the published files, is ignored.
 *
 * <p>Read is, too, what spreadsheets and scripts make of such files: separated by commas,
 * semicolons or blanks where a row has no tab; compressed with gzip; with a byte order mark, empty
 * lines, comments ({@code #}), a line of headings; numbers with decimals or exponents, which are
 * rounded where bytes are meant.
 */
public final class SwimFiles {
  private static final int GZIP_MAGIC = 0x1f8b;

  private SwimFiles() {}

  /**
   * Reads a file.
   *
   * @throws SwimFormatException if it is not a SWIM trace, or damaged: names file, line and remedy
   * @throws IOException if it cannot be read
   */
  public static SwimTrace read(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    try (BufferedInputStream stored = new BufferedInputStream(Files.newInputStream(file))) {
      return read(name, new InputStreamReader(decompressed(name, stored), StandardCharsets.UTF_8));
    }
  }

  private static InputStream decompressed(String name, BufferedInputStream stored)
      throws IOException {
    stored.mark(2);
    boolean isCompressed = (stored.read() << 8 | stored.read()) == GZIP_MAGIC;
    stored.reset();
    try {
      return isCompressed ? new GZIPInputStream(stored) : stored;
    } catch (EOFException | ZipException e) {
      throw damaged(name, 1, e);
    }
  }

  private static SwimFormatException damaged(String source, int line, IOException e) {
    return new SwimFormatException(
        source, line, "the compressed data ends here: %s; copy the file anew.".formatted(e));
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
    boolean maybeHeadings = true;
    for (String line = next(source, 1, lines);
        line != null;
        line = next(source, number + 1, lines)) {
      number++;
      SwimRow row = SwimRow.of(source, number, line);
      if (row.isEmpty() || (maybeHeadings && row.isOfHeadings())) {
        maybeHeadings &= row.isEmpty();
        continue;
      }
      maybeHeadings = false;
      SwimJob job = row.job();
      if (!names.add(job.name())) {
        throw new SwimFormatException(
            source,
            number,
            "job %s was listed before; ids are unique, so rename or remove one."
                .formatted(job.name()));
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

  private static @Nullable String next(String source, int number, BufferedReader lines)
      throws IOException {
    try {
      return lines.readLine();
    } catch (EOFException | ZipException e) {
      throw damaged(source, number, e);
    }
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
}
