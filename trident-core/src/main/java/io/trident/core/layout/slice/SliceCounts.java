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

import io.trident.core.layout.slice.SliceAnswer.Reason;
import java.util.Map;

/**
 * What a {@link SliceSchedule} has done, and has now.
 *
 * @param reads extents that were read
 * @param served slices that were taken
 * @param servedLate those of them that nobody had asked for when the extent was read
 * @param evicted slices that were given up for want of memory
 * @param expired slices that were given up as nobody asked for them
 * @param refused requests that were refused, by reason
 * @param bytes of slices that are kept, and of extents that are being read
 * @param mostBytes the most that these have been at a time
 * @param waiting requests that wait
 */
public record SliceCounts(
    long reads,
    long served,
    long servedLate,
    long evicted,
    long expired,
    Map<Reason, Long> refused,
    long bytes,
    long mostBytes,
    int waiting) {
  /** Copies the map. */
  public SliceCounts {
    refused = Map.copyOf(refused);
  }
}
