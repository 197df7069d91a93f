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

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;

/**
 * The nodes' caching threads: a device caches so many blocks at once, further ones wait. Caching
 * reads the block from its device, and shares it with the reads of tasks.
 */
final class BlockCaching {
  private final Cluster cluster;
  private final FileSystem files;
  private final Transfers transfers;
  private final DoubleSupplier clock;
  private final Map<Integer, Deque<Request>> waiting = new HashMap<>();
  private final Map<Integer, Integer> busy = new HashMap<>();

  BlockCaching(Cluster cluster, FileSystem files, Transfers transfers, DoubleSupplier clock) {
    this.cluster = cluster;
    this.files = files;
    this.transfers = transfers;
    this.clock = clock;
  }

  /** A block to be cached, until it is or nobody wants it any more. */
  private record Request(RunningJob job, int block, int device) {
    boolean isWanted() {
      return job.prefetched.get(block) && !job.isOver;
    }
  }

  /** Caches a block of a job's input that is reserved on a node, from a device of that node. */
  void cache(RunningJob job, int block, int node, int device) {
    int resource = cluster.resource(node, device);
    waiting
        .computeIfAbsent(resource, any -> new ArrayDeque<>())
        .add(new Request(job, block, device));
    next(resource);
  }

  private void next(int resource) {
    Deque<Request> queue = waiting.getOrDefault(resource, new ArrayDeque<>());
    while (!queue.isEmpty() && busy.getOrDefault(resource, 0) < cluster.spec.cachingThreads()) {
      Request request = queue.remove();
      if (request.isWanted()) {
        busy.merge(resource, 1, Integer::sum);
        transfers.start(
            clock.getAsDouble(),
            request.job.input.bytesOf(request.block),
            new int[] {resource},
            () -> done(request, resource));
      }
    }
  }

  private void done(Request request, int resource) {
    busy.merge(resource, -1, Integer::sum);
    if (request.isWanted()) {
      files.cached(request.job.input, request.block);
    }
    next(resource);
  }
}
