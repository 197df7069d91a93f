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

import java.time.Duration;

/**
 * Bounds of a {@link SliceSchedule}.
 *
 * @param maxBytes most bytes of slices that are kept, together with those of extents that are being
 *     read
 * @param maxExtents most extents of which anything is known at a time
 * @param readers most extents that are read at a time
 * @param percent an extent is read once so many of the requests that are expected have arrived
 * @param gather longest time that requests wait for others
 * @param queue longest time that they wait for memory or a reader after that
 * @param keep longest time that a slice is kept that nobody asks for
 * @param patience a client that does not ask again for so long is given up
 */
public record SliceLimits(
    long maxBytes,
    int maxExtents,
    int readers,
    int percent,
    Duration gather,
    Duration queue,
    Duration keep,
    Duration patience) {
  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a bound is negative, or a number below 1
   */
  public SliceLimits {
    if (maxBytes < 0 || maxExtents < 1 || readers < 1 || percent < 1 || percent > 100) {
      throw new IllegalArgumentException(
          "Of bytes %d, extents %d, readers %d and percent %d one is out of range; give 0, 1, 1 and 1 at least, and 100 percent at most."
              .formatted(maxBytes, maxExtents, readers, percent));
    }
    if (gather.isNegative() || queue.isNegative() || keep.isNegative() || patience.isNegative()) {
      throw new IllegalArgumentException(
          "Of the times %s, %s, %s and %s one is negative; give 0 at least."
              .formatted(gather, queue, keep, patience));
    }
  }
}
