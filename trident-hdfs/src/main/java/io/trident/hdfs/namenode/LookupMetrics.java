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
package io.trident.hdfs.namenode;

import io.trident.hdfs.metrics.PublishedSource;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.jspecify.annotations.Nullable;

/** Figures of the tier look-ups of one NameNode: the metrics2 source {@code TridentTierLookups}. */
final class LookupMetrics implements MetricsSource, AutoCloseable {
  private static final String NAME = "TridentTierLookups";

  private final MetricsRegistry registry = new MetricsRegistry(NAME).setContext("trident");
  private final MutableCounterLong files =
      registry.newCounter("FilesAskedFor", "Files of calls that were taken", 0L);
  private final MutableCounterLong refused =
      registry.newCounter("CallsRefused", "Calls beyond the limit of files a second", 0L);
  private @Nullable PublishedSource published;

  /** Publishes the source. */
  void register() {
    published = PublishedSource.publish(NAME, "Trident's tier look-ups", this);
  }

  void lookedUp(int number) {
    files.incr(number);
  }

  void refused() {
    refused.incr();
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    registry.snapshot(collector.addRecord(registry.info()), all);
  }

  @Override
  public void close() {
    if (published != null) {
      published.close();
    }
  }
}
