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
import java.util.stream.Stream;

/** Looks for what a test bed may have left on this machine, without asking the test bed. */
final class Leftovers {
  private Leftovers() {}

  /** Returns everything of a name and a directory: an empty list on a clean machine. */
  static List<String> of(String name, Path directory) throws IOException {
    Stream<String> named =
        Stream.of("/run/netns", "/sys/class/net", "/etc/netns", "/sys/fs/cgroup/blkio", "/dev/shm")
            .flatMap(place -> entries(Path.of(place)))
            .filter(entry -> entry.getFileName().toString().contains(name))
            .map(Path::toString);
    Stream<String> mounts = Mounts.now().below(directory).stream().map(path -> "mount " + path);
    Stream<String> loops =
        entries(Path.of("/sys/block"))
            .map(device -> device.resolve("loop/backing_file"))
            .filter(Files::exists)
            .map(Leftovers::read)
            .filter(file -> file.contains(directory.toString()));
    Stream<String> processes =
        new Members(directory).running().stream().map(process -> "process " + process.pid());
    Stream<String> files = Files.exists(directory) ? Stream.of(directory.toString()) : Stream.of();
    return Stream.of(named, mounts, loops, processes, files).flatMap(found -> found).toList();
  }

  /** Returns what web servers of addresses left among this machine's temporary files, in order. */
  static List<String> ofWebServers(String addresses) {
    return entries(Path.of("/tmp"))
        .map(file -> file.getFileName().toString())
        .filter(file -> file.startsWith("jetty-" + addresses + "_"))
        .sorted()
        .toList();
  }

  private static Stream<Path> entries(Path place) {
    String[] names = place.toFile().list();
    return names == null ? Stream.of() : Stream.of(names).map(place::resolve);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      // Detached meanwhile.
      return "";
    }
  }
}
