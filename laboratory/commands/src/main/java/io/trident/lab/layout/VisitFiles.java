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
package io.trident.lab.layout;

import io.trident.benchmarks.workloads.data.UserVisits;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Rows of {@link UserVisits} as a directory of files, and how that is converted. */
public final class VisitFiles {
  /** How many files there are. */
  public static final int FILES = 3;

  /** The columns, as {@code layout convert} and Spark have them. */
  public static final String SCHEMA =
      "sourceIP string, destURL string, visitDate date, adRevenue decimal(10,6), userAgent string,"
          + " countryCode string, languageCode string, searchWord string, duration int";

  /** The dimensions: by hash, and by two ranges. */
  public static final List<String> DIMENSIONS = List.of("destURL", "visitDate", "sourceIP");

  private static final int ROWS_PER_PAGE = 20;
  private static final int BUFFER = 1 << 16;

  private VisitFiles() {}

  /**
   * Writes the files.
   *
   * @return their bytes, each counted once
   */
  public static long write(FileSystem fileSystem, Path directory, int rows, long seed)
      throws IOException {
    UserVisits visits = new UserVisits(rows, rows / ROWS_PER_PAGE, seed, FILES);
    for (int part = 0; part < FILES; part++) {
      Path file = new Path(directory, "part-%05d.csv".formatted(part));
      try (Writer out =
          new BufferedWriter(
              new OutputStreamWriter(
                  new BufferedOutputStream(fileSystem.create(file), BUFFER),
                  StandardCharsets.UTF_8))) {
        visits.generate(part, visit -> line(out, visits.line(visit)));
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }
    return fileSystem.getContentSummary(directory).getLength();
  }

  private static void line(Writer out, String line) {
    try {
      out.write(line);
      out.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the arguments of {@code bin/trident} that make the directory a table.
   *
   * @param extents of a dimension of a super-extent, which are one parity group
   * @param extentMb size of an extent in MiB, about
   */
  public static List<String> conversion(Path directory, int extents, int extentMb) {
    return List.of(
        "layout",
        "convert",
        directory.toString(),
        "--by",
        "destURL:hash,visitDate,sourceIP",
        "--format",
        "csv",
        "--schema",
        SCHEMA,
        "--extents",
        Integer.toString(extents),
        "--target-mb",
        Integer.toString(extentMb),
        "--parity-group",
        Integer.toString(extents));
  }
}
