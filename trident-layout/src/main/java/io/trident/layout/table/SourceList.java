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

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The files that a table was converted from, or that were appended to it at once, or all of these.
 * Super-extents are cut over these files one after the other, so that many small files make a table
 * as well; a row's number in the original order is the place of its first byte there. Its form in
 * JSON is that of {@link SourceListJson}.
 *
 * @param sources in the order in which they are cut: those of one conversion or append by their
 *     names, as {@link #compareNames} has it
 */
public record SourceList(List<Source> sources) {
  /**
   * A file.
   *
   * @param name its path in the table's directory
   * @param length in bytes; not negative
   * @param terminated whether it ends with a line feed; of an empty file false
   */
  public record Source(String name, long length, boolean terminated) {
    /**
     * Checks the name and the length: a table that is reverted has a file of this name.
     *
     * @throws IllegalArgumentException if the name is none below the table's directory, or is
     *     hidden to readers, or the length is negative
     */
    public Source {
      for (String part : name.split("/", -1)) {
        if (part.isEmpty() || part.startsWith(".") || part.startsWith("_")) {
          throw new IllegalArgumentException(
              "'%s' is no name of a source file; it must be a path of visible names."
                  .formatted(name));
        }
      }
      if (length < 0) {
        throw new IllegalArgumentException(
            "Source file %s cannot have %d bytes.".formatted(name, length));
      }
    }
  }

  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException if a name is there twice
   * @throws ArithmeticException if all bytes together are not a long
   */
  public SourceList {
    sources = List.copyOf(sources);
    long bytes = 0;
    Set<String> names = new HashSet<>();
    for (Source source : sources) {
      bytes = Math.addExact(bytes, source.length());
      if (!names.add(source.name())) {
        throw new IllegalArgumentException(
            "Source file %s is there twice; give each a name of its own.".formatted(source.name()));
      }
    }
  }

  /**
   * Returns this list and a later one behind it. Where a name is taken already, a file of the later
   * list is named as Hive names it: {@code a.csv} becomes {@code a_copy_1.csv}.
   *
   * @throws ArithmeticException if all bytes together are not a long
   */
  public SourceList plus(SourceList later) {
    List<Source> all = new ArrayList<>(sources);
    Set<String> taken = new HashSet<>();
    sources.forEach(source -> taken.add(source.name()));
    later.sources.forEach(source -> taken.add(source.name()));
    Set<String> earlier = new HashSet<>();
    sources.forEach(source -> earlier.add(source.name()));
    for (Source source : later.sources) {
      String name = source.name();
      for (int copy = 1; earlier.contains(source.name()) && taken.contains(name); copy++) {
        name = copyName(source.name(), copy);
      }
      taken.add(name);
      all.add(new Source(name, source.length(), source.terminated()));
    }
    return new SourceList(all);
  }

  private static String copyName(String name, int copy) {
    int dot = name.lastIndexOf('.');
    int end = dot > name.lastIndexOf('/') ? dot : name.length();
    return name.substring(0, end) + "_copy_" + copy + name.substring(end);
  }

  /** Compares names by their bytes in UTF-8, as HDFS lists them. */
  public static int compareNames(String one, String other) {
    return Arrays.compareUnsigned(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the bytes of all files. */
  public long bytes() {
    return sources.stream().mapToLong(Source::length).sum();
  }

  /** Returns where each file begins in all bytes, in order. */
  public long[] starts() {
    long[] starts = new long[sources.size()];
    for (int i = 1; i < starts.length; i++) {
      starts[i] = starts[i - 1] + sources.get(i - 1).length();
    }
    return starts;
  }
}
