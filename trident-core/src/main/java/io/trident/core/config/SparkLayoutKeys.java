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
package io.trident.core.config;

import java.util.List;

/**
 * {@code spark.sql.trident.*}: how Spark SQL reads logically replicated tables, read from the
 * session's configuration. They are here for the reasons of {@link SparkKeys}.
 */
public final class SparkLayoutKeys {
  /** What a range costs beside its bytes. */
  public static final ConfigKey<Integer> SEEK_MS =
      ConfigKey.intKey(
          "spark.sql.trident.seek-ms",
          10,
          0,
          60_000,
          "Milliseconds that each range of bytes of a logically replicated table costs beside its"
              + " bytes when its dimension is chosen.");

  /** How long planning waits for tiers. */
  public static final ConfigKey<Integer> TIER_WAIT_MS =
      ConfigKey.intKey(
          "spark.sql.trident.tier-wait-ms",
          1_000,
          0,
          600_000,
          "The longest that the plan of a query waits, in milliseconds, for the tiers of extents of"
              + " dimensions between which tiers decide; 0 chooses by bytes alone.");

  /** How many files are looked up. */
  public static final ConfigKey<Integer> MAX_LOCATED =
      ConfigKey.intKey(
          "spark.sql.trident.max-located",
          4_096,
          0,
          1_000_000,
          "Of how many extents the tiers are looked up for a query at most; of others the dimension is"
              + " chosen by bytes alone.");

  /** Tasks for each partition. */
  public static final ConfigKey<Integer> SLICES =
      ConfigKey.intKey(
          "spark.sql.trident.slices",
          1,
          1,
          1_000,
          "How many tasks read each partition of a dimension that a join or an aggregation uses, each a"
              + " slice of it by a hash of the key. Tables that are joined without a shuffle have the same"
              + " number. The option slices of a table comes first.");

  private SparkLayoutKeys() {}

  /** Returns every key of the group, for the reference page. */
  public static List<ConfigKey<?>> all() {
    return List.of(SEEK_MS, TIER_WAIT_MS, MAX_LOCATED, SLICES);
  }
}
