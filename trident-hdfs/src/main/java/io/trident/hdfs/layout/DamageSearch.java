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
package io.trident.hdfs.layout;

import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.recovery.RebuildOrder;
import io.trident.core.layout.recovery.SuperExtentHealth;
import io.trident.hdfs.HdfsKeys.StaleRebuild;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockQueues;
import org.apache.hadoop.hdfs.server.blockmanagement.PatchedScheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds damaged super-extents: a slice of HDFS's queues at a time, and what readers wait for. It
 * keeps them until nothing of them is to be rebuilt. What is on stale nodes only is rebuilt if a
 * reader waits for it, or all of it by {@link StaleRebuild#AT_ONCE}. For one thread, and for as
 * long as a NameNode is active.
 */
final class DamageSearch {
  private static final Logger LOG = LoggerFactory.getLogger(LayoutRecoveryService.class);

  /** Slices of HDFS's queue that are looked at in a round. */
  private static final int SLICES = 50;

  /** Damaged super-extents that are looked at in a round. */
  private static final int LOOKS = 50;

  private final TableFiles files;
  private final LayoutTables tables;
  private final BlockQueues queues;
  private final PatchedScheduler patched;
  private final QueuedRebuilds queue;
  private final FileStates states;
  private final StaleRebuild staleRebuild;
  private final LayoutMetrics metrics;
  private final Suspects suspects;
  private final Set<Long> knownBroken = new HashSet<>();
  private final Map<SuperExtentId, DamagedSuperExtent> damaged = new LinkedHashMap<>();
  private int position;
  private int stalePosition;
  private int urgentPosition;

  /**
   * Where to look on one NameNode.
   *
   * @param queues where HDFS has what cannot be read
   * @param patched what a patched HDFS is asked
   * @param queue what is reported to a patched HDFS
   * @param states how files are
   * @param staleRebuild what of that on stale nodes is rebuilt
   * @param metrics counts
   */
  record Places(
      BlockQueues queues,
      PatchedScheduler patched,
      QueuedRebuilds queue,
      FileStates states,
      StaleRebuild staleRebuild,
      LayoutMetrics metrics) {}

  DamageSearch(Places places, TableFiles files, LayoutTables tables, Suspects suspects) {
    this.suspects = suspects;
    this.files = files;
    this.tables = tables;
    this.queues = places.queues();
    this.patched = places.patched();
    this.queue = places.queue();
    this.states = places.states();
    this.staleRebuild = places.staleRebuild();
    this.metrics = places.metrics();
  }

  /**
   * Does one round.
   *
   * @param demanded files that readers wait for
   */
  void round(Set<Long> demanded) {
    suspects.retain(tables::has);
    find(demanded);
    look(demanded);
  }

  /** Returns what is damaged, as it was last looked at; changes with each round. */
  Map<SuperExtentId, DamagedSuperExtent> damaged() {
    return Collections.unmodifiableMap(damaged);
  }

  private void find(Set<Long> demanded) {
    demanded.forEach(this::discover);
    position = find(position, queues::lost);
    if (queue.isUsed()) {
      urgentPosition = find(urgentPosition, queues::urgent);
    }
    if (staleRebuild == StaleRebuild.AT_ONCE) {
      stalePosition = find(stalePosition, queues::silent);
    }
  }

  /** Looks at slices of some blocks; returns where to go on in the next round. */
  private int find(int from, Slices slices) {
    ExtentIndex index = tables.index();
    int at = from;
    for (int i = 0; i < SLICES && index.size() > 0; i++) {
      BlockQueues.Slice slice = slices.look(at, FileStates.FILES_PER_LOCK, index::has);
      at = slice.next();
      slice.files().forEach(this::discover);
      if (at == 0) {
        break;
      }
    }
    return at;
  }

  private void discover(long file) {
    tables.index().ownerOf(file).ifPresent(this::discover);
  }

  private void discover(SuperExtentId id) {
    if (!damaged.containsKey(id)) {
      try {
        Manifest manifest = files.manifest(id);
        damaged.put(
            id,
            new DamagedSuperExtent(
                manifest,
                manifest.files(),
                Set.of(),
                SuperExtentHealth.READABLE,
                new RebuildOrder(List.of(), List.of())));
      } catch (IOException e) {
        LOG.debug("Not now", e); // found again in the next round
      }
    }
  }

  private void look(Set<Long> demanded) {
    List<SuperExtentId> next = damaged.keySet().stream().limit(LOOKS).toList();
    for (SuperExtentId id : next) {
      DamagedSuperExtent before = damaged.remove(id);
      if (before == null || !tables.has(id)) {
        continue; // deleted, or no longer registered
      }
      SuperExtentHealth found =
          suspects.look(id, before.manifest(), states.of(id, before.manifest()));
      SuperExtentHealth health =
          found.rebuilding(extent -> isRebuiltWhileStale(before.stored().get(extent), demanded));
      reportBroken(id, before, health);
      RebuildOrder order = RebuildOrder.of(before.manifest(), before.manifest().parity(), health);
      DamagedSuperExtent now =
          new DamagedSuperExtent(before.manifest(), before.stored(), found.stale(), health, order);
      if (health.degraded() > 0 || suspects.has(id)) { // looked at again after all others
        damaged.put(id, now);
      }
      if (queue.isUsed()) {
        patched.requeue(
            queue.look(now.stored(), found, order.unrecoverable()), FileStates.FILES_PER_LOCK);
      }
    }
    metrics.health(
        damaged.values().stream().mapToInt(one -> one.health().degraded()).sum(),
        damaged.values().stream().mapToInt(one -> one.order().unrecoverable().size()).sum(),
        suspects.size());
  }

  private boolean isRebuiltWhileStale(@Nullable StoredObject extent, Set<Long> demanded) {
    return staleRebuild == StaleRebuild.AT_ONCE
        || (extent != null && demanded.contains(extent.identity().inode()));
  }

  private void reportBroken(SuperExtentId id, DamagedSuperExtent before, SuperExtentHealth health) {
    List<Extent> found = new ArrayList<>();
    for (Extent extent : health.broken()) {
      StoredObject stored = before.stored().get(extent);
      if (stored != null && knownBroken.add(stored.identity().inode())) {
        found.add(extent);
      }
    }
    if (!found.isEmpty()) {
      metrics.broken(found.size());
      LOG.warn("Not the files that were written, so not rebuilt: of {}, {}", id, found);
    }
  }

  /** A list of blocks at which slices are looked at. */
  @FunctionalInterface
  private interface Slices {
    BlockQueues.Slice look(int from, int limit, Predicate<Long> wanted);
  }
}
