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
package io.trident.core.prefetch;

/** Algorithm 5: when each task runs, and so how long the job takes. Not thread-safe. */
interface ExecutionModel {
  /** Times are compared up to a nanosecond: a delay must not miss its block by a rounding. */
  double ROUNDING_SECONDS = 1e-9;

  /** The model of an instance: by node if the network is of limited bandwidth. */
  static ExecutionModel of(Instance instance) {
    return Double.isInfinite(instance.snapshot.networkBytesPerSecond())
        ? new PooledExecution(instance)
        : new NodeExecution(instance);
  }

  /**
   * Predicts the job time.
   *
   * @param delay seconds by which the job is delayed
   * @return the end of the last task, in seconds; 0 without tasks
   */
  double predict(BlockStates blocks, double delay);

  /** When a task starts, by the last prediction. */
  double start(int task);

  /** When a task ends, by the last prediction. */
  double end(int task);

  /** Where one of the instance's reads is from, by the last prediction. */
  ReadKind kind(int read);

  /**
   * Whether a task that starts at a time finds a block in memory. The paper prints "start >
   * cacheTime"; but the delay of Algorithm 7 is just long enough for start = cacheTime, "it can
   * start as soon as B4 completes prefetching and read the data from memory", so equality counts.
   */
  static boolean isInMemory(double start, double ready) {
    return start + ROUNDING_SECONDS >= ready;
  }

  /**
   * How long a read takes that goes along with the caching of its block, in seconds: until that
   * ends, and no less than from memory. Beyond the paper, see {@link LateReads#WITH_CACHING}.
   *
   * @param start when the read begins
   * @param ready when the block is in memory
   * @param memorySeconds how long the read takes from memory
   */
  static double arrivingSeconds(double start, double ready, double memorySeconds) {
    return Math.max(memorySeconds, ready - start);
  }

  /** Whether a read is sooner to end than another; not by a rounding. */
  static boolean isSooner(double seconds, double other) {
    return seconds < other - ROUNDING_SECONDS;
  }
}
