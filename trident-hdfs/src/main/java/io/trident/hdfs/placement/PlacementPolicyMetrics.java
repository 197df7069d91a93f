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
package io.trident.hdfs.placement;

import static java.util.Objects.requireNonNull;

import io.trident.core.layout.placement.Preference;
import io.trident.core.text.EnumNames;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.lib.MetricsRegistry;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;

/**
 * Metrics source {@code TridentPlacementPolicy}: how the NameNode's blocks are placed. Thread-safe.
 */
final class PlacementPolicyMetrics implements MetricsSource {
  /** The name of the source. */
  static final String NAME = "TridentPlacementPolicy";

  private final MetricsRegistry registry = new MetricsRegistry(NAME).setContext("dfs");
  private final MutableCounterLong byTiers =
      counter("BlocksByTiers", "Choices of targets made by tiers");
  private final MutableCounterLong byStock =
      counter("BlocksByStock", "Choices for which tiers had too few nodes; stock HDFS chose, too");
  private final MutableCounterLong ofPolicy =
      counter(
          "BlocksOfPolicy", "Choices of targets left to the storage policy of file or directory");
  private final MutableCounterLong limited =
      counter(
          "BlocksLimitedByTypeQuota", "Choices without a tier that a directory has a quota for");
  private final MutableCounterLong failures =
      counter("Failures", "Choices left to stock HDFS because Trident failed; see the log");

  private final MutableCounterLong extentsByStock =
      counter("ExtentsByStock", "Choices for extents for which no allowed node has room");
  private final MutableCounterLong partitionsAtHome =
      counter("PartitionsAtHome", "Partitions of replicas on the node of their map");
  private final MutableCounterLong partitionsByStock =
      counter("PartitionsByStock", "Partitions whose node had no room or was excluded");
  private final Map<Preference, MutableCounterLong> extents = new EnumMap<>(Preference.class);

  private PlacementPolicyMetrics() {
    for (Preference preference : Preference.values()) {
      extents.put(
          preference,
          counter(
              "Extents" + EnumNames.camelCase(preference),
              "Replicas of extents on nodes that are: " + preference));
    }
  }

  /**
   * Returns this process's source, registering it at the first call. NameNodes that follow each
   * other in one process, as in tests, count on together.
   */
  static PlacementPolicyMetrics registered() {
    MetricsSystem system = DefaultMetricsSystem.instance();
    synchronized (PlacementPolicyMetrics.class) {
      if (system.getSource(NAME) instanceof PlacementPolicyMetrics existing) {
        return existing;
      }
      return system.register(NAME, "Placement by tiers", new PlacementPolicyMetrics());
    }
  }

  void placedByTiers() {
    byTiers.incr();
  }

  void leftToStock() {
    byStock.incr();
  }

  void leftToPolicy() {
    ofPolicy.incr();
  }

  void limitedByQuota() {
    limited.incr();
  }

  void extentPlaced(Preference preference) {
    requireNonNull(extents.get(preference)).incr();
  }

  /** Counts an extent without an allowed node, and returns whether it is the first. */
  boolean extentLeft() {
    extentsByStock.incr();
    return extentsByStock.value() == 1;
  }

  void partitionPlaced() {
    partitionsAtHome.incr();
  }

  void partitionLeft() {
    partitionsByStock.incr();
  }

  void failed() {
    failures.incr();
  }

  long failures() {
    return failures.value();
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    registry.snapshot(collector.addRecord(registry.info()), all);
  }

  private MutableCounterLong counter(String name, String description) {
    return registry.newCounter(Interns.info(name, description), 0L);
  }
}
