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
package io.trident.core.prefetch;

import static java.util.Collections.nCopies;

import io.trident.core.model.StorageTier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Both models once more, event by event and without any of the planner's code: what it predicts is
 * compared with what the planner predicts.
 */
final class SlowModel {
  private final PrefetchSnapshot snapshot;
  private final Map<String, Double> readyAt = new HashMap<>();
  private final Map<String, Double> cachedAt = new HashMap<>();
  private final Map<String, String> cachedOn = new HashMap<>();
  private final Map<String, Double> starts = new HashMap<>();
  private final Map<String, Double> ends = new HashMap<>();
  private final Set<String> gained = new HashSet<>();
  private int mostAtOnce;

  SlowModel(PrefetchSnapshot snapshot, List<PrefetchStep> steps, double delay) {
    this.snapshot = snapshot;
    for (PrefetchBlock block : snapshot.blocks()) {
      for (CachedCopy copy : block.cached()) {
        readyAt.merge(block.id(), copy.readySeconds(), Math::min);
      }
    }
    Map<String, List<PrefetchStep>> byDevice = new HashMap<>();
    for (PrefetchStep step : steps) {
      byDevice.computeIfAbsent(step.device(), name -> new ArrayList<>()).add(step);
    }
    steps.forEach(step -> cachedOn.put(step.block(), step.node()));
    byDevice.forEach((name, queue) -> cache(device(name), queue));
    readyAt.putAll(cachedAt);
    execute(delay);
  }

