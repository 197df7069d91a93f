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

import com.sun.jna.Platform;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a test bed needs of the machine for its tiers and links to be as slow as declared. */
final class Requirements {
  private static final List<String> PROGRAMS =
      List.of(
          "ip",
          "tc",
          "losetup",
          "mount",
          "umount",
          "mkfs.ext4",
          "unshare",
          "hostname",
          "setsid",
          "dd");

  private Requirements() {}

  /** Returns what is missing, in words; empty if nothing is. */
  static List<String> missing() throws IOException {
    List<String> missing = new ArrayList<>();
    if (!Platform.isLinux()) {
      return List.of("Linux");
    }
    if (!"0".equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid").toString())) {
      missing.add("root");
    }
    PROGRAMS.stream().filter(program -> !isOnPath(program)).forEach(missing::add);
    if (!Files.exists(Path.of("/dev/loop-control"))) {
      missing.add("loop devices (/dev/loop-control)");
    }
    if (Throttle.detect(Mounts.now()).isEmpty()) {
      missing.add("a control group that throttles reads (blkio of version 1 or io of version 2)");
    }
    return missing;
  }

  private static boolean isOnPath(String program) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "/usr/bin").split(File.pathSeparator))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }
}
