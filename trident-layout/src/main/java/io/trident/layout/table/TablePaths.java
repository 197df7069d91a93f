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
package io.trident.layout.table;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of the files of a logically replicated table, relative to its directory.
 *
 * <p>The extents of dimension 0 are in the directory itself, so that a reader that knows nothing of
 * Trident reads every row once. All else is below {@link #HIDDEN}, which such readers pass over, as
 * its name begins with an underscore.
 *
 * @param extension of the files of rows, with its dot, such as {@code .csv}; may be empty
 */
public record TablePaths(String extension) {
  /** What readers without Trident pass over. */
  public static final String HIDDEN = "_trident";

  /** The table's specification, as {@link TableSpecJson} has it. */
  public static final String SPEC = HIDDEN + "/spec.json";

  /** The files that the table was converted from, as {@link SourceListJson} has them. */
  public static final String SOURCES = HIDDEN + "/sources.json";

  /**
   * Most files that one append may add to a table's directories: they are renamed while the
   * namespace is locked.
   */
  public static final int MAX_APPENDED = 10_000;

  private static final Pattern FIRST = Pattern.compile("se(\\d{4,18})-e(\\d{2,9})(?:\\.[^/]*)?");

  private static final Pattern OTHER =
      Pattern.compile(HIDDEN + "/se(\\d{4,18})/d([1-9])/e(\\d{2,9})(?:\\.[^/]*)?");

  private static final Pattern PARITY =
      Pattern.compile(HIDDEN + "/se(\\d{4,18})/p(\\d)/g(\\d{2,9})-(\\d)");

  private static final Pattern DIRECTORY = Pattern.compile("se(\\d{4,18})");

  /**
   * A file of a table.
   *
   * @param superExtent the number of its super-extent
   */
  public record Named(long superExtent, Extent extent) {}

  /** Returns the path of an extent. */
  public String of(long superExtent, Extent extent) {
    if (extent instanceof ParityExtent parity) {
      return hidden(superExtent)
          + "/p"
          + parity.dimension()
          + "/g"
          + padded(parity.group(), 2)
          + "-"
          + parity.index();
    }
    DataExtent data = (DataExtent) extent;
    return data.dimension() == 0
        ? "se" + padded(superExtent, 4) + "-e" + padded(data.extent(), 2) + extension
        : hidden(superExtent)
            + "/d"
            + data.dimension()
            + "/e"
            + padded(data.extent(), 2)
            + extension;
  }

  /**
   * Returns the path of the list of the source files of an append.
   *
   * @param superExtent the first one of the append; 0 for the files of the conversion
   */
  public static String sources(long superExtent) {
    return superExtent == 0 ? SOURCES : hidden(superExtent) + "/sources.json";
  }

  /** Returns the path of a super-extent's manifest. */
  public String manifest(long superExtent) {
    return hidden(superExtent) + "/manifest";
  }

  /** Returns the path of the original order of the rows of an extent of dimension 0. */
  public String order(long superExtent, int extent) {
    return hidden(superExtent) + "/o/e" + padded(extent, 2);
  }

  /** Returns the path of the tally of a super-extent's rows, as {@link RowTally} has it. */
  public String tally(long superExtent) {
    return hidden(superExtent) + "/rows.json";
  }

  /** Returns what a path names, whatever its extension, or nothing if it is of no extent. */
  public static Optional<Named> parse(String path) {
    Matcher first = FIRST.matcher(path);
    if (first.matches()) {
      return Optional.of(new Named(number(first, 1), new DataExtent(0, (int) number(first, 2))));
    }
    Matcher other = OTHER.matcher(path);
    if (other.matches()) {
      return Optional.of(
          new Named(
              number(other, 1), new DataExtent((int) number(other, 2), (int) number(other, 3))));
    }
    Matcher parity = PARITY.matcher(path);
    return parity.matches()
        ? Optional.of(
            new Named(
                number(parity, 1),
                new ParityExtent(
                    (int) number(parity, 2), (int) number(parity, 3), (int) number(parity, 4))))
        : Optional.empty();
  }

  /**
   * Returns which extent a path is, if it is written as {@link #of} writes it. Readers take no
   * other file for an extent: a copy that is named {@code se0000-e01.csv.bak} has rows of its own.
   */
  public Optional<Named> named(String path) {
    return parse(path).filter(one -> of(one.superExtent(), one.extent()).equals(path));
  }

  /** Returns the number of a super-extent from the name of its directory below the hidden one. */
  public static OptionalLong superExtent(String directory) {
    Matcher matcher = DIRECTORY.matcher(directory);
    return matcher.matches() ? OptionalLong.of(number(matcher, 1)) : OptionalLong.empty();
  }

  private static String hidden(long superExtent) {
    return HIDDEN + "/se" + padded(superExtent, 4);
  }

  /** In the same digits whatever the locale of this JVM, and quickly: plans name each file. */
  private static String padded(long number, int digits) {
    String shortest = Long.toString(number);
    return "0".repeat(Math.max(0, digits - shortest.length())) + shortest;
  }

  private static long number(Matcher matcher, int group) {
    return Long.parseLong(matcher.group(group));
  }
}
