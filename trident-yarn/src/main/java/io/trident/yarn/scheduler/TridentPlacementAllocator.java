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
import io.trident.core.request.PreferenceMap;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.ContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.common.PendingAsk;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.CandidateNodeSet;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.LocalityAppPlacementAllocator;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.placement.PendingAskUpdateResult;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Places the containers of one application at one priority by preference maps (paper, section 3.2,
 * Algorithm 3).
 *
 * <p>An application that sends no maps gets the stock allocator's behaviour; so does every
 * application if Trident fails. {@link TridentCapacityScheduler}, {@link TridentFairScheduler} and
 * {@link TridentFifoScheduler} install this class; it also works alone under the stock Capacity
 * scheduler, named by {@code yarn.scheduler.app-placement-allocator.class}, where a refreshed
 * setting holds from the next application on.
 *
 * @param <N> the scheduler's kind of node
 */
public final class TridentPlacementAllocator<N extends SchedulerNode>
    extends LocalityAppPlacementAllocator<N> {
  /*
   * Each method runs the stock allocator's part always, and Trident's beside it under the guard.
   * The class must load, and stock's parts must run, whatever other class of Trident is missing: no
   * such class occurs in a field's initialiser, a catch clause or a lambda's signature.
   */
  private static final Logger LOG = LoggerFactory.getLogger(TridentPlacementAllocator.class);

  private Guard guard =
      new Guard(
          (consequence, failure) ->
              LOG.warn(
                  "{}. Further failures are counted in the metric TridentPlacement FallbackError"
                      + " only.",
                  consequence,
                  failure));

  private @Nullable PreferencePlacement<N> placement;

  /** The score of the container being allocated; guarded by AppSchedulingInfo's write lock. */
  private OptionalDouble allocatedScore = OptionalDouble.empty();

  /** Made by the resource manager, which then calls {@link #initialize}. */
  public TridentPlacementAllocator() {}

  @Override
  public void initialize(
      AppSchedulingInfo appSchedulingInfo,
      SchedulerRequestKey schedulerRequestKey,
      RMContext rmContext) {
    super.initialize(appSchedulingInfo, schedulerRequestKey, rmContext);
    try {
      PlacementContext context = null;
      NodeOffers<?> offers = null;
      if (rmContext.getScheduler() instanceof ExtendedScheduler trident) {
        guard = trident.extension().guard(); // shared, so that a failure is logged once
        context = trident.extension().contextIfStarted();
        offers = trident.extension().offers();
      } else {
        context = PlacementContexts.ofStock(rmContext);
      }
      if (context != null) {
        placement =
            new PreferencePlacement<>(
                this, appSchedulingInfo, schedulerRequestKey, rmContext, context, offers);
      }
    } catch (Throwable failure) {
      failed(failure);
    }
  }

  @Override
  public PendingAskUpdateResult updatePendingAsk(
      Collection<ResourceRequest> requests, boolean recoverPreemptedRequestForAContainer) {
    @Nullable PreferencePlacement<N> trident = placement;
    Map<String, PreferenceMap> sent = Map.of();
    Collection<ResourceRequest> kept = requests;
    try {
      if (trident != null) {
        sent = trident.sentMaps().read(requests);
        kept = trident.sentMaps().withoutMaps(requests, sent);
      }
    } catch (Throwable failure) {
      failed(failure);
    }
    PendingAskUpdateResult result =
        super.updatePendingAsk(kept, recoverPreemptedRequestForAContainer);
    try {
      if (trident != null) {
        trident.updated(requests, sent, recoverPreemptedRequestForAContainer);
      }
    } catch (Throwable failure) {
      failed(failure);
    }
    return result;
  }

  @Override
  public ContainerRequest allocate(
      SchedulerRequestKey schedulerKey, NodeType type, SchedulerNode node) {
    try {
      if (placement != null) {
        allocatedScore = placement.take(type, node);
      }
    } catch (Throwable failure) {
      failed(failure);
    }
    try {
      return super.allocate(schedulerKey, type, node);
    } finally {
      allocatedScore = OptionalDouble.empty();
    }
  }

  /**
   * A container that is asked for again, for example after pre-emption, carries its own score only.
   */
  @Override
  public ResourceRequest cloneResourceRequest(ResourceRequest request) {
    try {
      @Nullable ResourceRequest scored =
          placement == null ? null : placement.scored(request, allocatedScore);
      if (scored != null) {
        return scored;
      }
    } catch (Throwable failure) {
      failed(failure);
    }
    return super.cloneResourceRequest(request);
  }

  @Override
  public Iterator<N> getPreferredNodeIterator(CandidateNodeSet<N> candidateNodeSet) {
    try {
      if (placement != null && placement.isPreferring()) {
        @Nullable Iterator<N> planned = placement.answer(candidateNodeSet);
        if (planned != null) {
          return new GuardedNodes<>(
              planned, () -> super.getPreferredNodeIterator(candidateNodeSet), this::failed);
        }
      }
    } catch (Throwable failure) {
      failed(failure);
    }
    return super.getPreferredNodeIterator(candidateNodeSet);
  }

  @Override
  public PendingAsk getPendingAsk(String resourceName) {
    PendingAsk pending = super.getPendingAsk(resourceName);
    try {
      if (placement != null && placement.isPreferring()) {
        return placement.seen(resourceName, pending);
      }
    } catch (Throwable failure) {
      failed(failure);
    }
    return pending;
  }

  /** Returns what this allocator has for its application, a report's; null if nothing. */
  @Nullable PreferencePlacement<N> placement() {
    return placement;
  }

  private void failed(Throwable failure) {
    guard.contain("Containers are placed as by the stock scheduler", failure);
    guard.run("Failures are not counted", this::countFailure);
  }

  private void countFailure() {
    if (placement == null) {
      PlacementMetrics.registered().fallback(FallbackReason.ERROR);
    } else {
      placement.failed();
    }
  }
}
