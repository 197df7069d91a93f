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

import io.trident.layout.worker.WorkerCounts;
import io.trident.layout.worker.WorkerException.Reason;
import java.util.function.Supplier;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * Figures of a DataNode's workers: the metrics2 source {@code TridentWorkers}.
 *
 * @param counts what there is now
 */
record WorkerMetrics(Supplier<WorkerCounts> counts) implements MetricsSource {
  static final String NAME = "TridentWorkers";

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    WorkerCounts now = counts.get();
    MetricsRecordBuilder record = collector.addRecord(NAME).setContext("trident");
    record.addGauge(Interns.info("Workers", "Processes that run"), now.processes());
    counter(record, "WorkersStarted", "Processes started", now.started());
    counter(record, "WorkersDone", "Rebuilds that came out right", now.done());
    for (Reason reason : Reason.values()) {
      counter(
          record,
          name(reason),
          "Rebuilds without a result: " + reason,
          now.failures().getOrDefault(reason, 0L));
    }
  }

  private static String name(Reason reason) {
    return switch (reason) {
      case NOT_STARTED -> "WorkersNotStarted";
      case OUT_OF_MEMORY -> "WorkersOutOfMemory";
      case DIED -> "WorkersDied";
      case HUNG -> "WorkersHung";
      case GARBLED -> "WorkersGarbled";
      case FAILED -> "WorkersFailed";
      case PAUSED -> "WorkersPaused";
    };
  }

  private static void counter(
      MetricsRecordBuilder record, String name, String description, long value) {
    record.addCounter(Interns.info(name, description), value);
  }
}
