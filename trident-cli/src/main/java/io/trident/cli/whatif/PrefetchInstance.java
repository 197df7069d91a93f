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
package io.trident.cli.whatif;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.databind.JsonNode;
import io.trident.core.cost.CostModel;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.BlockRead;
import io.trident.core.prefetch.BlockReplica;
import io.trident.core.prefetch.CachedCopy;
import io.trident.core.prefetch.PrefetchBlock;
import io.trident.core.prefetch.PrefetchNode;
import io.trident.core.prefetch.PrefetchSnapshot;
import io.trident.core.prefetch.PrefetchTask;
import io.trident.core.prefetch.StorageDevice;
import io.trident.core.prefetch.model.CpuTimeModel;
import io.trident.core.prefetch.model.TimeConstants;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The input of {@code whatif prefetch}, as written in JSON.
 *
 * @param slots how many tasks run at once; not needed if the nodes have slots
 * @param rates MB/s by tier; those of the paper if absent. {@code network}: reading from another
 *     node, as fast as locally if absent
 * @param cpuRate MB/s that a task processes; 64 if absent
 * @param timeToInit seconds; 2 if absent
 * @param timeToSchedule seconds until a task reads; 1 if absent
 * @param timeToInitCache seconds; 1 if absent
 * @param delay whether the job may be delayed, or by how many seconds at most; false if absent
 * @param blocks the input, in the order in which to consider it for prefetching
 * @param nodes what is known of nodes; a node that is not listed has no limit to its cache
 * @param tasks which blocks each task reads; one task a block, in the order of names, if absent
 */
