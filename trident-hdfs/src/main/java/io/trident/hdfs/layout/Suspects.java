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

import static java.util.Objects.requireNonNull;

import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.recovery.SuperExtentHealth;
import io.trident.core.layout.recovery.SuspectPlan;
import io.trident.hdfs.protocol.BadReplica;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.server.blockmanagement.ReplicaMarks;
import org.apache.hadoop.hdfs.server.blockmanagement.ReplicaMarks.Replicas;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replicas that rebuilds found to be other than the manifest has, although they match HDFS's
 * checksums. {@link SuspectPlan} decides: those that can be rebuilt are corrupt to HDFS from then
 * on, and so lost; of others nothing is read. A replica is forgotten when it is gone, or its file
 * is another one. For one thread, and for as long as a NameNode is active.
 */
final class Suspects {
  /** Of more, rebuilds that read them are tried again, later and later. */
  static final int MOST = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(LayoutRecoveryService.class);

  private final FileStates states;
  private final ReplicaMarks marks;

  /** By super-extent: replicas, and whether HDFS takes them for corrupt because of this. */
  private final Map<SuperExtentId, Map<BadReplica, Boolean>> known = new HashMap<>();

  private int size;

  Suspects(FileStates states, ReplicaMarks marks) {
    this.states = states;
    this.marks = marks;
  }

  /** Notes a replica. */
  void report(SuperExtentId id, BadReplica replica) {
    if (size < MOST
        && known.computeIfAbsent(id, any -> new HashMap<>()).putIfAbsent(replica, false) == null) {
      size++;
      LOG.warn(
          "{} of {} is not what the manifest has, on {}, although its checksums match",
          replica.extent(),
          id,
          replica.node());
    }
  }

  /** Returns how many replicas are known. */
  int size() {
    return size;
  }

  /** Returns whether a super-extent has some. */
  boolean has(SuperExtentId id) {
    return known.containsKey(id);
  }

  /** Forgets super-extents that are gone. */
  void retain(Predicate<SuperExtentId> there) {
    known.keySet().removeIf(id -> !there.test(id));
    count();
  }

  private void count() {
    size = known.values().stream().mapToInt(Map::size).sum();
  }

  /**
   * Decides what becomes of the suspects of a super-extent, and has HDFS know. Takes the global
   * lock for each of them.
   *
   * @param found how the super-extent is to HDFS
   * @return how it is, where what is not read is broken
   */
  SuperExtentHealth look(SuperExtentId id, Manifest manifest, SuperExtentHealth found) {
    Map<BadReplica, Boolean> suspects = known.get(id);
    if (suspects == null) {
      return found;
    }
    Map<Extent, TableFile> files = new HashMap<>();
    Map<Extent, Replicas> replicas = new HashMap<>();
    for (BadReplica one : suspects.keySet()) {
      StoredObject stored = manifest.files().get(one.extent());
      if (stored != null) {
        TableFile file = new TableFile(id, one.extent(), stored);
        files.put(one.extent(), file);
        replicas.computeIfAbsent(
            one.extent(),
            any ->
                marks.of(file.inode(), inodeFile -> FileStates.isWhatWasWritten(inodeFile, file)));
      }
    }
    suspects.keySet().removeIf(one -> !isThere(one, replicas));
    if (suspects.isEmpty()) {
      known.remove(id);
    }
    count();
    Set<Extent> without = withoutOther(suspects.keySet(), replicas);
    SuspectPlan plan = SuspectPlan.of(manifest, manifest.parity(), found, without);
    boolean isChanged = false;
    for (Map.Entry<BadReplica, Boolean> one : suspects.entrySet()) {
      BadReplica replica = one.getKey();
      boolean isKept = plan.kept().contains(replica.extent());
      boolean isCorrupt = corrupt(replicas, replica.extent()).contains(replica.node());
      if (!isKept && !isCorrupt) {
        one.setValue(mark(requireNonNull(files.get(replica.extent())), replica.node()));
        isChanged = true;
      } else if (isKept && one.getValue() && !found.pending().contains(replica.extent())) {
        unmark(requireNonNull(files.get(replica.extent())), replica.node());
        one.setValue(false);
        isChanged = true;
      }
    }
    return (isChanged ? states.of(id, manifest) : found).notReading(without);
  }

  private static boolean isThere(BadReplica one, Map<Extent, Replicas> replicas) {
    Replicas there = replicas.get(one.extent());
    return there != null && there.nodes().contains(one.node());
  }

  private static Set<String> corrupt(Map<Extent, Replicas> replicas, Extent extent) {
    return requireNonNull(replicas.get(extent)).corrupt();
  }

  /** Returns the extents of which there is no replica but suspects, and those that are corrupt. */
  private static Set<Extent> withoutOther(
      Collection<BadReplica> suspects, Map<Extent, Replicas> replicas) {
    Map<Extent, Set<String>> others = new HashMap<>();
    for (BadReplica one : suspects) {
      others
          .computeIfAbsent(
              one.extent(),
              extent -> {
                Set<String> whole = new HashSet<>(requireNonNull(replicas.get(extent)).nodes());
                whole.removeAll(corrupt(replicas, extent));
                return whole;
              })
          .remove(one.node());
    }
    return others.entrySet().stream()
        .filter(one -> one.getValue().isEmpty())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private boolean mark(TableFile file, String node) {
    try {
      return marks.mark(
          file.inode(), inodeFile -> FileStates.isWhatWasWritten(inodeFile, file), node);
    } catch (IOException e) {
      LOG.debug("Not now", e); // the node has gone; looked at again in the next round
      return false;
    }
  }

  private void unmark(TableFile file, String node) {
    marks.unmark(file.inode(), inodeFile -> FileStates.isWhatWasWritten(inodeFile, file), node);
    LOG.warn(
        "{} of {} cannot be rebuilt from what is left, so it stays as it is, and is not read",
        file.extent(),
        file.superExtent());
  }
}
