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

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a table is written before it takes the place of its source: a hidden sibling of the table's
 * directory, laid out as that. Who writes there may do so below a committer's {@code _temporary}
 * first.
 */
public final class BuildPaths {
  private static final String SUFFIX = ".trident-build";

  private static final Pattern DIRECTORY = Pattern.compile("(.*/\\.[^/]+\\.trident-build)/(.+)");

  /** Where committers of Hadoop and Spark keep a task's files. */
  private static final String UNCOMMITTED = "_temporary/";

  private BuildPaths() {}

  /**
   * A file of a table that is being written.
   *
   * @param directory the build directory
   * @param named which extent it is
   */
  public record Building(String directory, TablePaths.Named named) {}

  /**
   * Returns the directory in which a table is built.
   *
   * @param table path of the table, without a slash at its end
   * @throws IllegalArgumentException if that is a root
   */
  public static String directory(String table) {
    int slash = table.lastIndexOf('/');
    String name = table.substring(slash + 1);
    if (name.isEmpty()) {
      throw new IllegalArgumentException(
          "A root cannot be a table (%s); give a directory below it.".formatted(table));
    }
    return "%s.%s%s".formatted(table.substring(0, slash + 1), name, SUFFIX);
  }

  /**
   * Returns which extent a path is of, if it is one that is being written; also where it is not
   * committed yet. Linear in the path's length.
   */
  public static Optional<Building> parse(String path) {
    Matcher matcher = path.contains(SUFFIX) ? DIRECTORY.matcher(path) : null;
    if (matcher == null || !matcher.matches()) {
      return Optional.empty();
    }
    String directory = matcher.group(1);
    String below = matcher.group(2);
    if (!below.startsWith(UNCOMMITTED)) {
      return TablePaths.parse(below).map(named -> new Building(directory, named));
    }
    int hidden = below.lastIndexOf("/" + TablePaths.HIDDEN + "/");
    return TablePaths.parse(below.substring((hidden < 0 ? below.lastIndexOf('/') : hidden) + 1))
        .map(named -> new Building(directory, named));
  }
}
