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
package io.trident.yarn.scheduler;

import io.trident.core.config.ConfigException;
import io.trident.yarn.config.YarnSettings;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the context of an allocator, which the resource manager makes by reflection. */
final class PlacementContexts {
  private static final Logger LOG = LoggerFactory.getLogger(PlacementContexts.class);

  private PlacementContexts() {}

  /**
   * What a configuration is good for.
   *
   * @param mode null if it is invalid
   * @param invalid why Trident's values cannot be used: a {@link ConfigException}, which the caller
   *     must be able to load without
   */
  record Proposal(PlacementContext.@Nullable Mode mode, @Nullable RuntimeException invalid) {}

  /** Reads what a scheduler's configuration proposes. */
  static Proposal propose(Configuration configuration) {
    try {
      return new Proposal(mode(configuration), null);
    } catch (ConfigException e) {
      return new Proposal(null, e);
    }
  }

  /** Returns a context from the configuration of a scheduler that is not Trident's. */
  static PlacementContext ofStock(RMContext rmContext) {
    Configuration configuration =
        rmContext.getScheduler() instanceof CapacityScheduler stock
            ? stock.getConfiguration()
            : rmContext.getYarnConfiguration();
    PlacementContext.Mode mode;
    try {
      mode = mode(configuration);
    } catch (ConfigException e) {
      LOG.warn("{} Preference maps are not used until it is corrected.", e.getMessage());
      mode = new PlacementContext.Mode(YarnSettings.switchedOff(), false);
    }
    return new PlacementContext(mode, PlacementMetrics.registered(), System::nanoTime);
  }

  /**
   * Reads a scheduler's configuration.
   *
   * @throws ConfigException if a value of Trident's cannot be used
   */
  private static PlacementContext.Mode mode(Configuration configuration) {
    boolean asynchronous =
        configuration.getBoolean(
            CapacitySchedulerConfiguration.SCHEDULE_ASYNCHRONOUSLY_ENABLE,
            CapacitySchedulerConfiguration.DEFAULT_SCHEDULE_ASYNCHRONOUSLY_ENABLE);
    return new PlacementContext.Mode(YarnSettings.read(configuration::get), asynchronous);
  }
}
