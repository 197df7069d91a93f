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
package io.trident.layout.mapreduce.job;

import java.io.IOException;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.jspecify.annotations.Nullable;

/**
 * What jobs moved.
 *
 * @param bytesRead from HDFS
 * @param bytesShuffled from maps to reduces
 * @param bytesWritten to HDFS, each replica's bytes once
 */
public record JobCost(long bytesRead, long bytesShuffled, long bytesWritten) {
  /** Nothing. */
  public static final JobCost NONE = new JobCost(0, 0, 0);

  /** Returns what both moved. */
  public JobCost plus(JobCost other) {
    return new JobCost(
        bytesRead + other.bytesRead,
        bytesShuffled + other.bytesShuffled,
        bytesWritten + other.bytesWritten);
  }

  /** Returns what a finished job counted; nothing if its counters are gone. */
  static JobCost of(Job job) throws IOException {
    @Nullable Counters counters = job.getCounters();
    return counters == null
        ? NONE
        : new JobCost(
            counters.findCounter("HDFS", FileSystemCounter.BYTES_READ).getValue(),
            counters.findCounter(TaskCounter.REDUCE_SHUFFLE_BYTES).getValue(),
            counters.findCounter("HDFS", FileSystemCounter.BYTES_WRITTEN).getValue());
  }
}
