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

import io.trident.core.guard.Guard;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeLabelsUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeResourceUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
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

  /** By its name, as it may be missing. */
  private static final String ALLOCATOR = "io.trident.yarn.scheduler.TridentPlacementAllocator";

  private static final String OFF =
      "Preference maps are not used: containers are placed as by the stock scheduler";

  private static final String LATER = "Room for containers is found later than it could be";

  private static final String UNREPORTED = "The REST API has nothing of Trident";

  private static final String UNCHANGED = "The settings of Trident stay as they were";

  private final Guard guard =
      new Guard(
          (consequence, failure) ->
              LOG.warn(
                  "{}. Further failures are counted in the metric TridentPlacement FallbackError"
                      + " only.",
                  consequence,
                  failure));
  private final LongSupplier nanoClock;
  private @Nullable PlacementContext placementContext;

  /** Made by the resource manager. */
  public TridentCapacityScheduler() {
    this(System::nanoTime);
  }

  /**
   * For a scheduler whose time is simulated.
   *
   * @param nanoClock measures how old plans and proposals are, in the terms of {@link
   *     System#nanoTime}
   */
  public TridentCapacityScheduler(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.trident.core.config.ConfigException if a setting of Trident's cannot be used; the
   *     resource manager then does not start
   */
  @Override
  public void serviceInit(Configuration conf) throws Exception {
    @Nullable Configuration shared = getRMContext().getYarnConfiguration();
    install(shared == null ? conf : shared);
    try {
      WebExtension.install(shared == null ? conf : shared);
    } catch (Throwable failure) {
      guard.contain(UNREPORTED, failure);
    }
    super.serviceInit(conf);
    RuntimeException invalid = null;
    try {
      PlacementContexts.Proposal proposal = PlacementContexts.propose(getConfiguration());
      invalid = proposal.invalid();
      if (proposal.mode() != null) {
        placementContext =
            new PlacementContext(proposal.mode(), PlacementMetrics.registered(), nanoClock);
        LOG.info("Placing by preference maps: {}", proposal.mode());
        placementContext.refreshed(this);
      }
    } catch (Throwable failure) {
      guard.contain(OFF, failure);
    }
    if (invalid != null) {
      throw invalid;
    }
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
    if (context == null) { // not started, or only to have a configuration checked
      super.reinitialize(newConf, rmContext, validation);
      return;
    }
    PlacementContexts.Proposal proposal = null;
    RuntimeException invalid = null;
    try {
      proposal = PlacementContexts.propose(proposed(newConf, validation));
      invalid = proposal.invalid();
    } catch (Throwable failure) { // of the superclass too: it is about to fail itself
      guard.contain(UNCHANGED, failure);
    }
    if (invalid != null) {
      throw new IOException(invalid.getMessage(), invalid);
    }
    super.reinitialize(newConf, rmContext, validation);
    try {
      if (!validation && proposal != null && proposal.mode() != null) {
        context.change(
            new PlacementContext.Mode(proposal.mode().settings(), context.mode().asynchronous()));
        LOG.info("Placing by preference maps: {}", context.mode().settings());
        context.refreshed(this);
      }
    } catch (Throwable failure) {
      guard.contain(UNCHANGED, failure);
    }
  }

  /** {@inheritDoc} Its room is looked at again. */
  @Override
  protected void completedContainerInternal(
      RMContainer rmContainer, ContainerStatus containerStatus, RMContainerEventType event) {
    super.completedContainerInternal(rmContainer, containerStatus, event);
    touch(rmContainer.getNodeId());
  }

  @Override
  public void handle(SchedulerEvent event) {
    super.handle(event);
    try {
      touchNodesOf(event);
    } catch (Throwable failure) {
      guard.contain(LATER, failure);
    }
  }

  private void touchNodesOf(SchedulerEvent event) {
    if (event instanceof NodeAddedSchedulerEvent added) {
      touch(added.getAddedRMNode().getNodeID());
    } else if (event instanceof NodeRemovedSchedulerEvent removed) {
      touch(removed.getRemovedRMNode().getNodeID());
    } else if (event instanceof NodeResourceUpdateSchedulerEvent updated) {
      touch(updated.getRMNode().getNodeID());
    } else if (event instanceof NodeLabelsUpdateSchedulerEvent labelled) {
      labelled.getUpdatedNodeToLabels().keySet().forEach(this::touch);
    }
  }

  private void touch(@Nullable NodeId node) {
    try {
      if (placementContext != null && node != null) {
        placementContext.touch(node);
      }
    } catch (Throwable failure) {
      guard.contain(LATER, failure);
    }
  }

  /** Returns what keeps failures of Trident away from this scheduler. */
  Guard guard() {
    return guard;
  }

  /** Returns what the allocators share, or null if Trident failed to start. */
  @Nullable PlacementContext contextIfStarted() {
    return placementContext;
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
   * stock allocator for one that it cannot load, so that is refused here. If it is Trident's own
   * that cannot be loaded, the stock allocator stays.
   */
  private void install(Configuration conf) {
    String key = YarnConfiguration.APPLICATION_PLACEMENT_TYPE_CLASS;
    String named = conf.get(key, "");
    if (named.isBlank() || named.equals(ALLOCATOR)) {
      try {
        Class.forName(ALLOCATOR);
        conf.set(key, ALLOCATOR);
      } catch (Throwable failure) {
        guard.contain(OFF, failure);
      }
      return;
    }
    try {
      Class.forName(named);
    } catch (ClassNotFoundException e) {
      throw new YarnRuntimeException(
          "%s names %s, which cannot be loaded; remove the key to place by preference maps."
              .formatted(key, named),
          e);
    }
    LOG.warn(
        "{} names {}: preference maps are not used. Remove the key to place by them.", key, named);
  }
}
