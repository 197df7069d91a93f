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

/**
 * A control group per node, whose members read from the node's disks at a limited rate. Reads are
 * limited, writes are not: what is written goes through the page cache and is written back by the
 * kernel, in the name of nobody under version 1.
 */
final class Throttle {
  /** The two interfaces of Linux to the same throttle. */
  enum Version {
    /** {@code blkio} of version 1. */
    V1("blkio.throttle.read_bps_device", "%s %d"),
    /** {@code io} of version 2. */
    V2("io.max", "%s rbps=%d");

    private final String file;
    private final String line;

    Version(String file, String line) {
      this.file = file;
      this.line = line;
    }
  }

  private final Version version;
  private final Path root;

  private Throttle(Version version, Path root) {
    this.version = version;
    this.root = root;
  }

  /**
   * Looks for a usable interface.
   *
   * @param mounts what is mounted
   * @return empty if neither version can throttle here
   */
  static Optional<Throttle> detect(Mounts mounts) throws IOException {
    Optional<Path> first = mounts.find("cgroup", "blkio");
    if (first.isPresent()
        && Files.isWritable(first.get().resolve("blkio.throttle.read_bps_device"))) {
      return Optional.of(new Throttle(Version.V1, first.get()));
    }
    Optional<Path> second = mounts.find("cgroup2", "");
    if (second.isPresent()) {
      Path controllers = second.get().resolve("cgroup.controllers");
      if (Files.exists(controllers)
          && List.of(Files.readString(controllers).strip().split(" ")).contains("io")) {
        return Optional.of(new Throttle(Version.V2, second.get()));
      }
    }
    return Optional.empty();
  }

  Version version() {
    return version;
  }

  /** Makes the groups of all nodes. */
  void create(Layout layout, Host host, StateFile state) throws IOException {
    Path parent = groups(layout);
    enableChildren(root, host);
    state.record(Made.Kind.CGROUP, parent);
    Files.createDirectory(parent);
    enableChildren(parent, host);
    for (Node node : layout.all()) {
      Path group = group(layout, node);
      state.record(Made.Kind.CGROUP, group);
      Files.createDirectory(group);
    }
  }

  /** Limits what all processes of a node together read from a device. */
  void limitReads(Layout layout, Node node, String device, double megabytesPerSecond, Host host)
      throws IOException {
    host.write(
        group(layout, node).resolve(version.file),
        version.line.formatted(device, Math.round(megabytesPerSecond * 1e6)));
  }

  /** Returns the file that a process writes its number to, to become a member. */
  Path members(Layout layout, Node node) {
    return group(layout, node).resolve("cgroup.procs");
  }

  /** Returns the directory of all groups of a test bed. */
  Path groups(Layout layout) {
    return root.resolve(layout.name());
  }

  private Path group(Layout layout, Node node) {
    return groups(layout).resolve(node.name());
  }

  private void enableChildren(Path group, Host host) throws IOException {
    if (version == Version.V2) {
      Path enabled = group.resolve("cgroup.subtree_control");
      if (!List.of(Files.readString(enabled).strip().split(" ")).contains("io")) {
        host.write(enabled, "+io");
      }
    }
  }
}
