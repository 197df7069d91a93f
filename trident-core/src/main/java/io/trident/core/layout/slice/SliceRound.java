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
package io.trident.core.layout.slice;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What a {@link SliceSchedule} knows of an extent, from the first request to the last slice. */
final class SliceRound<P> {
  /** A slice that was read. */
  record Kept<P>(P content, long bytes, boolean isLate, long since) {}

  final int slices;

  /** What is set aside for a read. */
  final long bytes;

  final Map<Integer, Kept<P>> kept = new LinkedHashMap<>();

  /** The slices that are waited for, by whom, and when each has last asked. */
  private final Map<Integer, Map<String, Long>> waiting = new HashMap<>();

  private final BitSet served = new BitSet();

  /** Who had the extent read last, or has asked first: has what is kept. */
  String owner;

  /** When the first of those that wait has asked. */
  long since;

  /** When the read began, if it is being read. */
  long readSince;

  /** When somebody last asked, or the extent was read. */
  long touched;

  boolean isReading;
  boolean isFailed;

  SliceRound(String owner, int slices, long bytes, long now) {
    this.owner = owner;
    this.slices = slices;
    this.bytes = bytes;
    this.since = now;
    this.touched = now;
  }

  void ask(String who, int slice, long now) {
    if (gathered() == 0) {
      since = now;
    }
    served.clear(slice);
    waiting.computeIfAbsent(slice, number -> new HashMap<>(2)).put(who, now);
    touched = now;
  }

  /** Has one user wait no longer for a slice. */
  void leave(String who, int slice) {
    Map<String, Long> all = waiting.get(slice);
    if (all != null) {
      all.remove(who);
      if (all.isEmpty()) {
        waiting.remove(slice);
      }
    }
  }

  /** Has all wait no longer who have not asked for a time. */
  void leaveSilent(long now, long patience) {
    Iterator<Map<String, Long>> all = waiting.values().iterator();
    while (all.hasNext()) {
      Map<String, Long> ofSlice = all.next();
      ofSlice.values().removeIf(last -> now - last > patience);
      if (ofSlice.isEmpty()) {
        all.remove();
      }
    }
  }

  boolean isWaitedFor(int slice) {
    return waiting.containsKey(slice);
  }

  /** Returns how many requests wait. */
  int requests() {
    return waiting.values().stream().mapToInt(Map::size).sum();
  }

  /** Returns how many slices are neither served nor kept: those that may still be asked for. */
  int expected() {
    return slices - served.cardinality() - kept.size();
  }

  /** Returns the slices of a read: those that were not served, waited for or not. */
  Set<Integer> wanted() {
    Set<Integer> wanted = new HashSet<>();
    for (int slice = 0; slice < slices; slice++) {
      if (!served.get(slice) && !kept.containsKey(slice)) {
        wanted.add(slice);
      }
    }
    return wanted;
  }

  /** Gives up a slice that all have who have asked for it. */
  void serve(int slice) {
    kept.remove(slice);
    served.set(slice);
  }

  /** Returns how many slices are waited for that are not there. */
  int gathered() {
    return (int) waiting.keySet().stream().filter(slice -> !kept.containsKey(slice)).count();
  }

  /** Returns whether all slices were served, and nobody waits. */
  boolean isComplete() {
    return served.cardinality() == slices && !isReading && waiting.isEmpty();
  }

  /** Returns whether nothing is kept, waited for or being read. */
  boolean isIdle() {
    return kept.isEmpty() && waiting.isEmpty() && !isReading;
  }
}
