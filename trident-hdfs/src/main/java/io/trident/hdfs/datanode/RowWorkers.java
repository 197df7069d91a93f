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
package io.trident.hdfs.datanode;

import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.HdfsKeys.WorkerPlace;
import io.trident.hdfs.metrics.PublishedSource;
import io.trident.layout.worker.WorkerCommand;
import io.trident.layout.worker.Workers;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** The workers of a DataNode, with their settings and metrics. */
final class RowWorkers implements AutoCloseable {
  /** Of a worker's heap rows that are sorted have this part at most. */
  private static final int SORT_SHARE = 4;

  private final Workers workers;
  private final PublishedSource metrics;
  private final long mostSortBytes;

  private RowWorkers(Workers workers, long mostSortBytes) {
    this.workers = workers;
    this.metrics =
        PublishedSource.publish(
            WorkerMetrics.NAME, "Trident's workers", new WorkerMetrics(workers::counts));
    this.mostSortBytes = mostSortBytes;
  }

  /** Returns workers, none of which is started yet; nothing if rows are parsed in this JVM. */
  static Optional<RowWorkers> of(Configuration conf) throws URISyntaxException {
    if (HdfsKeys.LAYOUT_WORKER.read(conf::get) == WorkerPlace.IN_JVM) {
      return Optional.empty();
    }
    int heap = HdfsKeys.LAYOUT_WORKER_HEAP_MB.read(conf::get);
    Workers workers =
        new Workers(
            WorkerCommand.of(WorkerClassPath.find(), heap),
            Duration.ofMillis(HdfsKeys.LAYOUT_WORKER_TIMEOUT_MS.read(conf::get)),
            Duration.ofMillis(HdfsKeys.LAYOUT_WORKER_IDLE_MS.read(conf::get)),
            System::nanoTime);
    return Optional.of(new RowWorkers(workers, ((long) heap << 20) / SORT_SHARE));
  }

  Workers workers() {
    return workers;
  }

  /** Returns how many bytes of rows a worker sorts in memory, where so many are wanted. */
  long sortBytes(long wanted) {
    return Math.min(wanted, mostSortBytes);
  }

  /** Ends all of them. */
  @Override
  public void close() {
    metrics.close();
    workers.close();
  }
}
