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
package io.trident.hdfs.locate;

import io.trident.hdfs.metrics.PublishedSource;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.apache.hadoop.metrics2.lib.MutableRate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counters of one locator, published as the metrics2 source {@code TridentTierLocator}; a further
 * locator of the same process gets a numbered name.
 */
final class LocatorMetrics implements MetricsSource, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TierLocator.class);
  private static final String NAME = "TridentTierLocator";

  private final MetricsRegistry registry = new MetricsRegistry(NAME).setContext("trident");
  private final MutableCounterLong lookups =
      registry.newCounter("Lookups", "Files looked up, answered from memory or not", 0L);
  private final MutableCounterLong hits =
      registry.newCounter("Hits", "Files answered from memory", 0L);
  private final MutableRate reads = registry.newRate("Reads", "Files asked of a NameNode, in ms");
  private final Map<Degradation, MutableCounterLong> degraded = new EnumMap<>(Degradation.class);
  private final Set<Degradation> warned = EnumSet.noneOf(Degradation.class);
  private @Nullable PublishedSource published;

  LocatorMetrics() {
    for (Degradation cause : Degradation.values()) {
      degraded.put(cause, registry.newCounter(cause.counterName(), cause.meaning(), 0L));
    }
  }

  /** Publishes the source; without a metrics system the counters still count. */
  void register() {
    published = PublishedSource.publish(NAME, "Trident's tier look-ups", this);
  }

  void lookedUp(boolean inMemory) {
    lookups.incr();
    if (inMemory) {
      hits.incr();
    }
  }

  void read(int files, long nanos) {
    reads.add(files, nanos / 1_000_000);
  }

  /** Counts a degradation; the first of its cause is a warning, later ones are debug lines. */
  void degraded(Degradation cause, String what, @Nullable Exception why) {
    counter(cause).incr();
    boolean first;
    synchronized (warned) {
      first = warned.add(cause);
    }
    if (first) {
      LOG.warn(
          "{}: {}{}. Counted from now on as metric {}.",
          what,
          cause.meaning(),
          why == null ? "" : " (" + firstLine(why) + ")",
          cause.counterName());
    }
    LOG.debug("{}: {}", what, cause.meaning(), why);
  }

  long count(Degradation cause) {
    return counter(cause).value();
  }

  long lookups() {
    return lookups.value();
  }

  long hits() {
    return hits.value();
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

  private MutableCounterLong counter(Degradation cause) {
    MutableCounterLong counter = degraded.get(cause);
    if (counter == null) {
      throw new IllegalStateException("No counter for " + cause); // one each by construction
    }
    return counter;
  }

  private static String firstLine(Exception e) {
    String text = e.toString();
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }
}
