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

import com.google.inject.Inject;
import io.trident.yarn.report.ApplicationReport;
import io.trident.yarn.report.QueueReport;
import io.trident.yarn.scheduler.PlacementReports;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationAccessType;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TABLE;
import org.apache.hadoop.yarn.webapp.hamlet2.Hamlet.TBODY;
import org.apache.hadoop.yarn.webapp.view.HtmlBlock;
import org.jspecify.annotations.Nullable;

/** Two tables: the queues, and the running applications that the reader may view. */
final class TridentBlock extends HtmlBlock {
  /** Of more, the newest are shown. */
  private static final int MOST_APPLICATIONS = 1_000;

  private final ResourceManager resourceManager;
  private final HttpServletRequest request;

  @Inject
  TridentBlock(ResourceManager resourceManager, HttpServletRequest request, ViewContext context) {
    super(context);
    this.resourceManager = resourceManager;
    this.request = request;
  }

  @Override
  protected void render(Block html) {
    PlacementReports reports = PlacementReports.of(resourceManager.getResourceScheduler());
    if (reports == null) {
      html.p().__("The scheduler places without Trident; the log has the reason.").__();
      return;
    }
    html.h3("Queues, since the start of the resource manager");
    queues(html, reports.queues());
    html.h3("Running applications");
    applications(html, reports);
  }

  private static void queues(Block html, List<QueueReport> queues) {
    TBODY<TABLE<Hamlet>> rows =
        head(
            html,
            "#tridentQueues",
            "Queue",
            "Mode",
            "Node-local",
            "Rack-local",
            "Off-switch",
            "Anywhere",
            "Asked in memory",
            "Placed in memory",
            "Of plans in shadow: node-local",
            "in memory",
            "Plans",
            "Left to stock");
    for (QueueReport queue : queues) {
      Map<String, Long> counters = queue.counters();
      row(
          rows,
          queue.queue(),
          queue.mode(),
          count(counters, "ContainersNodeLocal"),
          count(counters, "ContainersRackLocal"),
          count(counters, "ContainersOffSwitch"),
          count(counters, "ContainersAnywhere"),
          count(counters, "AskedOfScoreMemory"),
          count(counters, "ContainersOfScoreMemory"),
          count(counters, "ShadowNodeLocal"),
          count(counters, "ShadowOfScoreMemory"),
          count(counters, "PlansMade"),
          counters.entrySet().stream()
              .filter(entry -> entry.getKey().startsWith("Fallback") && entry.getValue() > 0)
              .map(entry -> entry.getKey().substring("Fallback".length()) + " " + entry.getValue())
              .collect(Collectors.joining(", ")));
    }
    rows.__().__();
  }

  private void applications(Block html, PlacementReports reports) {
    TBODY<TABLE<Hamlet>> rows =
        head(
            html,
            "#tridentApps",
            "Application",
            "User",
            "Queue",
            "Mode",
            "Pending",
            "In flight",
            "Candidates left",
            "Plans",
            "Containers",
            "Left to stock");
    List<RMApp> running =
        resourceManager.getRMContext().getRMApps().values().stream()
            .filter(application -> application.getState() == RMAppState.RUNNING)
            .sorted(Comparator.comparing(RMApp::getApplicationId).reversed())
            .limit(MOST_APPLICATIONS)
            .filter(this::mayView)
            .toList();
    for (RMApp application : running) {
      ApplicationReport report = reports.application(application.getApplicationId());
      List<ApplicationReport.Request> requests = report.requests();
      rows.tr()
          .td()
          .a(
              root_url("ws", "v1", "cluster", "trident", "apps", report.application()),
              report.application())
          .__()
          .td(application.getUser())
          .td(String.valueOf(report.queue()))
          .td(String.valueOf(report.mode()))
          .td(sum(requests.stream().mapToInt(ApplicationReport.Request::pending).sum()))
          .td(sum(requests.stream().mapToInt(ApplicationReport.Request::inFlight).sum()))
          .td(sum(requests.stream().mapToInt(TridentBlock::candidates).sum()))
          .td(String.valueOf(report.plans()))
          .td(String.valueOf(report.containers()))
          .td(
              report.fallbacks().entrySet().stream()
                  .map(entry -> entry.getKey() + " " + entry.getValue())
                  .collect(Collectors.joining(", ")))
          .__();
    }
    rows.__().__();
  }

  /** As the resource manager's REST API: whoever is not known may view what everybody may. */
  private boolean mayView(RMApp application) {
    @Nullable String user = request.getRemoteUser();
    if (user == null) {
      return true;
    }
    UserGroupInformation caller = UserGroupInformation.createRemoteUser(user);
    return resourceManager
            .getApplicationACLsManager()
            .checkAccess(
                caller,
                ApplicationAccessType.VIEW_APP,
                application.getUser(),
                application.getApplicationId())
        || resourceManager
            .getQueueACLsManager()
            .checkAccess(
                caller, QueueACL.ADMINISTER_QUEUE, application, request.getRemoteAddr(), List.of());
  }

  private static int candidates(ApplicationReport.Request request) {
    ApplicationReport.@Nullable Plan plan = request.plan();
    return plan == null ? 0 : plan.candidatesLeft();
  }

  private static String sum(int value) {
    return String.valueOf(value);
  }

  private static String count(Map<String, Long> counters, String name) {
    return String.valueOf(counters.getOrDefault(name, 0L));
  }

  private static TBODY<TABLE<Hamlet>> head(Block html, String id, String... columns) {
    Hamlet.TR<Hamlet.THEAD<TABLE<Hamlet>>> row = html.table(id).thead().tr();
    for (String column : columns) {
      row = row.th(column);
    }
    return row.__().__().tbody();
  }

  private static void row(TBODY<TABLE<Hamlet>> rows, String... cells) {
    Hamlet.TR<TBODY<TABLE<Hamlet>>> row = rows.tr();
    for (String cell : cells) {
      row = row.td(cell);
    }
    row.__();
  }
}
