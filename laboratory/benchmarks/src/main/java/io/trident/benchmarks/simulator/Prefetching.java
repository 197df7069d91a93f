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
package io.trident.benchmarks.simulator;

import io.trident.core.config.PrefetchKeys;
import io.trident.core.cost.CostModel;
import io.trident.core.prefetch.BlockReplica;
import io.trident.core.prefetch.CachedCopy;
import io.trident.core.prefetch.LateReads;
import io.trident.core.prefetch.PrefetchBlock;
import io.trident.core.prefetch.PrefetchNode;
import io.trident.core.prefetch.PrefetchPlan;
import io.trident.core.prefetch.PrefetchPlanner;
import io.trident.core.prefetch.PrefetchSnapshot;
import io.trident.core.prefetch.PrefetchStep;
import io.trident.core.prefetch.PrefetchTask;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.core.prefetch.Prefetchers;
import java.util.ArrayList;
import java.util.List;

/** Plans and requests what to cache for a job at its submission, and releases it at its end. */
final class Prefetching {
  private static final double MEGABYTE = 1 << 20;

  /** Nothing is prefetched for larger jobs, as {@code trident.prefetch.max-blocks} has it. */
  private static final int MAX_BLOCKS = 50_000;

  private static final double MARGIN = PrefetchKeys.margin(key -> null);

  private final Cluster cluster;
  private final JobSpec spec;
  private final CostModel costs;
  private final FileSystem files;
  private final Containers containers;
  private final BlockCaching caching;
  private final EventQueue events;
  private final PrefetchPlanner planner;
  private final DecisionListener listener;
  private final DecisionTimes times;

  Prefetching(
      Cluster cluster,
      JobSpec spec,
      CostModel costs,
      FileSystem files,
      Containers containers,
      BlockCaching caching,
      EventQueue events,
      PrefetcherName prefetcher,
      DecisionListener listener,
      DecisionTimes times) {
    this.cluster = cluster;
    this.spec = spec;
    this.costs = costs;
    this.files = files;
    this.containers = containers;
    this.caching = caching;
    this.events = events;
    planner = Prefetchers.of(prefetcher);
    this.listener = listener;
    this.times = times;
  }

  /**
   * Plans for a job, and has its blocks cached.
   *
   * @return for how long to hold the job back, in seconds
   */
  double submit(RunningJob job, List<SimulatedTask> maps, double now) {
    if (planner.name() == PrefetcherName.NONE || maps.size() > MAX_BLOCKS) {
      return 0;
    }
    PrefetchSnapshot snapshot = snapshot(job, maps);
    PrefetchPlan plan = times.time(() -> planner.plan(snapshot));
    listener.planned(snapshot, plan);
    job.plan = plan;
    for (PrefetchStep step : plan.steps()) {
      int block = Integer.parseInt(step.block());
      int node = cluster.nodeNumber(step.node());
      int device = Integer.parseInt(step.device().substring(step.device().indexOf(':') + 1));
      files.reserve(job.input, block, node);
      job.prefetched.set(block);
      if (planner.name() == PrefetcherName.ORACLE) {
        files.cached(job.input, block);
      } else {
        events.at(now + spec.initCacheSeconds(), () -> caching.cache(job, block, node, device));
      }
    }
    return plan.delaySeconds();
  }

  /** Releases what was cached for a job. */
  void end(RunningJob job) {
    job.prefetched.stream().forEach(block -> files.release(job.input, block));
  }

  private PrefetchSnapshot snapshot(RunningJob job, List<SimulatedTask> maps) {
    List<PrefetchBlock> blocks = new ArrayList<>(maps.size());
    List<PrefetchTask> tasks = new ArrayList<>(maps.size());
    for (SimulatedTask map : maps) {
      PrefetchBlock block = block(job.input, map.block);
      blocks.add(block);
      tasks.add(PrefetchTask.of(block));
    }
    return new PrefetchSnapshot(
        tasks,
        blocks,
        nodes(),
        spec.cpu(),
        spec.times(),
        costs,
        Double.POSITIVE_INFINITY,
        spec.maxDelaySeconds(),
        MARGIN,
        LateReads.FROM_DEVICE); // as it is simulated
  }

  private PrefetchBlock block(StoredFile file, int block) {
    List<BlockReplica> replicas = new ArrayList<>(BlockLayout.REPLICAS);
    for (FileSystem.Source source : files.stored(file, block)) {
      replicas.add(
          new BlockReplica(
              cluster.nodeName(source.node()), cluster.storage(source.node(), source.device())));
    }
    List<CachedCopy> cached =
        file.cacheNode[block] == StoredFile.NONE
            ? List.of()
            : List.of(
                new CachedCopy(
                    cluster.nodeName(file.cacheNode[block]),
                    file.cached[block] ? 0 : Double.POSITIVE_INFINITY));
    return new PrefetchBlock(String.valueOf(block), file.bytesOf(block), replicas, cached);
  }

  /** The free slots, or all if none is free, as the MapReduce client counts them. */
  private List<PrefetchNode> nodes() {
    List<PrefetchNode> nodes = new ArrayList<>(cluster.nodeCount());
    boolean full = containers.freeTotal() == 0;
    for (int node = 0; node < cluster.nodeCount(); node++) {
      nodes.add(
          new PrefetchNode(
              cluster.nodeName(node),
              full ? cluster.spec.slots() : containers.free(node),
              1,
              cluster.spec.memoryRate() * MEGABYTE,
              Math.max(0, files.free(node))));
    }
    return nodes;
  }
}
