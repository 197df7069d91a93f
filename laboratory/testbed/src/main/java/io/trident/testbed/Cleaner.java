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
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Removes what a test bed made. Removing what is not there, or no longer, is no error. */
final class Cleaner {
  private final Host host;

  Cleaner(Host host) {
    this.host = host;
  }

  /**
   * Removes one thing, and returns when it is gone.
   *
   * @throws IOException if it is still there, with the cause
   */
  void remove(Made made) throws IOException {
    switch (made.kind()) {
      case NAMESPACE -> {
        if (exists(made)) {
          host.run("ip", "netns", "delete", made.name());
        }
      }
      case LINK -> {
        if (exists(made)) {
          host.run("ip", "link", "delete", made.name());
        }
      }
      case MOUNT -> {
        // More than once if a crash came between two mounts of the same place.
        while (exists(made)) {
          host.run("umount", made.name());
        }
      }
      case LOOP_DEVICE -> {
        for (String device : loopDevices(made.name())) {
          host.run("losetup", "--detach", device);
        }
        Await.until("loop devices of " + made.name() + " to be free", () -> !exists(made));
      }
      case CGROUP -> {
        killMembers(Path.of(made.name()));
        // The kernel takes a moment to forget the dead.
        Await.until(
            "control group " + made.name() + " to be empty",
            () -> {
              Files.deleteIfExists(Path.of(made.name()));
              return !exists(made);
            });
      }
      case DIRECTORY -> deleteTree(Path.of(made.name()));
      case EMPTY_DIRECTORY -> {
        try {
          Files.deleteIfExists(Path.of(made.name()));
        } catch (DirectoryNotEmptyException e) {
          // Not ours alone.
          return;
        }
      }
    }
  }

  /** Whether a thing is there. */
  boolean exists(Made made) throws IOException {
    return switch (made.kind()) {
      case NAMESPACE -> Files.exists(Path.of("/run/netns", made.name()));
      case LINK -> Files.exists(Path.of("/sys/class/net", made.name()));
      case MOUNT -> Mounts.now().isMountPoint(Path.of(made.name()));
      case LOOP_DEVICE -> !loopDevices(made.name()).isEmpty();
      case CGROUP, DIRECTORY, EMPTY_DIRECTORY ->
          Files.exists(Path.of(made.name()), LinkOption.NOFOLLOW_LINKS);
    };
  }

  /**
   * Deletes a directory with all that is in it.
   *
   * @throws IOException if something is mounted in it: that would be emptied, too
   */
  static void deleteTree(Path directory) throws IOException {
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    List<Path> mounted = Mounts.now().below(directory);
    if (!mounted.isEmpty()) {
      throw new IOException("Not deleted, since something is mounted there: " + mounted);
    }
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path left, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.deleteIfExists(left);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private List<String> loopDevices(String file) throws IOException {
    if (!Files.exists(Path.of(file))) {
      return List.of();
    }
    return host.run("losetup", "--associated", file, "--noheadings", "--output", "NAME")
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .toList();
  }

  private static void killMembers(Path group) throws IOException {
    Path members = group.resolve("cgroup.procs");
    if (Files.exists(members)) {
      Files.readAllLines(members).stream()
          .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
          .forEach(ProcessHandle::destroyForcibly);
    }
  }
}
