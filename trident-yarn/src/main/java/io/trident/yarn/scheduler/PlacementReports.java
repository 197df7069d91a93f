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

import io.trident.core.text.EnumNames;
import io.trident.yarn.report.ApplicationReport;
import io.trident.yarn.report.QueueReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/** What a scheduler does by preference maps, for those who ask while it runs. Thread-safe. */
public final class PlacementReports {
  private final PlacementContext context;
  private final AbstractYarnScheduler<?, ?> scheduler;

  private PlacementReports(PlacementContext context, AbstractYarnScheduler<?, ?> scheduler) {
    this.context = context;
    this.scheduler = scheduler;
  }

  /** Returns the reports of a scheduler, or null if Trident has no part in it. */
  public static @Nullable PlacementReports of(ResourceScheduler scheduler) {
    PlacementContext context = PlacementContexts.find(scheduler);
    return context != null && scheduler instanceof AbstractYarnScheduler<?, ?> known
        ? new PlacementReports(context, known)
        : null;
  }

  /**
   * Reports one application. O(its priorities), at most {@link ApplicationReport#MOST_REQUESTS};
   * takes the lock of each for the time of a copy.
   *
   * @param application running, or not
   */
  public ApplicationReport application(ApplicationId application) {
    ApplicationCounts counts = context.applications().find(application);
    SchedulerApplicationAttempt attempt = attempt(application);
    String queue = attempt == null ? null : Queues.path(attempt.getQueue());
    return new ApplicationReport(
        application.toString(),
        queue,
        queue == null ? null : mode(queue),
        counts == null ? 0 : counts.plans(),
        counts == null ? 0 : counts.containers(),
        counts == null ? Map.of() : counts.fallbacks(),
        attempt == null ? List.of() : requests(attempt.getAppSchedulingInfo()));
  }

  /** Reports each queue that applications with preference maps were in. */
  public List<QueueReport> queues() {
    List<QueueReport> reports = new ArrayList<>();
    context
        .metrics()
        .queues()
        .forEach(
            (queue, metrics) ->
                reports.add(new QueueReport(queue, mode(queue), metrics.counters())));
    return reports;
  }

  private @Nullable SchedulerApplicationAttempt attempt(ApplicationId id) {
    SchedulerApplication<?> application = scheduler.getSchedulerApplications().get(id);
    return application == null ? null : application.getCurrentAppAttempt();
  }

  private String mode(String queue) {
    return EnumNames.dashed(context.mode().settings().modes().of(queue));
  }

  private static List<ApplicationReport.Request> requests(AppSchedulingInfo application) {
    List<ApplicationReport.Request> requests = new ArrayList<>();
    for (SchedulerRequestKey key : application.getSchedulerKeys()) {
      if (requests.size() < ApplicationReport.MOST_REQUESTS
          && (Object) application.getAppPlacementAllocator(key)
              instanceof TridentPlacementAllocator<?> allocator) {
        PreferencePlacement<?> placement = allocator.placement();
        if (placement != null) {
          requests.add(placement.report());
        }
      }
    }
    return requests;
  }
}
