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
package io.trident.lab.testbed;

import io.trident.benchmarks.workloads.WorkloadDirectory;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;

/**
 * Deletes what a comparison has of a workload, so that what is written next finds the same room.
 * HDFS deletes replicas some heartbeats after their file, and the NameNode counts them until then:
 * a memory tier that is just large enough would seem full.
 */
final class InputDeletion {
  /** Two of a test bed's heartbeats, and more. */
  private static final long HEARTBEATS_MS = 2_500;

  private static final int DELETE_POLLS = 120;
  private static final long DELETE_POLL_MS = 500;

  private final DistributedFileSystem hdfs;

  InputDeletion(DistributedFileSystem hdfs) {
    this.hdfs = hdfs;
  }

  /**
   * Deletes a workload's input and results, and waits until DataNodes have done so: what is written
   * next shall find room in memory.
   *
   * @throws IOException if they do not within a minute
   */
  void delete(WorkloadDirectory directory) throws IOException, InterruptedException {
    Path all = directory.input().getParent();
    if (!hdfs.exists(all)) {
      return;
    }
    long left = settledUse() - heldBy(all);
    hdfs.delete(all, true);
    for (int polls = 0; used() > left; polls++) {
      if (polls == DELETE_POLLS) {
        throw new IOException(
            "%s was deleted, but DataNodes have not made room for it; is one of them dead? See 'trident testbed status'."
                .formatted(all));
      }
      Thread.sleep(DELETE_POLL_MS);
    }
  }

  /**
   * Returns the bytes of all replicas that DataNodes have reported of what is below a directory.
   */
  private long heldBy(Path directory) throws IOException {
    long bytes = 0;
    for (RemoteIterator<LocatedFileStatus> files = hdfs.listFiles(directory, true);
        files.hasNext(); ) {
      for (BlockLocation block : files.next().getBlockLocations()) {
        bytes += block.getLength() * block.getHosts().length;
      }
    }
    return bytes;
  }

  /** Waits until heartbeats have reported all that was written just before. */
  private long settledUse() throws IOException, InterruptedException {
    long before;
    long now = used();
    do {
      before = now;
      Thread.sleep(HEARTBEATS_MS);
      now = used();
    } while (now != before);
    return now;
  }

  /** Returns the bytes that all DataNodes report to hold. */
  private long used() throws IOException {
    return Arrays.stream(hdfs.getDataNodeStats(DatanodeReportType.LIVE))
        .mapToLong(DatanodeInfo::getDfsUsed)
        .sum();
  }
}
