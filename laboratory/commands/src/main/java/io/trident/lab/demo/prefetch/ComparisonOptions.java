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

import io.trident.core.config.ConfigException;
import io.trident.core.prefetch.PrefetcherName;
import io.trident.lab.demo.DemoOptions;
import io.trident.lab.demo.Engine;
import java.util.List;

/**
 * What is compared, on what.
 *
 * @param size the cluster and the input
 * @param diskBytesPerSecond bandwidth that each node's disk has, for tasks and for caching
 * @param repeats how often each pair of scheduler and prefetcher runs
 * @param schedulers in the order of the result
 * @param prefetchers in the order of the result
 */
record ComparisonOptions(
    DemoOptions size,
    double diskBytesPerSecond,
    int repeats,
    List<Engine> schedulers,
    List<PrefetcherName> prefetchers) {
  static final int MAX_REPEATS = 100;
  static final double MAX_DISK_MB = 1_000;

  ComparisonOptions {
    schedulers = schedulers.stream().distinct().toList();
    prefetchers = prefetchers.stream().distinct().toList();
    if (repeats < 1 || repeats > MAX_REPEATS) {
      throw new ConfigException(
          "--repeat", Integer.toString(repeats), "must be from 1 to %d.".formatted(MAX_REPEATS));
    }
    double megabytes = diskBytesPerSecond / 1e6;
    if (!(megabytes >= 0.1 && megabytes <= MAX_DISK_MB)) {
      throw new ConfigException(
          "--disk-mb",
          Double.toString(megabytes),
          "must be from 0.1 to %.0f.".formatted(MAX_DISK_MB));
    }
  }

  /** Returns how many jobs are run beside the warm-up. */
  int runs() {
    return repeats * schedulers.size() * prefetchers.size();
  }
}
