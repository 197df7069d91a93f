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

import io.trident.core.cost.StorageTier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Both models once more, event by event and without any of the planner's code: what it says is
 * compared with what the planner says.
 */
final class SlowModel {
  private final PrefetchSnapshot snapshot;
  private final Map<String, Double> readyAt = new HashMap<>();
  private final Map<String, Double> cachedAt = new HashMap<>();
  private final Map<String, Double> starts = new HashMap<>();
  private final Map<String, Double> ends = new HashMap<>();
  private final Set<String> readFromMemory = new HashSet<>();
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

  Set<String> readFromMemory() {
    return readFromMemory;
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
    record Slot(PrefetchNode node, double end, boolean fresh) {}
    List<Slot> slots = new ArrayList<>();
    snapshot.nodes().stream()
        .sorted(
            Comparator.comparingDouble(PrefetchNode::cpuSpeed)
                .reversed()
                .thenComparing(
                    Comparator.comparingDouble(PrefetchNode::memoryBytesPerSecond).reversed())
                .thenComparing(PrefetchNode::name))
        .forEach(
            node -> {
              for (int i = 0; i < node.slots(); i++) {
                slots.add(new Slot(node, 0, true));
              }
            });
    List<PrefetchTask> waiting = new ArrayList<>(snapshot.tasks());
    while (!waiting.isEmpty()) {
      PrefetchTask task = waiting.get(0);
      for (PrefetchTask other : waiting) {
        if (score(other) < score(task)) {
          task = other;
        }
      }
      waiting.remove(task);
      int next = 0;
      for (int i = 1; i < slots.size(); i++) {
        Slot slot = slots.get(i);
        Slot best = slots.get(next);
        if (slot.fresh() ? !best.fresh() : !best.fresh() && slot.end() < best.end()) {
          next = i;
        }
      }
      Slot slot = slots.get(next);
      double start =
          snapshot.times().timeToSchedule()
              + (slot.fresh() ? delay + snapshot.times().timeToInit() : slot.end());
      double end = start;
      long total = 0;
      for (BlockRead read : task.reads()) {
        total += read.bytes();
        if (start >= readyAt.getOrDefault(read.block(), Double.POSITIVE_INFINITY) - 1e-9) {
          readFromMemory.add(read.block());
          end += read.bytes() / slot.node().memoryBytesPerSecond();
        } else {
          end += read.bytes() * secondsPerByte(block(read.block()));
        }
      }
      end += snapshot.cpu().seconds(total) / slot.node().cpuSpeed();
      starts.put(task.name(), start);
      ends.put(task.name(), end);
      slots.set(next, new Slot(slot.node(), end, false));
    }
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
