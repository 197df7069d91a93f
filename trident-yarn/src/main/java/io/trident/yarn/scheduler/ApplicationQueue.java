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

import io.trident.yarn.config.QueueMode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.jspecify.annotations.Nullable;

/**
 * The queue that an application is in. Names are looked up anew only after the application was
 * moved or the settings were refreshed; else {@link #now} is two comparisons. Thread-safe.
 */
final class ApplicationQueue {
  private final AppSchedulingInfo application;
  private final PlacementContext context;
  private volatile @Nullable SchedulerApplicationAttempt attempt;
  private volatile @Nullable State last;

  /**
   * What counts for the application now.
   *
   * @param queue null if the application is not known to its scheduler yet
   * @param path of the queue
   * @param settings that the queue's mode is of
   * @param metrics of the queue
   */
  record State(
      @Nullable Queue queue,
      String path,
      PlacementContext.Mode settings,
      QueueMode mode,
      PlacementMetrics metrics) {}

  ApplicationQueue(AppSchedulingInfo application, PlacementContext context) {
    this.application = application;
    this.context = context;
  }

  /** Returns what counts now. */
  State now(AbstractYarnScheduler<?, ?> scheduler) {
    @Nullable SchedulerApplicationAttempt known = attempt(scheduler);
    @Nullable Queue queue = known == null ? null : known.getQueue();
    PlacementContext.Mode settings = context.mode();
    State state = last;
    if (state == null || state.queue() != queue || state.settings() != settings) {
      String path = queue == null ? Queues.path(application.getQueueName()) : Queues.path(queue);
      PlacementMetrics metrics =
          context.metrics().ofQueue(path, other -> Queues.exists(scheduler, other));
      state = new State(queue, path, settings, settings.settings().modes().of(path), metrics);
      last = state;
    }
    return state;
  }

  /** Returns the application, or null if it is not known to its scheduler yet. */
  @Nullable SchedulerApplicationAttempt attempt(AbstractYarnScheduler<?, ?> scheduler) {
    @Nullable SchedulerApplicationAttempt known = attempt;
    if (known == null) {
      known = scheduler.getApplicationAttempt(application.getApplicationAttemptId());
      attempt = known;
    }
    return known;
  }

  /** Returns the metrics of the queue that the application was last known to be in. */
  PlacementMetrics lastMetrics() {
    State state = last;
    return state == null ? context.metrics() : state.metrics();
  }
}
