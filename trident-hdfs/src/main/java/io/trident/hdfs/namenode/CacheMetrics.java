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

import io.trident.core.guard.Guard;
import io.trident.core.storage.PinState;
import io.trident.core.text.EnumNames;
import io.trident.hdfs.metrics.PublishedSource;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.jspecify.annotations.Nullable;

/** Figures of the leases of one NameNode: the metrics2 source {@code TridentBlockCache}. */
final class CacheMetrics implements MetricsSource, AutoCloseable {
  private static final String NAME = "TridentBlockCache";

  private final MetricsRegistry registry = new MetricsRegistry(NAME).setContext("trident");
  private final LeaseTable leases;
  private final Guard guard;
  private final MutableCounterLong pinned =
      registry.newCounter("BlocksPinned", "Blocks that leases were granted for", 0L);
  private final MutableCounterLong released =
      registry.newCounter("LeasesReleased", "Leases that their owners ended", 0L);
  private final MutableCounterLong expired =
      registry.newCounter(
          "LeasesExpired",
          "Leases that ended because nobody renewed them, their pool was removed or the NameNode is"
              + " no longer active",
          0L);
  private final MutableCounterLong lost =
      registry.newCounter(
          "BlocksLost",
          "Pinned blocks let go: file or node went away, or permission or quota no longer suffices",
          0L);
  private final Map<PinState, MutableCounterLong> refused = new EnumMap<>(PinState.class);
  private @Nullable PublishedSource published;

  CacheMetrics(LeaseTable leases, Guard guard) {
    this.guard = guard;
    this.leases = leases;
    for (PinState state : PinState.values()) {
      if (state.isFailed()) {
        refused.put(
            state,
            registry.newCounter(
                "Refused" + EnumNames.camelCase(state), "Blocks refused: " + state.meaning(), 0L));
      }
    }
  }

  /** Publishes the source. */
  void register() {
    published = PublishedSource.publish(NAME, "Trident's block cache leases", this);
  }

  void pinned() {
    pinned.incr();
  }

  void refused(PinState why) {
    MutableCounterLong counter = refused.get(why);
    if (counter != null) {
      counter.incr();
    }
  }

  void released() {
    released.incr();
  }

  void expired() {
    expired.incr();
  }

  void lost(int blocks) {
    lost.incr(blocks);
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    MetricsRecordBuilder record = collector.addRecord(registry.info());
    registry.snapshot(record, all);
    record.addGauge(Interns.info("Leases", "Leases that are held"), leases.size());
    record.addGauge(Interns.info("PinnedBlocks", "Blocks of all leases"), leases.pinCount());
    record.addGauge(
        Interns.info("PinnedBytes", "Bytes of the blocks of all leases"),
        leases.poolBytes().values().stream().mapToLong(Long::longValue).sum());
    record.addCounter(
        Interns.info("Failures", "Failures of Trident that the NameNode was kept from"),
        guard.failures());
  }

  @Override
  public void close() {
    if (published != null) {
      published.close();
    }
  }
}
