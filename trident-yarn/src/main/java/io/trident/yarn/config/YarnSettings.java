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
package io.trident.yarn.config;

import io.trident.core.config.ConfigSource;
import io.trident.core.config.CostKeys;
import io.trident.core.cost.CostModel;
import java.time.Duration;
import java.util.List;

/**
 * The values of {@link YarnKeys} and {@link CostKeys} at one time.
 *
 * @param modes in which queues preference maps are used
 * @param planMaxAge how long a plan may be followed
 * @param planningPart what part of time planning may take, above 0 and at most 1
 * @param maxEntries how many entries an application's maps may have in all
 * @param inFlightTimeout how long a proposal may stay without commit
 * @param costs the cost model
 */
public record YarnSettings(
    QueueModes modes,
    Duration planMaxAge,
    double planningPart,
    int maxEntries,
    Duration inFlightTimeout,
    CostModel costs) {

  /**
   * Reads the settings.
   *
   * @param keys the names of all keys that are set, among them those of queues' modes
   * @throws io.trident.core.config.ConfigException if a value cannot be used
   */
  public static YarnSettings read(ConfigSource source, Iterable<String> keys) {
    return new YarnSettings(
        QueueModes.read(source, keys),
        Duration.ofMillis(YarnKeys.PLAN_MAX_AGE_MS.read(source)),
        YarnKeys.PLANNING_PERCENT.read(source) / 100.0,
        YarnKeys.MAX_ENTRIES.read(source),
        Duration.ofMillis(YarnKeys.IN_FLIGHT_TIMEOUT_MS.read(source)),
        CostKeys.read(source));
  }

  /** The defaults, with preference maps unused. */
  public static YarnSettings switchedOff() {
    return read(key -> key.equals(YarnKeys.MODE.name()) ? "off" : null, List.of());
  }
}
