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

import io.trident.core.layout.slice.SliceAnswer.Reason;
import io.trident.core.layout.slice.SliceCounts;
import java.util.function.Supplier;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * Figures of the slices that a DataNode serves: the metrics2 source {@code TridentSlices}.
 *
 * @param counts what there is now
 */
record SliceMetrics(Supplier<SliceCounts> counts) implements MetricsSource {
  static final String NAME = "TridentSlices";

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    SliceCounts now = counts.get();
    MetricsRecordBuilder record = collector.addRecord(NAME).setContext("trident");
    record
        .addGauge(
            Interns.info("Bytes", "Bytes of slices kept and of extents being sliced"), now.bytes())
        .addGauge(
            Interns.info("BytesMost", "The most that these have been at a time"), now.mostBytes())
        .addGauge(Interns.info("RequestsWaiting", "Requests that wait"), now.waiting());
    counter(record, "ExtentsRead", "Extents read and sliced", now.reads());
    counter(record, "SlicesServed", "Slices that clients have got", now.served());
    counter(record, "SlicesServedLate", "Of these, kept for stragglers", now.servedLate());
    counter(record, "SlicesEvicted", "Slices given up for want of memory", now.evicted());
    counter(record, "SlicesExpired", "Slices given up as nobody asked", now.expired());
    refused(record, "RefusedTooLarge", now, Reason.TOO_LARGE);
    refused(record, "RefusedBusy", now, Reason.BUSY);
    refused(record, "RefusedFailed", now, Reason.FAILED);
  }

  private static void refused(
      MetricsRecordBuilder record, String name, SliceCounts counts, Reason reason) {
    counter(record, name, "Refused: " + reason, counts.refused().getOrDefault(reason, 0L));
  }

  private static void counter(
      MetricsRecordBuilder record, String name, String description, long value) {
    record.addCounter(Interns.info(name, description), value);
  }
}
