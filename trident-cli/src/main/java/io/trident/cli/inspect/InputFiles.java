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
package io.trident.cli.inspect;

import io.trident.cli.FileFailures;
import io.trident.core.storage.Availability;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.storage.Storage;
import io.trident.storage.Storages;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** The files under a path as a job would read them, and errors in the words of the user. */
public final class InputFiles {
  private static final Pattern GLOB = Pattern.compile("[*?\\[{]");

  private final Configuration conf;

  /** Reads with a configuration. */
  public InputFiles(Configuration conf) {
    this.conf = conf;
  }

  /**
   * Makes a configuration that gives up on an unreachable cluster within seconds: a person waits.
   */
  public static Configuration forPerson(Configuration conf) {
    Configuration copy = new Configuration(conf);
    copy.setInt("ipc.client.connect.max.retries", 1);
    copy.setInt("ipc.client.connect.retry.interval", 500);
    copy.setInt("ipc.client.connect.max.retries.on.timeouts", 1);
    copy.setInt("ipc.client.connect.timeout", 5_000);
    copy.setInt("yarn.resourcemanager.connect.max-wait.ms", 3_000);
    copy.setInt("yarn.resourcemanager.connect.retry-interval.ms", 500);
    copy.setInt("yarn.client.failover-max-attempts", 1);
    return copy;
  }

  /**
   * Returns one segment per block of the files under a path, or under those that a glob matches;
   * hidden files are left out, as by jobs.
   *
   * @throws IOException with a message for the user if the path cannot be listed, or nothing
   *     matches
   */
  public List<FileSegment> segments(String text) throws IOException {
    Path path = new Path(text);
    try {
      FileSystem fs = path.getFileSystem(conf);
      List<FileSegment> segments = new ArrayList<>();
      for (FileStatus root : roots(fs, path)) {
        collect(fs, root, segments);
      }
      if (segments.isEmpty()) {
        throw new IOException("%s has no files with data.".formatted(fs.makeQualified(path)));
      }
      return segments;
    } catch (IOException e) {
      throw FileFailures.of(text, conf, e);
    } catch (IllegalArgumentException e) {
      throw FileFailures.ofPath(text, e);
    }
  }

  /** Returns what is known of the segments, in their order. */
  public List<SegmentTiers> locate(Collection<FileSegment> segments) throws IOException {
    try (Storage storage = Storages.open(conf)) {
      Map<FileSegment, SegmentTiers> found = storage.locate(segments);
      List<SegmentTiers> ordered = new ArrayList<>();
      for (FileSegment segment : segments) {
        SegmentTiers tiers =
            found.getOrDefault(
                segment, new SegmentTiers(segment, Availability.UNREACHABLE, List.of()));
        if (tiers.availability() == Availability.FORBIDDEN) {
          throw new IOException("No permission to read " + segment.path());
        }
        ordered.add(tiers);
      }
      return ordered;
    }
  }

  /** A path that exists is no glob, whatever is in its name. */
  private static List<FileStatus> roots(FileSystem fs, Path path) throws IOException {
    try {
      return List.of(fs.getFileStatus(path));
    } catch (FileNotFoundException e) {
      if (!GLOB.matcher(path.toUri().getPath()).find()) {
        throw e;
      }
    }
    @Nullable FileStatus[] matches = fs.globStatus(path, file -> !isHidden(file));
    if (matches == null || matches.length == 0) {
      throw new IOException(
          "No file or directory matches %s; quote the glob for the shell, and check HADOOP_CONF_DIR."
              .formatted(fs.makeQualified(path)));
    }
    return List.of(matches);
  }

  private static boolean isHidden(Path file) {
    return file.getName().startsWith("_") || file.getName().startsWith(".");
  }

  private static void collect(FileSystem fs, FileStatus status, List<FileSegment> segments)
      throws IOException {
    if (status.isDirectory()) {
      for (FileStatus child : fs.listStatus(status.getPath())) {
        if (!isHidden(child.getPath())) {
          collect(fs, child, segments);
        }
      }
      return;
    }
    long block = Math.max(1, status.getBlockSize());
    for (long offset = 0; offset < status.getLen(); offset += block) {
      segments.add(
          new FileSegment(
              status.getPath().toString(), offset, Math.min(block, status.getLen() - offset)));
    }
  }
}
