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
package io.trident.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What is mounted where, as this process sees it. */
record Mounts(List<Mount> all) {
  /** One mount: where, the kind of file system, and its options. */
  record Mount(Path point, String type, List<String> options) {}

  /** Returns what is mounted now. */
  static Mounts now() throws IOException {
    return parse(Files.readAllLines(Path.of("/proc/self/mounts")));
  }

  /** Reads lines of fstab(5): device, mount point, type, options. */
  static Mounts parse(List<String> lines) {
    return new Mounts(
        lines.stream()
            .map(line -> line.split(" "))
            .filter(fields -> fields.length >= 4)
            .map(
                fields ->
                    new Mount(
                        Path.of(unescape(fields[1])), fields[2], List.of(fields[3].split(","))))
            .toList());
  }

  boolean isMountPoint(Path path) {
    return all.stream().anyMatch(mount -> mount.point().equals(path));
  }

  /** Returns mount points at or below a directory. */
  List<Path> below(Path directory) {
    return all.stream().map(Mount::point).filter(point -> point.startsWith(directory)).toList();
  }

  /** Returns the first mount of a type with an option; an empty option is in all. */
  Optional<Path> find(String type, String option) {
    return all.stream()
        .filter(mount -> mount.type().equals(type))
        .filter(mount -> option.isEmpty() || mount.options().contains(option))
        .map(Mount::point)
        .findFirst();
  }

  private static String unescape(String field) {
    return field.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\");
  }
}
