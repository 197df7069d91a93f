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
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the context of an allocator, which the resource manager makes by reflection. */
final class PlacementContexts {
  private static final Logger LOG = LoggerFactory.getLogger(PlacementContexts.class);

  /**
   * The context of the latest scheduler that is not Trident's. Static, since the resource manager
   * makes each allocator by reflection and such a scheduler has no place for what they share: the
   * index of room above all, of which one for each application would be too many.
   */
  private static @Nullable OfStock ofStock;

  private record OfStock(
      ResourceScheduler scheduler, Configuration configuration, PlacementContext context) {}

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

  /**
   * Returns the context of a scheduler that is not Trident's: the same one for all its allocators,
   * with the settings that its configuration has now.
   */
  static synchronized PlacementContext ofStock(RMContext rmContext) {
    ResourceScheduler scheduler = rmContext.getScheduler();
    Configuration configuration =
        scheduler instanceof CapacityScheduler stock
            ? stock.getConfiguration() // another object after each refresh
            : rmContext.getYarnConfiguration();
    OfStock current = ofStock;
    if (current == null || current.scheduler() != scheduler) {
      PlacementContext made =
          new PlacementContext(
              modeOrOff(configuration), PlacementMetrics.registered(), System::nanoTime);
      current = new OfStock(scheduler, configuration, made);
    } else if (current.configuration() != configuration) {
      current.context().change(modeOrOff(configuration));
      current = new OfStock(scheduler, configuration, current.context());
    }
    if (ofStock != current && scheduler instanceof CapacityScheduler) {
      current.context().refreshed(scheduler);
    }
    ofStock = current;
    return current.context();
  }

  /**
   * Returns the context of a scheduler, or null if it has none: nothing was placed with Trident.
   */
  static synchronized @Nullable PlacementContext find(ResourceScheduler scheduler) {
    if (scheduler instanceof ExtendedScheduler trident) {
      return trident.extension().contextIfStarted();
    }
    OfStock current = ofStock;
    return current != null && current.scheduler() == scheduler ? current.context() : null;
  }

  /** Reads a scheduler's configuration; if a value is invalid, preference maps are not used. */
  static PlacementContext.Mode modeOrOff(Configuration configuration) {
    try {
      return mode(configuration);
    } catch (ConfigException e) {
      LOG.error(
          "{} Preference maps are not used until it is corrected and the queues are refreshed.",
          e.getMessage());
      return new PlacementContext.Mode(YarnSettings.switchedOff(), isAsynchronous(configuration));
    }
  }

  /**
   * Reads a scheduler's configuration.
   *
   * @throws ConfigException if a value of Trident's cannot be used
   */
  private static PlacementContext.Mode mode(Configuration configuration) {
    List<String> keys = new ArrayList<>();
    configuration.forEach(entry -> keys.add(entry.getKey()));
    return new PlacementContext.Mode(
        YarnSettings.read(configuration::get, keys), isAsynchronous(configuration));
  }

  private static boolean isAsynchronous(Configuration configuration) {
    return configuration.getBoolean(
        CapacitySchedulerConfiguration.SCHEDULE_ASYNCHRONOUSLY_ENABLE,
        CapacitySchedulerConfiguration.DEFAULT_SCHEDULE_ASYNCHRONOUSLY_ENABLE);
  }
}
