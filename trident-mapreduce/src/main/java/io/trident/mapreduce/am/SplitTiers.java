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
package io.trident.mapreduce.am;

import io.trident.core.model.BlockInput;
import io.trident.core.model.Replica;
import io.trident.core.model.StorageTier;
import io.trident.core.storage.Availability;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.mapreduce.split.JobInputs;
import io.trident.mapreduce.split.SplitInput;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Where the input of each split is, as last looked up.
 *
 * <p>Look-ups run on a thread of their own ({@link TierRefresher}); readers never wait. A part of a
 * split whose tiers are unknown counts as a disk on each host that the split names. Thread-safe.
 */
final class SplitTiers {
  private final JobInputs inputs;
  private final TierSource source;
  private final AtomicReferenceArray<List<SegmentTiers>> known;
  private final Map<Integer, List<String>> hosts = new ConcurrentHashMap<>();
  private final ConcurrentSkipListSet<Integer> waiting = new ConcurrentSkipListSet<>();
  private final Set<Integer> changed = ConcurrentHashMap.newKeySet();

  SplitTiers(JobInputs inputs, TierSource source) {
    this.inputs = inputs;
    this.source = source;
    this.known = new AtomicReferenceArray<>(inputs.size());
  }

  /** Returns the number of splits. */
  int size() {
    return inputs.size();
  }

  /** Notes that a task of the split waits for a container, and the hosts its split names. */
  void waiting(int split, List<String> splitHosts) {
    waiting.add(split);
    List<String> places = splitHosts.stream().filter(Replica::isNode).toList();
    if (!places.isEmpty()) {
      hosts.put(split, places);
    }
  }

  /** Notes that no task of the split waits: it is not looked up again. */
  void settled(int split) {
    waiting.remove(split);
  }

  /** Returns up to {@code limit} waiting splits from {@code first} on, wrapping around. */
  List<Integer> waitingFrom(int first, int limit) {
    List<Integer> splits = new ArrayList<>();
    waiting.tailSet(first).stream().limit(limit).forEach(splits::add);
    waiting.headSet(first).stream().limit(limit - splits.size()).forEach(splits::add);
    return splits;
  }

  /** Returns where the files that the split reads are, as last looked up; empty if not known. */
  List<SegmentTiers> locatedOf(int split) {
    @Nullable List<SegmentTiers> tiers = split < known.length() ? known.get(split) : null;
    return tiers == null ? List.of() : tiers;
  }

  /** Returns what the split reads and where that is; empty if it has no preferred location. */
  List<BlockInput> blocksOf(int split) {
    List<String> places = hosts.getOrDefault(split, List.of());
    List<SegmentTiers> tiers = split < known.length() ? known.get(split) : null;
    if (tiers == null) {
      return onDisksOf(places, 1);
    }
    List<BlockInput> blocks = new ArrayList<>();
    for (SegmentTiers segment : tiers) {
      if (segment.availability() == Availability.KNOWN) {
        blocks.addAll(segment.inputs());
      } else {
        blocks.addAll(onDisksOf(places, segment.segment().length()));
      }
    }
    return blocks;
  }

  private static List<BlockInput> onDisksOf(List<String> places, long bytes) {
    if (places.isEmpty()) {
      return List.of();
    }
    return List.of(
        new BlockInput(
            bytes,
            places.stream()
                .distinct()
                .map(host -> Replica.stored(host, StorageTier.DISK))
                .toList()));
  }

  /** Looks splits up, one batch; splits that are not of files are skipped. */
  void lookUp(List<Integer> splits) {
    Set<FileSegment> segments = new HashSet<>();
    for (int split : splits) {
      segments.addAll(segmentsOf(split));
    }
    if (segments.isEmpty()) {
      return;
    }
    Map<FileSegment, SegmentTiers> answers = source.locate(segments);
    for (int split : splits) {
      List<SegmentTiers> old = known.get(split);
      List<SegmentTiers> tiers = new ArrayList<>();
      for (FileSegment segment : segmentsOf(split)) {
        SegmentTiers before = old == null ? unreachable(segment) : old.get(tiers.size());
        SegmentTiers answer = answers.getOrDefault(segment, before);
        // What was known stays believed while the NameNode does not answer.
        tiers.add(answer.availability() == Availability.UNREACHABLE ? before : answer);
      }
      if (!tiers.isEmpty() && !tiers.equals(old)) {
        known.set(split, List.copyOf(tiers));
        changed.add(split);
      }
    }
  }

  private static SegmentTiers unreachable(FileSegment segment) {
    return new SegmentTiers(segment, Availability.UNREACHABLE, List.of());
  }

  /**
   * Passes on each split whose tiers changed since it was last passed on. If {@code use} fails, the
   * splits that follow stay changed.
   */
  void forEachChanged(IntConsumer use) {
    for (int split : changed) {
      changed.remove(split); // first: one that changes meanwhile is passed on again
      use.accept(split);
    }
  }

  private List<FileSegment> segmentsOf(int split) {
    return split < inputs.size()
        ? inputs.splits().get(split).segments()
        : SplitInput.UNKNOWN.segments();
  }
}
