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
package io.trident.hdfs.layout;

import io.trident.layout.table.TablePaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * That super-extents of a build directory are to be moved into a table. It is stored with the build
 * directory, as {@link #ATTRIBUTE}, which users cannot write: by it a call that is repeated is
 * recognised, and completed where a NameNode died.
 *
 * @param build the path of the build directory
 * @param table the path of the table
 * @param source the path of what the super-extents were made of
 * @param kept the path under which the source is kept
 * @param tableInode the inode id of the table
 * @param sourceInode the inode id of the source
 * @param first the number of the first super-extent
 * @param last the number of the last super-extent
 */
record Appending(
    String build,
    String table,
    String source,
    String kept,
    long tableInode,
    long sourceInode,
    long first,
    long last) {
  /** Name of the extended attribute. */
  static final String ATTRIBUTE = "trusted.trident.appended";

  private static final String VERSION = "1";
  private static final int PATHS = 5;
  private static final int FIELDS = 9;

  /** Returns whether it is the same by its paths. */
  boolean isOf(String thatBuild, String thatTable, String thatSource, String thatKept) {
    return build.equals(thatBuild)
        && table.equals(thatTable)
        && source.equals(thatSource)
        && kept.equals(thatKept);
  }

  /**
   * Returns what is to be renamed of a directory that is laid out as a table, relative to it: of
   * the super-extents from {@link #first} to {@link #last} the files that all readers see, then the
   * directories. The first directory is the last one: it has the list of source files, so a table
   * with all of it is one to which all was appended.
   *
   * @param visible the names in the directory
   * @param hidden the names in its hidden directory
   */
  List<String> parts(Collection<String> visible, Collection<String> hidden) {
    List<String> parts = new ArrayList<>();
    for (String name : visible) {
      TablePaths.parse(name)
          .filter(one -> isOwn(one.superExtent()))
          .ifPresent(one -> parts.add(name));
    }
    hidden.stream()
        .filter(name -> TablePaths.superExtent(name).stream().anyMatch(this::isOwn))
        .sorted(
            Comparator.comparingLong((String name) -> TablePaths.superExtent(name).orElseThrow())
                .reversed())
        .forEach(name -> parts.add(TablePaths.HIDDEN + "/" + name));
    return parts;
  }

  private boolean isOwn(long superExtent) {
    return superExtent >= first && superExtent <= last;
  }

  /** Returns the numbers of the super-extents whose directories are among names, ascending. */
  static List<Long> superExtents(Collection<String> hidden) {
    return hidden.stream()
        .flatMapToLong(name -> TablePaths.superExtent(name).stream())
        .sorted()
        .boxed()
        .toList();
  }

  /** Returns the value of the attribute. Paths have no control characters. */
  byte[] encode() {
    return String.join(
            "\n",
            VERSION,
            build,
            table,
            source,
            kept,
            Long.toString(tableInode),
            Long.toString(sourceInode),
            Long.toString(first),
            Long.toString(last))
        .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads the value of an attribute.
   *
   * @throws IOException if it is not one of this version
   */
  static Appending decode(byte[] value) throws IOException {
    List<String> fields = List.of(new String(value, StandardCharsets.UTF_8).split("\n", -1));
    if (fields.size() != FIELDS
        || !fields.get(0).equals(VERSION)
        || !fields.subList(PATHS, FIELDS).stream().allMatch(one -> one.matches("\\d{1,18}"))) {
      throw new IOException(
          "The attribute %s is of another version of Trident; append with that."
              .formatted(ATTRIBUTE));
    }
    List<Long> numbers = fields.subList(PATHS, FIELDS).stream().map(Long::valueOf).toList();
    return new Appending(
        fields.get(1),
        fields.get(2),
        fields.get(3),
        fields.get(4),
        numbers.get(0),
        numbers.get(1),
        numbers.get(2),
        numbers.get(3));
  }
}
