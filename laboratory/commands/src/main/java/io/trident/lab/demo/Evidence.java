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

import io.trident.core.cost.CostModel;
import io.trident.core.cost.CostProfile;
import io.trident.core.model.RackResolver;
import io.trident.minicluster.ServedRead;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Joins what three parties report about a finished job: the DataNodes (which of them served which
 * attempt, to which address), the NameNode (on which medium each replica is) and the engine (which
 * attempt of a task succeeded, and where).
 *
 * <p>A task over one block also reads the start of the next one, to finish its last record; it is
 * attributed to its own block, which is the split's.
 */
public final class Evidence {
  /**
   * A successful attempt of a task, as its engine has it.
   *
   * @param task number of the task = number of its block in the file
   * @param id what {@code readerOf} calls the reads of the attempt
   * @param address the address of {@code node}
   */
  public record Attempt(int task, String id, String node, String address) {}

  private final ReplicaMap replicas;
  private final Map<String, String> hostOfDataNode;
  private final RackResolver topology;
  private final CostModel model;
  private final Function<ServedRead, Optional<String>> readerOf;

  /**
   * Takes the evidence of NameNode and DataNodes.
   *
   * @param hostOfDataNode host names by UUID of the DataNode
   * @param readerOf identifies the attempt that made a read; empty for reads of no task
   */
  public Evidence(
      ReplicaMap replicas,
      Map<String, String> hostOfDataNode,
      RackResolver topology,
      CostModel model,
      Function<ServedRead, Optional<String>> readerOf) {
    this.replicas = replicas;
    this.hostOfDataNode = hostOfDataNode;
    this.topology = topology;
    this.model = model;
    this.readerOf = readerOf;
  }

  /** Returns Equation 1 of a task. */
  public CostProfile profile(ReplicaMap.Block block) {
    return CostProfile.ofBlocks("task " + block.index(), List.of(block.input()), topology, model);
  }

  /**
   * Returns where every attempt read its block from.
   *
   * @throws IllegalStateException if a party contradicts another or is silent about an attempt
   */
  public List<DemoRead> join(List<Attempt> attempts, List<ServedRead> reads) {
    Map<String, List<ServedRead>> byAttempt = new HashMap<>();
    for (ServedRead read : reads) {
      readerOf
          .apply(read)
          .ifPresent(id -> byAttempt.computeIfAbsent(id, key -> new ArrayList<>()).add(read));
    }
    List<DemoRead> tasks = new ArrayList<>();
    for (Attempt attempt : attempts) {
      tasks.add(judge(attempt, byAttempt.getOrDefault(attempt.id(), List.of())));
    }
    tasks.sort(Comparator.comparingInt(DemoRead::task));
    return tasks;
  }

  private DemoRead judge(Attempt attempt, List<ServedRead> reads) {
    ReplicaMap.Block block = replicas.blocks().get(attempt.task());
    ServedRead read =
        reads.stream()
            .filter(candidate -> candidate.blockId() == block.id())
            .max(Comparator.comparingLong(ServedRead::bytes))
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "No DataNode served block %d to %s".formatted(block.id(), attempt.id())));
    if (!read.readerAddress().equals(attempt.address())) {
      throw new IllegalStateException(
          "%s ran on %s (%s) by its engine, but read from %s"
              .formatted(attempt.id(), attempt.node(), attempt.address(), read.readerAddress()));
    }
    String server = hostOfDataNode.getOrDefault(read.dataNodeUuid(), read.dataNodeUuid());
    CostProfile profile = profile(block);
    double lowest =
        profile.nodes().values().stream().min(Double::compare).orElse(profile.elsewhere());
    return new DemoRead(
        attempt.task(),
        attempt.node(),
        server,
        source(attempt.node(), server, block, read),
        profile.costAt(attempt.node(), attempt.node(), topology.rackOf(attempt.node())),
        lowest);
  }

  private Source source(String node, String server, ReplicaMap.Block block, ServedRead read) {
    if (!node.equals(server)) {
      return topology.rackOf(node).equals(topology.rackOf(server)) ? Source.RACK : Source.REMOTE;
    }
    return block.replicas().stream()
        .filter(replica -> replica.dataNodeUuid().equals(read.dataNodeUuid()))
        .map(replica -> Source.local(replica.replica().servingTier()))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "%s served block %d, of which HDFS knows no replica there"
                        .formatted(server, block.id())));
  }
}
