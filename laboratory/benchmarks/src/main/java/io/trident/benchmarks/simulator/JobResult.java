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
package io.trident.benchmarks.simulator;

import io.trident.benchmarks.swim.SizeBin;
import io.trident.core.model.ReadSource;
import java.util.Map;

/**
 * What became of a job. Times are in seconds.
 *
 * @param name its name in the trace
 * @param bin its bin by input size
 * @param submitSeconds when it was submitted, from the start of the trace
 * @param seconds from its submission until its last task ended, a prefetcher's delay included
 * @param delaySeconds for how long a prefetcher held it back
 * @param tasks its tasks, maps and reduces
 * @param taskSeconds the sum of their run times: what cluster efficiency is about
 * @param reads its maps by where they read
 * @param readFrom the same by medium and distance, {@code memory-local} to {@code disk-remote}
 * @param memoryReads its maps that read from memory, of whatever node
 * @param inputBytes what its maps read
 * @param prefetched blocks that were requested to be cached for it
 * @param wasted of these, those that none of its maps read from a cache
 * @param leastSeconds what it takes under {@link LowerBound}
 * @param leastTaskSeconds what its tasks take under {@link LowerBound}
 */
public record JobResult(
    String name,
    SizeBin bin,
    double submitSeconds,
    double seconds,
    double delaySeconds,
    int tasks,
    double taskSeconds,
    Map<ReadSource, Integer> reads,
    Map<String, Integer> readFrom,
    int memoryReads,
    long inputBytes,
    int prefetched,
    int wasted,
    double leastSeconds,
    double leastTaskSeconds) {
  public JobResult {
    reads = Map.copyOf(reads);
    readFrom = Map.copyOf(readFrom);
  }
}