  double jobSeconds() {
    return ends.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  Map<String, Double> cachedSeconds() {
    return cachedAt;
  }

  double start(String task) {
    return starts.getOrDefault(task, Double.NaN);
  }

  double end(String task) {
    return ends.getOrDefault(task, Double.NaN);
  }

  /** The blocks that a task read sooner than from a device. */
  Set<String> gained() {
    return gained;
  }

  int mostAtOnce() {
    return mostAtOnce;
  }

  private StorageDevice device(String name) {
    return snapshot.blocks().stream()
        .flatMap(block -> block.replicas().stream())
        .map(BlockReplica::device)
        .filter(device -> device.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** All blocks in service progress at an equal share of the bandwidth until one is done. */
  private void cache(StorageDevice device, List<PrefetchStep> queue) {
    List<PrefetchStep> waiting = new ArrayList<>(queue);
    Map<PrefetchStep, Double> remaining = new HashMap<>();
    double now = snapshot.times().timeToInitCache();
    while (!waiting.isEmpty() || !remaining.isEmpty()) {
      while (!waiting.isEmpty() && remaining.size() < device.cachingThreads()) {
        PrefetchStep entering = waiting.remove(0);
        remaining.put(entering, (double) entering.bytes());
      }
      mostAtOnce = Math.max(mostAtOnce, remaining.size());
      double share = device.bytesPerSecond() / remaining.size();
      PrefetchStep done =
          remaining.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow().getKey();
      double progress = remaining.remove(done);
      remaining.replaceAll((step, bytes) -> bytes - progress);
      now += progress / share;
      cachedAt.put(done.block(), now);
    }
  }

  private void execute(double delay) {
    List<PrefetchTask> waiting = new ArrayList<>(snapshot.tasks());
    waiting.sort(Comparator.comparing(this::score)); // stable: equals stay in order
    if (Double.isInfinite(snapshot.networkBytesPerSecond())) {
      executeAnywhere(waiting, delay);
    } else {
      executeOnNodes(waiting, delay);
    }
  }

  /** Nodes with slots, the faster first. */
  private List<PrefetchNode> nodes() {
    return snapshot.nodes().stream()
        .filter(node -> node.slots() > 0)
        .sorted(
            Comparator.comparingDouble(PrefetchNode::cpuSpeed)
                .reversed()
                .thenComparing(
                    Comparator.comparingDouble(PrefetchNode::memoryBytesPerSecond).reversed())
                .thenComparing(PrefetchNode::name))
        .toList();
  }

  /** Each task where it ends first, of the nodes with a copy and the one that is free first. */
  private void executeOnNodes(List<PrefetchTask> waiting, double delay) {
    Map<PrefetchNode, List<Double>> free = new LinkedHashMap<>(); // -1: no task ran there
    nodes().forEach(node -> free.put(node, new ArrayList<>(nCopies(node.slots(), -1.0))));
    for (PrefetchTask task : waiting) {
      Set<String> holders = new HashSet<>();
      for (BlockRead read : task.reads()) {
        block(read.block()).replicas().forEach(replica -> holders.add(replica.node()));
        block(read.block()).cached().forEach(copy -> holders.add(copy.node()));
      }
      double first = free.values().stream().mapToDouble(Collections::min).min().orElseThrow();
      boolean sawFirst = false;
      List<Choice> choices = new ArrayList<>();
      for (Map.Entry<PrefetchNode, List<Double>> entry : free.entrySet()) {
        PrefetchNode node = entry.getKey();
        double at = Collections.min(entry.getValue());
        boolean isFirst = at == first && !sawFirst;
        sawFirst |= isFirst;
        if (!isFirst && !holders.contains(node.name())) {
          continue;
        }
        double start =
            snapshot.times().timeToSchedule()
                + (at < 0 ? delay + snapshot.times().timeToInit() : at);
        long total = task.reads().stream().mapToLong(BlockRead::bytes).sum();
        double end = start + snapshot.cpu().seconds(total) / node.cpuSpeed();
        for (BlockRead read : task.reads()) {
          end += onNode(read, node, start).seconds();
        }
        choices.add(new Choice(node, entry.getValue(), start, end));
      }
      Choice best =
          choices.stream()
              .min(Comparator.comparingDouble(Choice::end).thenComparingDouble(Choice::start))
              .orElseThrow();
      for (BlockRead read : task.reads()) {
        if (onNode(read, best.node(), best.start()).gains()) {
          gained.add(read.block());
        }
      }
      starts.put(task.name(), best.start());
      ends.put(task.name(), best.end());
      best.slots().remove(Collections.min(best.slots()));
      best.slots().add(best.end());
    }
  }

  private record Choice(PrefetchNode node, List<Double> slots, double start, double end) {}

  private record Reading(double seconds, boolean gains) {}

  /** From the fastest copy, or along with the caching of one if that ends first. */
  private Reading onNode(BlockRead read, PrefetchNode node, double start) {
    String id = read.block();
    double network = 1 / snapshot.networkBytesPerSecond();
    Map<String, Double> memory = new HashMap<>();
    for (CachedCopy copy : block(id).cached()) {
      memory.merge(copy.node(), copy.readySeconds(), Math::min);
    }
    if (cachedAt.containsKey(id)) {
      memory.put(cachedOn.get(id), dependable(id));
    }
    List<double[]> copies = new ArrayList<>();
    List<Double> arrivals = new ArrayList<>();
    memory.forEach(
        (holder, ready) -> {
          double rate =
              snapshot.nodes().stream()
                  .filter(n -> n.name().equals(holder))
                  .findFirst()
                  .orElse(node)
                  .memoryBytesPerSecond();
          double perByte = holder.equals(node.name()) ? 1 / rate : Math.max(1 / rate, network);
          if (start >= ready - 1e-9) {
            copies.add(new double[] {perByte, 1});
          } else {
            arrivals.add(Math.max(start + read.bytes() * perByte, ready) - start);
          }
        });
    for (BlockReplica replica : block(id).replicas()) {
      double device = 1 / replica.device().bytesPerSecond();
      boolean here = replica.node().equals(node.name());
      copies.add(new double[] {here ? device : Math.max(device, network), 0});
    }
    if (copies.isEmpty()) {
      return new Reading(0, false); // nobody knows where the block is
    }
    double[] fastest =
        copies.stream()
            .min(
                Comparator.comparingDouble((double[] copy) -> copy[0])
                    .thenComparingDouble(copy -> -copy[1]))
            .orElseThrow();
    return withCaching(
        new Reading(read.bytes() * fastest[0], fastest[1] == 1),
        arrivals.stream().min(Double::compare).orElse(Double.POSITIVE_INFINITY));
  }

  private Reading withCaching(Reading otherwise, double arriving) {
    boolean sooner =
        snapshot.lateReads() == LateReads.WITH_CACHING && arriving < otherwise.seconds() - 1e-9;
    return sooner ? new Reading(arriving, true) : otherwise;
  }

  private void executeAnywhere(List<PrefetchTask> waiting, double delay) {
    record Slot(PrefetchNode node, double end, boolean fresh) {}
    List<Slot> slots = new ArrayList<>();
    nodes()
        .forEach(
            node -> {
              for (int i = 0; i < node.slots(); i++) {
                slots.add(new Slot(node, 0, true));
              }
            });
    int used = Math.min(slots.size(), waiting.size());
    for (PrefetchTask task : waiting) {
      int next = 0;
      for (int i = 1; i < slots.size(); i++) {
        Slot slot = slots.get(i);
        Slot best = slots.get(next);
        if (slot.fresh()
            ? !best.fresh()
            : !best.fresh() && isBefore(slot.end(), best.end(), used)) {
          next = i;
        }
      }
      Slot slot = slots.get(next);
      double start =
          snapshot.times().timeToSchedule()
              + (slot.fresh() ? delay + snapshot.times().timeToInit() : slot.end());
      // Summed in the model's order, so that what is rounded is rounded alike.
      double reading = 0;
      long total = 0;
      for (BlockRead read : task.reads()) {
        total += read.bytes();
        Reading one = anywhere(read, slot.node(), start);
        reading += one.seconds();
        if (one.gains()) {
          gained.add(read.block());
        }
      }
      double end = start + reading + snapshot.cpu().seconds(total) / slot.node().cpuSpeed();
      starts.put(task.name(), start);
      ends.put(task.name(), end);
      slots.set(next, new Slot(slot.node(), end, false));
    }
  }

  private Reading anywhere(BlockRead read, PrefetchNode node, double start) {
    double ready = dependable(read.block());
    double memory = read.bytes() * (1 / node.memoryBytesPerSecond());
    return start >= ready - 1e-9
        ? new Reading(memory, true)
        : withCaching(
            new Reading(read.bytes() * secondsPerByte(block(read.block())), false),
            Math.max(start + memory, ready) - start);
  }

  /** As {@link SlotQueue} has it: without the last bits, as many as the number of a slot takes. */
  private static boolean isBefore(double end, double other, int slots) {
    int bits = slots <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(slots - 1);
    return Double.doubleToRawLongBits(end) >>> bits < Double.doubleToRawLongBits(other) >>> bits;
  }

  /** Caching may be late by the margin; what others have cached is given. */
  private double dependable(String id) {
    return cachedAt.containsKey(id)
        ? cachedAt.get(id) * (1 + snapshot.margin())
        : readyAt.getOrDefault(id, Double.POSITIVE_INFINITY);
  }

  private PrefetchBlock block(String id) {
    return snapshot.blocks().stream().filter(b -> b.id().equals(id)).findFirst().orElseThrow();
  }

  private double secondsPerByte(PrefetchBlock block) {
    return block.replicas().stream()
        .map(BlockReplica::device)
        .min(
            Comparator.comparingDouble((StorageDevice d) -> snapshot.costs().score(d.tier()))
                .thenComparingDouble(d -> -d.bytesPerSecond()))
        .map(device -> 1 / device.bytesPerSecond())
        .orElse(0.0);
  }

  private float score(PrefetchTask task) {
    double weighted = 0;
    double weights = 0;
    for (BlockRead read : task.reads()) {
      double weight = Math.max(1, read.bytes());
      weighted += weight * score(block(read.block()));
      weights += weight;
    }
    return (float) (weights == 0 ? snapshot.costs().noPreference() : weighted / weights);
  }

  private double score(PrefetchBlock block) {
    if (cachedAt.containsKey(block.id()) || !block.cached().isEmpty()) {
      double ready = readyAt.getOrDefault(block.id(), Double.POSITIVE_INFINITY);
      return ready <= 0 ? snapshot.costs().score(StorageTier.MEMORY) : snapshot.costs().pending();
    }
    return block.replicas().stream()
        .mapToDouble(replica -> snapshot.costs().score(replica.device().tier()))
        .min()
        .orElse(snapshot.costs().noPreference());
  }
}
