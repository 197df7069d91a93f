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
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ha.HAServiceProtocol.HAServiceState;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.YarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeLabelsUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeResourceUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What Trident adds to a scheduler of YARN, the same to each: the allocator, settings, and notes of
 * which nodes changed. The schedulers call it from the methods that the resource manager calls; its
 * failures are contained here.
 */
final class SchedulerExtension {
  private static final Logger LOG = LoggerFactory.getLogger(SchedulerExtension.class);

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
  private @Nullable PlacementContext context;
  private @Nullable NodeOffers<?> offers;

  /** What the scheduler does itself when it is reinitialized. */
  interface Reinitialization {
    void run() throws IOException;
  }

  /**
   * @param nanoClock measures how old plans and proposals are, in the terms of {@link
   *     System#nanoTime}
   */
  SchedulerExtension(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /** Returns what keeps failures of Trident away from the scheduler. */
  Guard guard() {
    return guard;
  }

  /** Returns what the allocators share, or null if Trident failed to start. */
  @Nullable PlacementContext contextIfStarted() {
    return context;
  }

  /** Returns the offers of a scheduler that places by heartbeats, null for another. */
  @Nullable NodeOffers<?> offers() {
    return offers;
  }

  /** Returns what the allocators share. */
  PlacementContext context() {
    if (context == null) {
      throw new IllegalStateException("The scheduler is not initialized.");
    }
    return context;
  }

  /**
   * Names allocator and REST API in the resource manager's configuration, where each application
   * and the web application look them up. A class named there by the operator stays. The resource
   * manager uses the stock allocator for one that it cannot load, and nowhere reports it; so that
   * is logged here. If it is Trident's own that cannot be loaded, the stock allocator stays.
   *
   * @param rmContext of the resource manager, null or without a configuration in tests of YARN
   * @param own the configuration that the scheduler is initialized with
   */
  void install(@Nullable RMContext rmContext, Configuration own) {
    @Nullable Configuration shared = rmContext == null ? null : rmContext.getYarnConfiguration();
    Configuration conf = shared == null ? own : shared;
    try {
      WebExtension.install(conf);
    } catch (Throwable failure) {
      guard.contain(UNREPORTED, failure);
    }
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
    } catch (ClassNotFoundException | LinkageError e) {
      LOG.error(
          "{} names {}, which cannot be loaded: preference maps are not used. Remove the key to"
              + " place by them.",
          key,
          named,
          e);
      return;
    }
    LOG.warn(
        "{} names {}: preference maps are not used. Remove the key to place by them.", key, named);
  }

  /** Starts with the settings of an initialized scheduler, or off if one of them is invalid. */
  void start(YarnScheduler scheduler, Configuration conf) {
    try {
      PlacementContext.Mode mode = PlacementContexts.modeOrOff(conf);
      context = new PlacementContext(mode, PlacementMetrics.registered(), nanoClock);
      LOG.info("Placing by preference maps: {}", mode);
      context.refreshed(scheduler);
    } catch (Throwable failure) {
      guard.contain(OFF, failure);
    }
  }

  /** Starts a scheduler that places on a node only when it heartbeats, as {@link #start} does. */
  void startByHeartbeats(AbstractYarnScheduler<?, ?> scheduler, Configuration conf) {
    start(scheduler, conf);
    try {
      if (context != null) {
        offers =
            new NodeOffers<>(
                scheduler,
                context,
                TimeUnit.MILLISECONDS.toNanos(
                    conf.getLong(
                        YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS,
                        YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_MS)));
      }
    } catch (Throwable failure) {
      guard.contain(OFF, failure);
    }
  }

  /** Notes that this thread offers a node to applications until {@link #offerEnds}. */
  void offerBegins(RMNode node) {
    try {
      if (offers != null) {
        offers.begin(node.getNodeID());
      }
    } catch (Throwable failure) {
      guard.contain(OFF, failure);
    }
  }

  /** Notes that this thread offers no node any more. */
  void offerEnds() {
    try {
      if (offers != null) {
        offers.end();
      }
    } catch (Throwable failure) {
      guard.contain(OFF, failure);
    }
  }

  /**
   * Reinitializes a scheduler, and takes over the settings of Trident if it succeeds.
   *
   * @param proposed the configuration that the scheduler is about to use
   * @param own what the scheduler does itself
   * @throws IOException also if a setting of Trident's cannot be used; then nothing is changed. A
   *     resource manager that is about to become active keeps its settings instead
   */
  void reinitialize(
      YarnScheduler scheduler,
      @Nullable RMContext rmContext,
      Callable<Configuration> proposed,
      Reinitialization own)
      throws IOException {
    PlacementContexts.Proposal proposal = checked(proposed, rmContext);
    own.run();
    try {
      if (context != null && proposal != null && proposal.mode() != null) {
        context.change(
            new PlacementContext.Mode(proposal.mode().settings(), context.mode().asynchronous()));
        LOG.info("Placing by preference maps: {}", context.mode().settings());
        context.refreshed(scheduler);
      }
    } catch (Throwable failure) {
      guard.contain(UNCHANGED, failure);
    }
  }

  /**
   * Checks a configuration.
   *
   * @throws IOException if a setting of Trident's cannot be used
   */
  void check(Configuration proposed, @Nullable RMContext rmContext) throws IOException {
    checked(() -> proposed, rmContext);
  }

  private PlacementContexts.@Nullable Proposal checked(
      Callable<Configuration> proposed, @Nullable RMContext rmContext) throws IOException {
    if (context == null) { // not started, or only to have a configuration checked
      return null;
    }
    PlacementContexts.Proposal proposal = null;
    RuntimeException invalid = null;
    try {
      proposal = PlacementContexts.propose(proposed.call());
      invalid = proposal.invalid();
    } catch (Throwable failure) { // of the scheduler too: it is about to fail itself
      guard.contain(UNCHANGED, failure);
    }
    if (invalid == null) {
      return proposal;
    }
    if (isBecomingActive(rmContext)) { // a refusal would keep it standby
      LOG.error("{} {} until it is corrected.", invalid.getMessage(), UNCHANGED);
      return proposal;
    }
    throw new IOException(invalid.getMessage(), invalid);
  }

  /**
   * A standby refreshes its queues before it becomes active, and does not become so if it fails.
   */
  private static boolean isBecomingActive(@Nullable RMContext rmContext) {
    return rmContext != null && rmContext.getHAServiceState() == HAServiceState.STANDBY;
  }

  /** Has the nodes looked at again that an event was about, after the scheduler handled it. */
  void handled(SchedulerEvent event) {
    try {
      if (event instanceof NodeAddedSchedulerEvent added) {
        touch(added.getAddedRMNode().getNodeID());
      } else if (event instanceof NodeRemovedSchedulerEvent removed) {
        touch(removed.getRemovedRMNode().getNodeID());
      } else if (event instanceof NodeResourceUpdateSchedulerEvent updated) {
        touch(updated.getRMNode().getNodeID());
      } else if (event instanceof NodeLabelsUpdateSchedulerEvent labelled) {
        labelled.getUpdatedNodeToLabels().keySet().forEach(this::touch);
      }
    } catch (Throwable failure) {
      guard.contain(LATER, failure);
    }
  }

  /** Has a node looked at again. */
  void touch(@Nullable NodeId node) {
    try {
      if (context != null && node != null) {
        context.touch(node);
      }
    } catch (Throwable failure) {
      guard.contain(LATER, failure);
    }
  }
}
