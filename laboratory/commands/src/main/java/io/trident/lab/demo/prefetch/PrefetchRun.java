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
package io.trident.lab.demo.prefetch;

import io.trident.core.prefetch.PrefetcherName;
import io.trident.minicluster.CacheWatch.Copy;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One job under one scheduler with one prefetcher.
 *
 * @param scheduler label of the scheduler
 * @param repeat number of the repetition, from 1
 * @param submittedMillis when the client began to submit it, in milliseconds since the epoch
 * @param seconds from submission to completion, the delay included; without Oracle's wait, which
 *     comes before its jobs
 * @param times when its maps were done, as predicted and as measured
 * @param reads how each map's read began
 * @param requested blocks that were asked for, each on one node
 * @param cached those of them that came into memory, and when, in milliseconds since the epoch
 * @param wasted those requested that no map read from memory
 */
record PrefetchRun(
    String scheduler,
    PrefetcherName prefetcher,
    int repeat,
    long submittedMillis,
    double seconds,
    MapTimes times,
    List<MapRead> reads,
    int requested,
    Map<Copy, Long> cached,
    int wasted) {
  PrefetchRun {
    reads = List.copyOf(reads);
    cached = Map.copyOf(cached);
  }

  /**
   * When the last map of a job was done, in seconds from its submission.
   *
   * @param predicted by its plan; empty without one
   */
  record MapTimes(OptionalDouble predicted, double measured) {
    /** Returns the prediction's error as a share of what was measured; not negative. */
    OptionalDouble error() {
      return predicted.isPresent()
          ? OptionalDouble.of(Math.abs(predicted.getAsDouble() - measured) / measured)
          : OptionalDouble.empty();
    }
  }

  /** Returns how many maps began to read from each; every source is a key. */
  Map<CopySource, Integer> counts() {
    Map<CopySource, Integer> counts = new EnumMap<>(CopySource.class);
    for (CopySource from : CopySource.values()) {
      counts.put(from, 0);
    }
    reads.forEach(read -> counts.merge(read.from(), 1, Integer::sum));
    return counts;
  }
}
