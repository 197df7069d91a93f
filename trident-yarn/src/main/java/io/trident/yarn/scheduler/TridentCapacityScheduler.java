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
import java.io.IOException;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Capacity scheduler with placement by preference maps; named by {@code
 * yarn.resourcemanager.scheduler.class}.
 *
 * <p>It allocates exactly as its superclass does, but lets {@link TridentPlacementAllocator} choose
 * among the nodes. Settings are those of {@link io.trident.yarn.config.YarnKeys} and {@link
 * io.trident.core.config.CostKeys} in {@code capacity-scheduler.xml}; a queue refresh reloads them.
 */
public final class TridentCapacityScheduler extends CapacityScheduler {
  private static final Logger LOG = LoggerFactory.getLogger(TridentCapacityScheduler.class);

  private final LongSupplier nanoClock;
  private @Nullable PlacementContext placementContext;

  /** Made by the resource manager. */
  public TridentCapacityScheduler() {
    this(System::nanoTime);
  }

  /**
   * For a scheduler whose time is simulated.
   *
   * @param nanoClock tells how old plans and proposals are, in the terms of {@link System#nanoTime}
   */
  public TridentCapacityScheduler(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /**
   * {@inheritDoc}
   *
   * @throws ConfigException if a setting of Trident's cannot be used; the resource manager then
   *     does not start
   */
  @Override
  public void serviceInit(Configuration conf) throws Exception {
    @Nullable Configuration shared = getRMContext().getYarnConfiguration();
    install(shared == null ? conf : shared);
    super.serviceInit(conf);
    PlacementContext.Mode mode = PlacementContexts.mode(getConfiguration());
    placementContext = new PlacementContext(mode, PlacementMetrics.registered(), nanoClock);
    LOG.info("Placing by preference maps: {}", mode);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IOException also if a setting of Trident's cannot be used; then nothing is changed
   */
  @Override
  public void reinitialize(Configuration newConf, RMContext rmContext, boolean validation)
      throws IOException {
    @Nullable PlacementContext context = placementContext;
    if (context == null) { // only to have a configuration checked, as the superclass allows
      super.reinitialize(newConf, rmContext, validation);
      return;
    }
    YarnSettings settings;
    try {
      settings = YarnSettings.read(proposed(newConf, validation)::get);
    } catch (ConfigException e) {
      throw new IOException(e.getMessage(), e);
    }
    super.reinitialize(newConf, rmContext, validation);
    if (!validation) {
      context.change(new PlacementContext.Mode(settings, context.mode().asynchronous()));
      LOG.info("Placing by preference maps: {}", settings);
    }
  }

  PlacementContext placementContext() {
    if (placementContext == null) {
      throw new IllegalStateException("The scheduler is not initialized.");
    }
    return placementContext;
  }

  /** The configuration that the superclass is about to use. */
  private Configuration proposed(Configuration newConf, boolean validation) throws IOException {
    if (validation) {
      return newConf;
    }
    return getCsConfProvider().loadConfiguration(new Configuration(newConf));
  }

  /**
   * Names the allocator in the resource manager's configuration, where each application looks it
   * up. A class named there by the operator stays; the resource manager would silently use the
   * stock allocator for one that it cannot load, so that is refused here.
   */
  private static void install(Configuration conf) {
    String key = YarnConfiguration.APPLICATION_PLACEMENT_TYPE_CLASS;
    String ours = TridentPlacementAllocator.class.getName();
    String named = conf.get(key, ours);
    if (named.isBlank()) {
      named = ours;
    }
    try {
      Class.forName(named);
    } catch (ClassNotFoundException e) {
      throw new YarnRuntimeException(
          "%s names %s, which cannot be loaded; remove the key to place by preference maps."
              .formatted(key, named),
          e);
    }
    if (!named.equals(ours)) {
      LOG.warn(
          "{} names {}: preference maps are not used. Remove the key to place by them.",
          key,
          named);
    }
    conf.set(key, named);
  }
}
