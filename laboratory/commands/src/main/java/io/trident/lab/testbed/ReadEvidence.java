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
package io.trident.lab.testbed;

import io.trident.benchmarks.results.ReadFrom;
import io.trident.benchmarks.results.ReadFrom.Distance;
import io.trident.core.model.Medium;
import io.trident.core.model.StorageTier;
import io.trident.minicluster.CacheWatch.Copy;
import io.trident.minicluster.ServedRead;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Where the maps of a job read, from what two parties report: the DataNodes' logs, which of them
 * served which attempt at which address, and what they had cached by then; and the NameNode, on
 * which medium each replica is. A map counts with the block that it read most of: it also reads the
 * start of the next one, to finish its last record.
 */
final class ReadEvidence {
  /** A replica's DataNode and medium. */
  private record Stored(String address, Medium medium) {}

  /**
   * What a map read.
   *
   * @param attempt the map's id
   * @param copy of which block, from which DataNode
   * @param from the medium that the DataNode read from, and its distance
   * @param startMillis when the DataNode began to serve it, since the epoch
   */
  record MapRead(String attempt, Copy copy, ReadFrom from, long startMillis) {}

  private final Map<String, String> racks;
  private final CacheLog caches;
  private final Map<Long, Map<String, Stored>> replicas = new HashMap<>();

  /**
   * Knows no block yet.
   *
   * @param racks of all nodes, by address
   * @param caches what the DataNodes had cached
   */
  ReadEvidence(Map<String, String> racks, CacheLog caches) {
    this.racks = Map.copyOf(racks);
    this.caches = caches;
  }

  /** Takes what the NameNode reports of blocks. */
  void add(List<LocatedBlock> blocks) {
    for (LocatedBlock block : blocks) {
      Map<String, Stored> stored = new HashMap<>();
      DatanodeInfo[] nodes = block.getLocations();
      StorageType[] types = block.getStorageTypes();
      for (int i = 0; i < nodes.length; i++) {
        StorageTier tier = StorageTier.ofStorageType(types[i].name()).orElse(StorageTier.DISK);
        stored.put(nodes[i].getDatanodeUuid(), new Stored(nodes[i].getIpAddr(), Medium.of(tier)));
      }
      replicas.put(block.getBlock().getBlockId(), stored);
    }
  }

  /** Returns the reads of a job's attempts in a log, by attempt. */
  static Map<String, List<ServedRead>> readsOf(String jobId, List<Path> logs) throws IOException {
    // job_1_2 has attempts attempt_1_2_m_...
    String attempts = jobId.replaceFirst("^job_", "attempt_") + "_";
    Map<String, List<ServedRead>> reads = new HashMap<>();
    for (ServedRead read : reads(attempts, logs)) {
      read.attempt().ifPresent(id -> reads.computeIfAbsent(id, key -> new ArrayList<>()).add(read));
    }
    return reads;
  }

  /** Returns the reads that logs have in lines with a text, in the order of the logs. */
  static List<ServedRead> reads(String text, List<Path> logs) throws IOException {
    List<ServedRead> reads = new ArrayList<>();
    for (Path log : logs) {
      try (BufferedReader lines = Files.newBufferedReader(log, StandardCharsets.UTF_8)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.contains(text)) {
            ServedRead.parse(line, LogTime.millis(line)).ifPresent(reads::add);
          }
        }
      }
    }
    return reads;
  }

  /**
   * Returns what each of the attempts read.
   *
   * @throws IllegalStateException if nobody knows where one read
   */
  List<MapRead> of(List<String> attempts, Map<String, List<ServedRead>> reads) {
    return attempts.stream()
        .map(attempt -> readOf(attempt, reads.getOrDefault(attempt, List.of())))
        .toList();
  }

  /** Returns how many maps read from where, by label. */
  static Map<String, Integer> count(List<MapRead> maps) {
    Map<String, Integer> counts = new TreeMap<>();
    maps.forEach(map -> counts.merge(map.from().label(), 1, Integer::sum));
    return counts;
  }

  /** Returns how many of the copies that were to be cached no map read from memory. */
  static int wasted(Set<Copy> requested, List<MapRead> maps) {
    Set<Copy> useless = new HashSet<>(requested);
    maps.stream()
        .filter(map -> map.from().medium() == Medium.MEMORY)
        .map(MapRead::copy)
        .forEach(useless::remove);
    return useless.size();
  }

  private MapRead readOf(String attempt, List<ServedRead> reads) {
    ServedRead read =
        reads.stream()
            .filter(candidate -> replicas.containsKey(candidate.blockId()))
            .max(Comparator.comparingLong(ServedRead::bytes))
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "No DataNode served a block of the input to " + attempt));
    Stored replica = Objects.requireNonNull(replicas.get(read.blockId())).get(read.dataNodeUuid());
    if (replica == null) {
      throw new IllegalStateException(
          "HDFS knows no replica of block %d on the DataNode that served it to %s"
              .formatted(read.blockId(), attempt));
    }
    Copy copy = new Copy(read.blockId(), read.dataNodeUuid());
    // A DataNode goes on reading from where it began.
    Medium medium = caches.wasCached(copy, read.startMillis()) ? Medium.MEMORY : replica.medium();
    return new MapRead(
        attempt,
        copy,
        new ReadFrom(medium, distance(replica.address(), read.readerAddress())),
        read.startMillis());
  }

  private Distance distance(String server, String reader) {
    if (server.equals(reader)) {
      return Distance.LOCAL;
    }
    String rack = racks.get(server);
    return rack != null && rack.equals(racks.get(reader)) ? Distance.RACK : Distance.REMOTE;
  }
}
