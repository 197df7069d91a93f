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
import java.io.RandomAccessFile;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The volumes of the nodes: memory is a tmpfs, SSD and disk are loop devices over sparse files with
 * ext4, whose reads are throttled. Without a kernel to isolate them they are directories.
 */
final class Volumes {
  private static final long MEGABYTE = 1_000_000;

  /** What Linux reads ahead on disks. On loop devices newer kernels read ahead 2.5 MiB. */
  private static final int READ_AHEAD_KB = 128;

  private final Path directory;

  Volumes(Path directory) {
    this.directory = directory;
  }

  /** Returns where a node's volume is mounted. */
  Path mountPoint(Node node, Tier tier) {
    return directory.resolve(node.name()).resolve(tier.directory());
  }

  /** Returns where a DataNode keeps the replicas of a tier. */
  Path replicas(Node node, Tier tier) {
    return mountPoint(node, tier).resolve("dfs");
  }

  /** Returns the file that the self-check reads. */
  Path probe(Node node, Tier tier) {
    return mountPoint(node, tier).resolve("probe").resolve("data");
  }

  /** Returns the directories whose files must not stay in the page cache. */
  List<Path> swept(Layout layout) {
    return layout.workers().stream()
        .flatMap(
            node ->
                Stream.of(Tier.SSD, Tier.DISK)
                    .flatMap(
                        tier -> Stream.of(replicas(node, tier), probe(node, tier).getParent())))
        .toList();
  }

  /** Returns where HDFS caches blocks. */
  Path cache(Node node) {
    return directory.resolve(node.name()).resolve("cache");
  }

  /** Returns how many bytes lie in the nodes' tmpfs; of {@link Isolation#KERNEL}. */
  long inMemory(Layout layout) throws IOException {
    long used = 0;
    for (Node node : layout.workers()) {
      used += used(mountPoint(node, Tier.MEMORY));
      if (layout.sizes().cache() > 0) {
        used += used(cache(node));
      }
    }
    return used;
  }

  private static long used(Path point) throws IOException {
    FileStore store = Files.getFileStore(point);
    return store.getTotalSpace() - store.getUnallocatedSpace();
  }

  /** Makes directories in the place of volumes; memory is the machine's shared memory if it has. */
  void createUnthrottled(Layout layout, StateFile state) throws IOException {
    Path shared = Path.of("/dev/shm");
    for (Node node : layout.workers()) {
      for (Tier tier : Tier.values()) {
        Files.createDirectories(mountPoint(node, tier).getParent());
        if (tier == Tier.MEMORY && Files.isWritable(shared)) {
          Path memory = shared.resolve("trident-" + layout.name() + "-" + node.name());
          state.record(Made.Kind.DIRECTORY, memory);
          Files.createDirectory(memory);
          Files.createSymbolicLink(mountPoint(node, tier), memory);
        } else {
          Files.createDirectory(mountPoint(node, tier));
        }
      }
      Files.createDirectories(cache(node));
    }
  }

  /** Makes and mounts the volumes of all workers, and throttles their disks. */
  void create(Layout layout, Throttle throttle, Host host, StateFile state) throws IOException {
    Map<Tier, Double> rates = new LinkedHashMap<>();
    rates.put(Tier.SSD, layout.rates().ssd());
    rates.put(Tier.DISK, layout.rates().disk());
    for (Node node : layout.workers()) {
      tmpfs(mountPoint(node, Tier.MEMORY), layout.sizes().memory(), host, state);
      if (layout.sizes().cache() > 0) {
        tmpfs(cache(node), layout.sizes().cache(), host, state);
      }
      for (Map.Entry<Tier, Double> rate : rates.entrySet()) {
        Tier tier = rate.getKey();
        int size = tier == Tier.SSD ? layout.sizes().ssd() : layout.sizes().disk();
        String device = loopDevice(mountPoint(node, tier), size, host, state);
        throttle.limitReads(layout, node, numberOf(device), rate.getValue(), host);
        Files.createDirectories(replicas(node, tier));
        Files.createDirectories(probe(node, tier).getParent());
      }
    }
  }

  private static void tmpfs(Path point, int megabytes, Host host, StateFile state)
      throws IOException {
    Files.createDirectories(point);
    state.record(Made.Kind.MOUNT, point);
    host.run(
        "mount",
        "-t",
        "tmpfs",
        "-o",
        "size=" + megabytes * MEGABYTE,
        "trident-testbed",
        point.toString());
  }

  /** Makes a disk, mounts it, and returns its device. */
  private static String loopDevice(Path point, int megabytes, Host host, StateFile state)
      throws IOException {
    Files.createDirectories(point);
    Path image = point.resolveSibling(point.getFileName() + ".img");
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(megabytes * MEGABYTE);
    }
    host.run("mkfs.ext4", "-q", "-F", "-m", "0", "-T", "largefile", image.toString());
    state.record(Made.Kind.LOOP_DEVICE, image);
    String device =
        host.run("losetup", "--find", "--show", "--nooverlap", image.toString()).strip();
    Files.writeString(
        settings(device).resolve("queue").resolve("read_ahead_kb"),
        Integer.toString(READ_AHEAD_KB));
    state.record(Made.Kind.MOUNT, point);
    host.run("mount", "-o", "noatime", device, point.toString());
    return device;
  }

  /** Returns major:minor. */
  private static String numberOf(String device) throws IOException {
    return Files.readString(settings(device).resolve("dev")).strip();
  }

  private static Path settings(String device) {
    return Path.of("/sys/block").resolve(Path.of(device).getFileName());
  }
}
