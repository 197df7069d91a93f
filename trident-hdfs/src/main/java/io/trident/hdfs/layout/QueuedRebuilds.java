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

import io.trident.core.guard.Guard;
import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.recovery.SuperExtentHealth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.server.blockmanagement.PatchedScheduler;
import org.apache.hadoop.hdfs.server.blockmanagement.RebuildScheduling;

/**
 * What is reported of lost extents to a patched HDFS: which are not missing, as they can be
 * rebuilt, and which it may hand out now. HDFS asks on threads of its own; all else is for one
 * thread.
 */
final class QueuedRebuilds implements RebuildScheduling {
  /** By a lost file: whether it was last reported to HDFS as one that can be rebuilt. */
  private final Map<Long, Boolean> queued = new HashMap<>();

  /** Files that too little is left of, or that were changed. */
  private final Set<Long> hopeless = ConcurrentHashMap.newKeySet();

  private boolean isUsed;
  private volatile ExtentIndex index = ExtentIndex.EMPTY;
  private volatile Map<Long, Offer> offers = Map.of();

  /** Has HDFS ask this from now on, if it is patched. */
  void register(PatchedScheduler patched, Guard guard) {
    isUsed = patched.scheduleBy(this, guard);
  }

  /** Returns whether HDFS is patched, and asks. */
  boolean isUsed() {
    return isUsed;
  }

  /** Notes which files are extents. */
  void know(ExtentIndex extents) {
    index = extents;
  }

  /** Forgets all, as on a NameNode that is no longer active. */
  void forget() {
    index = ExtentIndex.EMPTY;
    offers = Map.of();
    hopeless.clear();
    queued.clear();
  }

  /** Replaces what HDFS may hand out, by file. */
  void offer(Map<Long, Offer> now) {
    offers = Map.copyOf(now);
  }

  /**
   * Notes how a super-extent is.
   *
   * @param unrecoverable what of it too little is left of
   * @return files that HDFS may have in a queue where they no longer belong
   */
  List<Long> look(
      Map<Extent, StoredObject> files, SuperExtentHealth health, Collection<Extent> unrecoverable) {
    List<Long> changed = new ArrayList<>();
    files.forEach(
        (extent, stored) -> {
          long file = stored.identity().inode();
          boolean isHopeless = health.broken().contains(extent) || unrecoverable.contains(extent);
          if (isHopeless) {
            hopeless.add(file);
          } else {
            hopeless.remove(file);
          }
          if (!isHopeless && !health.lost().contains(extent)) {
            queued.remove(file);
          } else if (!Boolean.valueOf(!isHopeless).equals(queued.put(file, !isHopeless))) {
            changed.add(file);
          }
        });
    return changed;
  }

  @Override
  public boolean isRebuildable(long inode) {
    return index.has(inode) && !hopeless.contains(inode);
  }

  @Override
  public Optional<Offer> offer(long inode) {
    return Optional.ofNullable(offers.get(inode));
  }
}
