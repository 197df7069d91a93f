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
package io.trident.cli.report;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jpountz.lz4.LZ4BlockInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.xerial.snappy.SnappyInputStream;

/**
 * One application's event log: a file, or a directory of files that Spark rolls over. A running
 * application's log ends anywhere.
 *
 * @param fs where it is
 * @param path the file or directory
 * @param files the files in order
 */
record EventLog(FileSystem fs, Path path, List<Path> files) {
  private static final String ROLLING = "eventlog_v2_";
  private static final Pattern ROLLED = Pattern.compile("events_(\\d+)_.*");
  private static final String COMPACTED = ".compact";
  private static final String IN_PROGRESS = ".inprogress";

  EventLog {
    files = List.copyOf(files);
  }

  /**
   * Returns the logs at a path: it may be one, or a directory that has some, as {@code
   * spark.eventLog.dir}.
   *
   * @throws IOException if there is none
   */
  static List<EventLog> at(FileSystem fs, Path path) throws IOException {
    FileStatus status = fs.getFileStatus(path);
    if (isLog(status)) {
      return List.of(of(fs, status));
    }
    List<EventLog> logs = new ArrayList<>();
    for (FileStatus child : sorted(fs, path)) {
      if (isLog(child)) {
        logs.add(of(fs, child));
      }
    }
    if (logs.isEmpty()) {
      throw new IOException(
          "%s has no event log; give an event log of Spark, or the directory that"
                  .formatted(fs.makeQualified(path))
              + " spark.eventLog.dir names.");
    }
    return logs;
  }

  private static boolean isLog(FileStatus status) {
    String name = status.getPath().getName();
    return status.isFile() ? !name.startsWith(".") : name.startsWith(ROLLING);
  }

  private static EventLog of(FileSystem fs, FileStatus status) throws IOException {
    Path path = status.getPath();
    return new EventLog(fs, path, status.isFile() ? List.of(path) : rolled(fs, path));
  }

  /** Files by number, from the last one on that sums up those before it. */
  private static List<Path> rolled(FileSystem fs, Path directory) throws IOException {
    List<Path> files =
        Arrays.stream(sorted(fs, directory))
            .map(FileStatus::getPath)
            .filter(file -> number(file).isPresent())
            .sorted(
                Comparator.comparingLong((Path file) -> number(file).orElse(0))
                    .thenComparing(file -> file.getName().endsWith(COMPACTED)))
            .toList();
    for (int i = files.size() - 1; i >= 0; i--) {
      if (files.get(i).getName().endsWith(COMPACTED)) {
        return files.subList(i, files.size());
      }
    }
    return files;
  }

  private static OptionalLong number(Path file) {
    Matcher matcher = ROLLED.matcher(file.getName());
    return matcher.matches()
        ? OptionalLong.of(Long.parseLong(matcher.group(1)))
        : OptionalLong.empty();
  }

  private static FileStatus[] sorted(FileSystem fs, Path directory) throws IOException {
    FileStatus[] children = fs.listStatus(directory);
    Arrays.sort(children);
    return children;
  }

  /** Opens one of the files. What follows a break in compressed data is not read. */
  InputStream open(Path file) throws IOException {
    InputStream raw = new BufferedInputStream(fs.open(file));
    try {
      String name = file.getName();
      for (String ending : List.of(COMPACTED, IN_PROGRESS)) {
        name = name.endsWith(ending) ? name.substring(0, name.length() - ending.length()) : name;
      }
      return switch (name.substring(name.lastIndexOf('.') + 1)) {
        case "zstd" -> new ZstdInputStream(raw).setContinuous(true);
        case "lz4" -> LZ4BlockInputStream.newBuilder().withStopOnEmptyBlock(false).build(raw);
        case "snappy" -> new SnappyInputStream(raw);
        case "lzf" ->
            throw new IOException(
                "%s is compressed with lzf, which is not supported; set".formatted(file)
                    + " spark.eventLog.compression.codec to zstd, lz4 or snappy.");
        default -> raw;
      };
    } catch (IOException | RuntimeException e) {
      raw.close();
      throw e;
    }
  }
}
