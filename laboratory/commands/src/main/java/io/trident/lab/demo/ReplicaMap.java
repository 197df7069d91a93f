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
package io.trident.lab.demo;

import io.trident.core.model.BlockInput;
import io.trident.core.model.Replica;
import io.trident.core.model.ReplicaState;
import io.trident.core.model.StorageTier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** Which replica of which block of a file is on which DataNode and medium, as HDFS reports. */
public final class ReplicaMap {
  /**
   * A block.
   *
   * @param index position in the file, from 0
   * @param id block id
   */
  public record Block(int index, long id, long bytes, List<Located> replicas) {
    public Block {
      replicas = List.copyOf(replicas);
    }

    /** Returns the input of a task that reads the whole block. */
    public BlockInput input() {
      return new BlockInput(bytes, replicas.stream().map(Located::replica).toList());
    }
  }

  /** A replica and the DataNode that holds it. */
  public record Located(String dataNodeUuid, Replica replica) {}

  private static final long POLL_MS = 500;
  private static final long REPLICAS_TIMEOUT_NANOS = 60_000_000_000L;

  private final List<Block> blocks;

  private ReplicaMap(List<Block> blocks) {
    this.blocks = blocks;
  }

  /**
   * Asks the NameNode until it knows all replicas: a closed file is readable with one replica
   * reported; the others follow within a second.
   *
   * @throws IllegalStateException if they do not within a minute
   */
  public static ReplicaMap await(DistributedFileSystem fs, Path file)
      throws IOException, InterruptedException {
    int wanted = fs.getFileStatus(file).getReplication();
    long deadline = System.nanoTime() + REPLICAS_TIMEOUT_NANOS;
    ReplicaMap replicas = of(fs, file);
    while (!replicas.complete(wanted)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(
            "HDFS did not make %d replicas of each block of %s".formatted(wanted, file));
      }
      Thread.sleep(POLL_MS);
      replicas = of(fs, file);
    }
    return replicas;
  }

  private static ReplicaMap of(DistributedFileSystem fs, Path file) throws IOException {
    List<Block> blocks = new ArrayList<>();
    String path = file.toUri().getPath();
    for (LocatedBlock block :
        fs.getClient().getLocatedBlocks(path, 0, Long.MAX_VALUE).getLocatedBlocks()) {
      Set<DatanodeInfo> cached = new HashSet<>(Arrays.asList(block.getCachedLocations()));
      List<Located> replicas = new ArrayList<>();
      DatanodeInfo[] nodes = block.getLocations();
      StorageType[] types = block.getStorageTypes();
      for (int i = 0; i < nodes.length; i++) {
        StorageTier tier = StorageTier.ofStorageType(types[i].name()).orElse(StorageTier.DISK);
        replicas.add(
            new Located(
                nodes[i].getDatanodeUuid(),
                new Replica(
                    nodes[i].getHostName(),
                    tier,
                    cached.contains(nodes[i]) ? ReplicaState.CACHED : ReplicaState.STORED)));
      }
      blocks.add(
          new Block(blocks.size(), block.getBlock().getBlockId(), block.getBlockSize(), replicas));
    }
    return new ReplicaMap(List.copyOf(blocks));
  }

  /** Returns the blocks in file order. */
  public List<Block> blocks() {
    return blocks;
  }

  /** Returns whether every block has at least so many replicas. */
  private boolean complete(int replication) {
    return blocks.stream().allMatch(block -> block.replicas().size() >= replication);
  }

  /** Returns how many blocks have a replica in some node's memory. */
  public long inMemory() {
    return blocks.stream()
        .filter(
            block ->
                block.replicas().stream()
                    .anyMatch(r -> Source.local(r.replica().servingTier()) == Source.MEMORY))
        .count();
  }

  /** Returns how many replicas each node holds on each of its own media. */
  public Map<String, Map<Source, Long>> heldBy(Collection<String> nodes) {
    Map<String, Map<Source, Long>> perNode = new LinkedHashMap<>();
    for (String node : nodes) {
      Map<Source, Long> held = new EnumMap<>(Source.class);
      for (Source source : List.of(Source.MEMORY, Source.SSD, Source.DISK)) {
        held.put(source, held(node, source));
      }
      perNode.put(node, held);
    }
    return perNode;
  }

  /** Returns how many replicas a node holds that it would serve from a source. */
  private long held(String node, Source source) {
    return blocks.stream()
        .flatMap(block -> block.replicas().stream())
        .map(Located::replica)
        .filter(r -> r.node().equals(node) && Source.local(r.servingTier()) == source)
        .count();
  }
}
