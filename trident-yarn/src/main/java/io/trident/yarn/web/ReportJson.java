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
package io.trident.yarn.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.yarn.scheduler.PlacementReports;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.webapp.NotFoundException;

/** The reports of a scheduler as JSON. */
final class ReportJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ReportJson() {}

  /** Returns an {@link io.trident.yarn.report.ApplicationReport}. */
  static String application(ResourceScheduler scheduler, ApplicationId application) {
    return json(reports(scheduler).application(application));
  }

  /** Returns {@code queues}: a list of {@link io.trident.yarn.report.QueueReport}. */
  static String queues(ResourceScheduler scheduler) {
    return json(Map.of("queues", reports(scheduler).queues()));
  }

  private static PlacementReports reports(ResourceScheduler scheduler) {
    PlacementReports reports = PlacementReports.of(scheduler);
    if (reports == null) {
      throw new NotFoundException(
          "The scheduler of this resource manager places without Trident; see its log.");
    }
    return reports;
  }

  private static String json(Object report) {
    try {
      return MAPPER.writeValueAsString(report);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A report cannot be written as JSON", e);
    }
  }
}
