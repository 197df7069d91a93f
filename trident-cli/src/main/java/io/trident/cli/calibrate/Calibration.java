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
package io.trident.cli.calibrate;

import io.trident.core.config.ConfigException;
import io.trident.core.config.CostKeys;
import io.trident.core.config.PrefetchKeys;
import io.trident.core.cost.CalibratedCosts;
import io.trident.core.cost.CostModel;
import io.trident.core.model.StorageTier;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;

/**
 * What measurements show about a cluster: medians over its blocks.
 *
 * <p>A tier's bandwidth is that of the first read of a block. Memory's is that of the fastest read
 * again: a cached replica is read from memory in just that way. Where the first read of a
 * persistent medium was about as fast as the one after it, nobody can know whether it came from the
 * page cache; such a tier keeps its score, unless the caches were dropped before.
 *
 * @param measurements at least one
 * @param dropped whether the page caches of the DataNodes were dropped before the first reads
 */
record Calibration(List<BlockTimes> measurements, boolean dropped) {
  /** Share of the speed of a read again from which a first read is in doubt. */
  private static final double DOUBT = 0.6;

  private static final double MEGABYTE = 1 << 20;

  Calibration {
    measurements = List.copyOf(measurements);
    if (measurements.isEmpty()) {
      throw new IllegalArgumentException("Nothing was measured.");
    }
  }

  /**
   * A tier at a distance.
   *
   * @param blocks how many were measured
   * @param isInDoubt whether the page cache may have served the first reads
   */
  record Row(
      StorageTier tier,
      Distance distance,
      int blocks,
      double writeRate,
      double firstRate,
      double againRate,
      boolean isInDoubt) {}

  /** Returns a row per tier and distance, fastest tiers first. */
  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (StorageTier tier : StorageTier.values()) {
      for (Distance distance : Distance.values()) {
        List<BlockTimes> of =
            measurements.stream()
                .filter(one -> one.tier() == tier && one.distance() == distance)
                .toList();
        if (!of.isEmpty()) {
          double first = median(of, BlockTimes::firstRate);
          double again = median(of, BlockTimes::againRate);
          boolean isMemory = tier == StorageTier.MEMORY || tier == StorageTier.NVDIMM;
          rows.add(
              new Row(
                  tier,
                  distance,
                  of.size(),
                  median(of, BlockTimes::writeRate),
                  first,
                  again,
                  !dropped && !isMemory && first > DOUBT * again));
        }
      }
    }
    return rows;
  }

  /** Returns whether blocks were read on the node that holds them. */
  boolean isLocal() {
    return measurements.stream().anyMatch(one -> one.distance() == Distance.LOCAL);
  }

  /** Returns memory's bandwidth, in bytes per second. */
  double memoryRate() {
    Distance nearest = isLocal() ? Distance.LOCAL : Distance.REMOTE;
    return rows().stream()
        .filter(row -> row.distance() == nearest)
        .mapToDouble(row -> Math.max(row.againRate(), row.firstRate()))
        .max()
        .orElseThrow();
  }

  /** Returns the network's bandwidth, in bytes per second; empty if every read was local. */
  OptionalDouble networkRate() {
    return rows().stream()
        .filter(row -> row.distance() == Distance.REMOTE)
        .mapToDouble(row -> Math.max(row.againRate(), row.firstRate()))
        .max();
  }

  /**
   * Returns the configuration that follows, as keys and values.
   *
   * @param known the scores of tiers that were not measured, or are in doubt
   * @throws ConfigException if Trident would refuse it
   */
  Map<String, String> keys(CostModel known) {
    Distance nearest = isLocal() ? Distance.LOCAL : Distance.REMOTE;
    Map<StorageTier, Double> rates = new EnumMap<>(StorageTier.class);
    for (Row row : rows()) {
      if (row.distance() == nearest && !row.isInDoubt()) {
        rates.put(row.tier(), row.firstRate());
      }
    }
    CostModel costs = CalibratedCosts.of(memoryRate(), rates, known);
    Map<String, String> keys = new LinkedHashMap<>();
    for (StorageTier tier : StorageTier.values()) {
      keys.put(CostKeys.tier(tier).name(), Double.toString(costs.score(tier)));
    }
    keys.put(CostKeys.RACK_LOCAL.name(), Double.toString(costs.rackLocal()));
    keys.put(CostKeys.OFF_RACK.name(), Double.toString(costs.offRack()));
    keys.put(PrefetchKeys.MEMORY_RATE.name(), megabytes(memoryRate()));
    networkRate().ifPresent(rate -> keys.put(PrefetchKeys.NETWORK_RATE.name(), megabytes(rate)));
    CostKeys.read(keys::get);
    PrefetchKeys.MEMORY_RATE.read(keys::get);
    PrefetchKeys.NETWORK_RATE.read(keys::get);
    return keys;
  }

  private static String megabytes(double rate) {
    return Long.toString(Math.max(1, Math.round(rate / MEGABYTE)));
  }

  private static double median(List<BlockTimes> of, ToDoubleFunction<BlockTimes> rate) {
    return StatUtils.percentile(of.stream().mapToDouble(rate).toArray(), 50);
  }
}