record PrefetchInstance(
    @Nullable Integer slots,
    @Nullable Map<String, JsonNode> rates,
    @Nullable JsonNode cpuRate,
    @Nullable Double timeToInit,
    @Nullable Double timeToSchedule,
    @Nullable Double timeToInitCache,
    @Nullable JsonNode delay,
    @Nullable List<Block> blocks,
    @Nullable List<Node> nodes,
    @Nullable List<Task> tasks) {

  /** Where slots are that belong to no node. */
  private static final String ANY_NODE = "*";

  private static final String DEFAULT_NODE = "node";

  /** The memory rate of the paper; the others are as much less as their scores are higher. */
  private static final double DEFAULT_MEMORY_RATE = 3200.0 * (1 << 20);

  /** A block; its length is in MB unless a unit is given. */
  record Block(
      @Nullable String id,
      @Nullable JsonNode bytes,
      @Nullable List<Replica> replicas,
      @Nullable List<Copy> cached) {}

  /** A stored replica. */
  record Replica(
      @Nullable String node, @Nullable String device, @JsonAlias("tier") @Nullable String type) {}

  /** A copy in memory from a number of seconds on; 0 if absent. */
  record Copy(@Nullable String node, @Nullable Double ready) {}

  /** A node; its free cache is in MB unless a unit is given, without limit if absent. */
  record Node(
      @Nullable String name,
      @Nullable Integer slots,
      @Nullable JsonNode cacheFree,
      @Nullable Double cpuSpeed,
      @Nullable Integer cachingThreads) {}

  /** A task and the blocks that it reads whole. */
  record Task(@Nullable String id, @Nullable List<String> blocks) {}

  /** Returns whether the job may be delayed. */
  boolean mayDelay() {
    return maxDelay() > 0;
  }

  /**
   * Translates the instance into the input of the planner.
   *
   * @throws IllegalArgumentException if a part is missing, named twice or out of range
   */
  PrefetchSnapshot snapshot() {
    Map<String, Integer> threads = new HashMap<>();
    Map<String, PrefetchNode> known = new LinkedHashMap<>();
    for (Node node : orEmpty(nodes)) {
      PrefetchNode translated = translate(node);
      if (known.put(translated.name(), translated) != null) {
        throw new IllegalArgumentException("Node %s is listed twice.".formatted(translated.name()));
      }
      if (node.cachingThreads() != null) {
        threads.put(translated.name(), node.cachingThreads());
      }
    }
    List<PrefetchBlock> translated = new ArrayList<>();
    for (Block block : Fields.require(blocks, "blocks")) {
      translated.add(translate(Fields.require(block, "blocks[]"), threads));
    }
    for (PrefetchBlock block : translated) {
      for (BlockReplica replica : block.replicas()) {
        known.computeIfAbsent(replica.node(), name -> node(name, 0, Long.MAX_VALUE));
      }
    }
    addSlots(known);
    return new PrefetchSnapshot(
        tasks(translated),
        translated,
        List.copyOf(known.values()),
        cpuRate == null
            ? CpuTimeModel.DEFAULT
            : CpuTimeModel.ofRate(Quantity.bytesPerSecond(cpuRate, "cpuRate")),
        new TimeConstants(
            orElse(timeToInitCache, TimeConstants.DEFAULT.timeToInitCache()),
            orElse(timeToInit, TimeConstants.DEFAULT.timeToInit()),
            orElse(timeToSchedule, TimeConstants.DEFAULT.timeToSchedule())),
        CostModel.DEFAULT,
        rate("network", Double.POSITIVE_INFINITY),
        maxDelay());
  }

  private double maxDelay() {
    if (delay == null || delay.isNull()) {
      return 0;
    }
    if (delay.isBoolean()) {
      return delay.booleanValue() ? Double.POSITIVE_INFINITY : 0;
    }
    if (delay.isNumber() && delay.doubleValue() >= 0) {
      return delay.doubleValue();
    }
    throw new IllegalArgumentException(
        "The field delay is %s; give true, false or the most seconds.".formatted(delay));
  }

  private void addSlots(Map<String, PrefetchNode> known) {
    int onNodes = known.values().stream().mapToInt(PrefetchNode::slots).reduce(0, Math::addExact);
    if (onNodes > 0) {
      return;
    }
    int count = Fields.require(slots, "slots");
    if (count < 1) {
      throw new IllegalArgumentException(
          "The field slots is %d; a job needs at least one.".formatted(count));
    }
    if (known.put(ANY_NODE, node(ANY_NODE, count, 0)) != null) {
      throw new IllegalArgumentException("Node * needs another name; * stands for all nodes.");
    }
  }

  private PrefetchNode translate(@Nullable Node node) {
    Node given = Fields.require(node, "nodes[]");
    return new PrefetchNode(
        Fields.require(given.name(), "nodes[].name"),
        given.slots() == null ? 0 : given.slots(),
        orElse(given.cpuSpeed(), 1),
        memoryRate(),
        given.cacheFree() == null || given.cacheFree().isNull()
            ? Long.MAX_VALUE
            : Quantity.bytes(given.cacheFree(), "nodes[].cacheFree"));
  }

  private PrefetchNode node(String name, int count, long cacheFree) {
    return new PrefetchNode(name, count, 1, memoryRate(), cacheFree);
  }

  private PrefetchBlock translate(Block block, Map<String, Integer> threads) {
    List<BlockReplica> replicas = new ArrayList<>();
    for (Replica replica : orEmpty(block.replicas())) {
      Replica given = Fields.require(replica, "blocks[].replicas[]");
      String node = given.node() == null ? DEFAULT_NODE : given.node();
      String type = given.type() == null ? StorageTier.DISK.label() : given.type();
      StorageTier tier = tier(type);
      String device = given.device() == null ? tier.label() : given.device();
      replicas.add(
          new BlockReplica(
              node,
              new StorageDevice(
                  node + "/" + device,
                  tier,
                  rate(tier),
                  threads.getOrDefault(node, Integer.MAX_VALUE))));
    }
    List<CachedCopy> copies = new ArrayList<>();
    for (Copy copy : orEmpty(block.cached())) {
      Copy given = Fields.require(copy, "blocks[].cached[]");
      copies.add(
          new CachedCopy(
              given.node() == null ? DEFAULT_NODE : given.node(), orElse(given.ready(), 0)));
    }
    return new PrefetchBlock(
        Fields.require(block.id(), "blocks[].id"),
        Quantity.bytes(block.bytes(), "blocks[].bytes"),
        replicas,
        copies);
  }

  private List<PrefetchTask> tasks(List<PrefetchBlock> translated) {
    if (tasks == null) {
      return translated.stream()
          .sorted(Comparator.comparing(PrefetchBlock::id, NaturalOrder.INSTANCE))
          .map(PrefetchTask::of)
          .toList();
    }
    Map<String, Long> lengths = new HashMap<>();
    translated.forEach(block -> lengths.put(block.id(), block.bytes()));
    List<PrefetchTask> given = new ArrayList<>();
    for (Task task : tasks) {
      Task one = Fields.require(task, "tasks[]");
      String id = Fields.require(one.id(), "tasks[].id");
      given.add(
          new PrefetchTask(
              id,
              orEmpty(one.blocks()).stream()
                  .map(block -> new BlockRead(block, lengths.getOrDefault(block, 0L)))
                  .toList()));
    }
    return given;
  }

  private double memoryRate() {
    return rate(StorageTier.MEMORY);
  }

  private double rate(StorageTier tier) {
    return rate(tier.label(), DEFAULT_MEMORY_RATE / CostModel.DEFAULT.score(tier));
  }

  /** Returns the rate of a name, or of a tier by any of its names. */
  private double rate(String name, double otherwise) {
    if (rates != null) {
      for (Map.Entry<String, JsonNode> entry : rates.entrySet()) {
        if (label(entry.getKey()).equals(name)) {
          return Quantity.bytesPerSecond(entry.getValue(), "rates." + entry.getKey());
        }
      }
    }
    return otherwise;
  }

  private static StorageTier tier(String type) {
    return StorageTier.ofStorageType(hdfsName(type))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Storage type %s is unknown; give memory, nvdimm, ssd, disk, archive or provided."
                        .formatted(type)));
  }

  private static String label(String name) {
    return StorageTier.ofStorageType(hdfsName(name))
        .map(StorageTier::label)
        .orElse(name.toLowerCase(Locale.ROOT));
  }

  private static String hdfsName(String type) {
    return type.equalsIgnoreCase("hdd") ? StorageTier.DISK.name() : type;
  }

  private static double orElse(@Nullable Double value, double otherwise) {
    return value == null ? otherwise : value;
  }

  private static <T> List<T> orEmpty(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }
}
