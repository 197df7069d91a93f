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

import io.trident.core.guard.FailureBreaker;
import io.trident.core.guard.TokenBucket;
import io.trident.yarn.config.YarnSettings;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.YarnScheduler;
import org.jspecify.annotations.Nullable;

/**
 * What the allocators of one scheduler share: settings, metrics, clock. Thread-safe.
 *
 * @see TridentCapacityScheduler
 */
final class PlacementContext {
  /** So much planning may come at once after a quiet time. */
  private static final long PLANNING_BURST_NANOS = 200_000_000;

  private final PlacementMetrics metrics;
  private final LongSupplier nanoClock;
  private final WarnedAbout<ApplicationId> warned = new WarnedAbout<>();
  private final Queues queues = new Queues();
  private final ApplicationCounts.Table applications = new ApplicationCounts.Table();
  private final TokenBucket planning;
  private final FailureBreaker breaker = new FailureBreaker();
  private volatile Mode mode;
  private volatile @Nullable RoomIndex<?> rooms;

  /**
   * What a refresh may change.
   *
   * @param settings Trident's own settings
   * @param asynchronous whether the scheduler commits proposals on another thread than it proposes
   */
  record Mode(YarnSettings settings, boolean asynchronous) {}

  PlacementContext(Mode mode, PlacementMetrics metrics, LongSupplier nanoClock) {
    this.mode = mode;
    this.metrics = metrics;
    this.nanoClock = nanoClock;
    this.planning = new TokenBucket(PLANNING_BURST_NANOS, nanoClock.getAsLong());
  }

  Mode mode() {
    return mode;
  }

  void change(Mode changed) {
    this.mode = changed;
  }

  PlacementMetrics metrics() {
    return metrics;
  }

  /** Returns whether a plan may be made now, or planning has taken its part of the time. */
  boolean mayPlan(long nowNanos) {
    return planning.hasToken(nowNanos, mode.settings().planningPart());
  }

  /** Notes that a plan was made, or what plans are made of. */
  void planMade(long nanos) {
    planning.take(nanos);
  }

  ApplicationCounts.Table applications() {
    return applications;
  }

  FailureBreaker breaker() {
    return breaker;
  }

  /** Returns where there is room in a scheduler's cluster; always of the same scheduler. */
  @SuppressWarnings("unchecked") // of the kind of node that this scheduler has
  <N extends SchedulerNode> RoomIndex<N> rooms(AbstractYarnScheduler<?, N> scheduler) {
    RoomIndex<?> made = rooms;
    if (made == null) {
      synchronized (this) {
        made = rooms;
        if (made == null) {
          made = new RoomIndex<>(scheduler, nanoClock, this::planMade);
          rooms = made;
        }
      }
    }
    return (RoomIndex<N>) made;
  }

  /** Has a node looked at again. */
  void touch(NodeId node) {
    RoomIndex<?> made = rooms;
    if (made != null) {
      made.touch(node);
    }
  }

  long nanoTime() {
    return nanoClock.getAsLong();
  }

  /**
   * Notes that the settings or the queues have changed: warns of keys that name a queue which the
   * scheduler does not have, and ends the metrics of such queues.
   */
  void refreshed(YarnScheduler scheduler) {
    metrics.retain(queue -> Queues.exists(scheduler, queue));
    queues.warnOfUnknown(scheduler, mode.settings().modes());
  }

  /** Returns true the first time it is asked for an application. */
  boolean firstWarning(ApplicationId application) {
    return warned.first(application);
  }
}
