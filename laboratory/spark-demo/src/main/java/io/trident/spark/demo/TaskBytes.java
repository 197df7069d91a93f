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
package io.trident.spark.demo;

import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.jspecify.annotations.Nullable;

/**
 * What tasks read, shuffled and took; complete once the driver's listener bus is empty.
 * Thread-safe.
 */
public final class TaskBytes extends SparkListener {
  /**
   * Sums over tasks.
   *
   * @param read bytes of input
   * @param shuffled bytes written for a shuffle
   * @param tasks how many tasks ended
   * @param cpuNanos processor time of tasks, in nanoseconds
   */
  public record Sums(long read, long shuffled, int tasks, long cpuNanos) {}

  private long read;
  private long shuffled;
  private int tasks;
  private long cpuNanos;

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
    tasks++;
    @Nullable TaskMetrics metrics = end.taskMetrics();
    if (metrics != null) { // a lost executor reports none
      read += metrics.inputMetrics().bytesRead();
      shuffled += metrics.shuffleWriteMetrics().bytesWritten();
      cpuNanos += metrics.executorCpuTime() + metrics.executorDeserializeCpuTime();
    }
  }

  /** Returns the sums since the last call. */
  public synchronized Sums drain() {
    Sums sums = new Sums(read, shuffled, tasks, cpuNanos);
    read = 0;
    shuffled = 0;
    tasks = 0;
    cpuNanos = 0;
    return sums;
  }
}
