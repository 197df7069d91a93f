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

import java.util.HashMap;
import java.util.HashSet;
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

  /** The slices that are waited for, and when each was last asked for. */
  final Map<Integer, Long> waiting = new HashMap<>();

  final Map<Integer, Kept<P>> kept = new LinkedHashMap<>();
  private final Set<Integer> served = new HashSet<>();

  /** When the first of those that wait has asked. */
  long since;

  /** When somebody last asked, or the extent was read. */
  long touched;

  boolean isReading;
  boolean isFailed;

  SliceRound(int slices, long bytes, long now) {
    this.slices = slices;
    this.bytes = bytes;
    this.since = now;
    this.touched = now;
  }

  void ask(int slice, long now) {
    if (gathered() == 0) {
      since = now;
    }
    served.remove(slice);
    waiting.put(slice, now);
    touched = now;
  }

  /** Returns how many slices are neither served nor kept: those that may still be asked for. */
  int expected() {
    return slices - served.size() - kept.size();
  }

  /** Returns the slices of a read: those that were not served, waited for or not. */
  Set<Integer> wanted() {
    Set<Integer> wanted = new HashSet<>();
    for (int slice = 0; slice < slices; slice++) {
      if (!served.contains(slice) && !kept.containsKey(slice)) {
        wanted.add(slice);
      }
    }
    return wanted;
  }

  void serve(int slice) {
    waiting.remove(slice);
    kept.remove(slice);
    served.add(slice);
  }

  /** Returns how many clients wait for a slice that is not there. */
  int gathered() {
    return (int) waiting.keySet().stream().filter(slice -> !kept.containsKey(slice)).count();
  }

  /** Returns whether all slices were served, and nobody waits. */
  boolean isComplete() {
    return served.size() == slices && !isReading && waiting.isEmpty();
  }
}
