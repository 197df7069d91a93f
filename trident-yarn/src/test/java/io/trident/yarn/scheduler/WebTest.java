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

import static io.trident.yarn.scheduler.MockCluster.DISK;
import static io.trident.yarn.scheduler.MockCluster.GB;
import static io.trident.yarn.scheduler.MockCluster.MEMORY;
import static io.trident.yarn.scheduler.MockCluster.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.fixtures.HidingClassLoader;
import io.trident.yarn.scheduler.MockCluster.Drive;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWebServices;
import org.junit.jupiter.api.Test;

/** What the web application of a running resource manager shows of placement. */
class WebTest {
  private static final String APPS = "/ws/v1/cluster/trident/apps/";
  private static final String QUEUES = "/ws/v1/cluster/trident/queues";
  private static final String KEY = YarnConfiguration.YARN_WEBAPP_CUSTOM_WEBSERVICE_CLASS;

  @Test
  void anApplicationsPlanAndWhatIsPending() throws Exception {
    try (MockCluster cluster = new MockCluster(configuration())) {
      MockAM am = waiting(cluster, "a", "alice");
      JsonNode report = json(get(cluster, APPS + id(am)));
      assertThat(report.path("application").asText()).isEqualTo(id(am));
      assertThat(report.path("queue").asText()).isEqualTo("root.a");
      assertThat(report.path("mode").asText()).isEqualTo("on");
      assertThat(report.path("containers").asInt()).isEqualTo(1);
      assertThat(report.path("plans").asInt()).isPositive();
      assertThat(report.path("requests").size()).isEqualTo(1);
      JsonNode request = report.path("requests").get(0);
      assertThat(request.path("priority").asInt()).isEqualTo(20);
      assertThat(request.path("pending").asInt()).isEqualTo(3);
      assertThat(request.path("places").asInt()).isEqualTo(4);
      assertThat(request.path("inFlight").asInt()).isZero();
      assertThat(request.path("preferences").toString()).isEqualTo("{\"1.0\":2,\"20.0\":1}");
      JsonNode plan = request.path("plan");
      assertThat(plan.path("ageMs").asLong()).isBetween(0L, 60_000L);
      assertThat(plan.path("candidatesLeft").asInt()).isEqualTo(1);
      assertThat(plan.path("candidates").toString())
          .isEqualTo("[{\"node\":\"n2-r1\",\"cost\":20.0,\"locality\":\"node-local\"}]");
    }
  }

  @Test
  void aQueuesModeAndCounters() throws Exception {
    Configuration conf = configuration();
    conf.set("trident.yarn.queue.root.b.mode", "shadow");
    try (MockCluster cluster = new MockCluster(conf)) {
      waiting(cluster, "b", "bob");
      JsonNode queues = json(get(cluster, QUEUES)).path("queues");
      assertThat(queues.size()).isEqualTo(1);
      assertThat(queues.get(0).path("queue").asText()).isEqualTo("root.b");
      assertThat(queues.get(0).path("mode").asText()).isEqualTo("shadow");
      JsonNode counters = queues.get(0).path("counters");
      assertThat(counters.path("AskedNodeLocal").asInt()).isEqualTo(4);
      assertThat(counters.path("ShadowNodeLocal").asInt()).isEqualTo(1);
      assertThat(counters.path("PlansMade").asInt()).isPositive();
    }
  }

  @Test
  void thePageShowsQueuesAndApplicationsInTheFrameOfTheOthers() throws Exception {
    try (MockCluster cluster = new MockCluster(configuration())) {
      MockAM am = waiting(cluster, "a", "alice");
      HttpResponse<String> page = get(cluster, "/cluster/trident");
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.body())
          .contains("Trident: placement by preference maps", "Node Labels") // the frame's menu
          .containsPattern("<td>\\s*root.a")
          .contains(APPS + id(am));
    }
  }

  @Test
  void whoMayNotViewAnApplicationSeesNothingOfIt() throws Exception {
    Configuration conf = configuration();
    conf.setBoolean(YarnConfiguration.YARN_ACL_ENABLE, true);
    conf.set(YarnConfiguration.YARN_ADMIN_ACL, "root");
    conf.set("yarn.scheduler.capacity.root.acl_administer_queue", "root");
    conf.set("yarn.scheduler.capacity.root.acl_submit_applications", "*");
    conf.set(
        "hadoop.http.filter.initializers",
        "org.apache.hadoop.security.AuthenticationFilterInitializer");
    conf.set("hadoop.http.authentication.type", "simple");
    try (MockCluster cluster = new MockCluster(conf)) {
      MockAM am = waiting(cluster, "a", "alice");
      HttpResponse<String> others = get(cluster, APPS + id(am) + "?user.name=mallory");
      assertThat(others.statusCode()).isEqualTo(403);
      assertThat(others.body()).contains("You may not view " + id(am)).doesNotContain("n2-r1");
      assertThat(get(cluster, "/cluster/trident?user.name=mallory").body()).doesNotContain(id(am));
      for (String user : new String[] {"alice", "root"}) {
        String asUser = "?user.name=" + user;
        assertThat(get(cluster, APPS + id(am) + asUser).body()).contains("n2-r1");
        assertThat(get(cluster, "/cluster/trident" + asUser).body()).contains(id(am));
      }
    }
  }

  @Test
  void whatIsNotThereIsAnErrorThatNamesIt() throws Exception {
    try (MockCluster cluster = new MockCluster(configuration())) {
      HttpResponse<String> unknown = get(cluster, APPS + "application_1_0001");
      assertThat(unknown.statusCode()).isEqualTo(404);
      assertThat(unknown.body()).contains("knows no application application_1_0001");
      HttpResponse<String> misspelt = get(cluster, APPS + "job_1");
      assertThat(misspelt.statusCode()).isEqualTo(400);
      assertThat(misspelt.body()).contains("'job_1' is not an application");
    }
  }

  @Test
  void yarnsOwnPagesAndApiAreServedAsBefore() throws Exception {
    Configuration stock = configuration();
    stock.set(YarnConfiguration.RM_SCHEDULER, CapacityScheduler.class.getName());
    try (MockCluster trident = new MockCluster(configuration());
        MockCluster without = new MockCluster(stock)) {
      for (String path :
          new String[] {
            "/ws/v1/cluster/info", "/ws/v1/cluster/scheduler", "/ws/v1/cluster/apps", "/cluster"
          }) {
        assertThat(get(trident, path).statusCode()).as(path).isEqualTo(200);
        assertThat(get(without, path).statusCode()).as(path).isEqualTo(200);
      }
      assertThat(get(without, QUEUES).statusCode()).isEqualTo(404);
      assertThat(get(without, "/cluster/trident").body()).contains("places without Trident");
    }
  }

  @Test
  void aWebServiceThatTheOperatorNamedStays() throws Exception {
    Configuration conf = configuration();
    conf.set(KEY, OperatorsServices.class.getName());
    try (MockCluster cluster = new MockCluster(conf)) {
      assertThat(cluster.rm.getConfig().get(KEY)).isEqualTo(OperatorsServices.class.getName());
      assertThat(get(cluster, "/ws/v1/cluster/info").statusCode()).isEqualTo(200);
      assertThat(get(cluster, QUEUES).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void aRequestThatFailsConcernsNoOther() throws Exception {
    Configuration conf = configuration();
    conf.setClassLoader(HidingClassLoader.ofTrident(PlacementReports.class.getName()));
    try (MockCluster cluster = new MockCluster(conf)) {
      assertThat(get(cluster, QUEUES).statusCode()).isEqualTo(500);
      assertThat(get(cluster, "/ws/v1/cluster/info").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void withoutItsClassTheApiIsYarnsOwn() throws Exception {
    Configuration conf = configuration();
    HidingClassLoader without =
        HidingClassLoader.ofTrident("io.trident.yarn.web.TridentWebServices");
    MockRM rm =
        new MockRM(conf) {
          @Override
          protected ResourceScheduler createScheduler() {
            try {
              return (ResourceScheduler)
                  ReflectionUtils.newInstance(
                      without.loadClass(TridentCapacityScheduler.class.getName()), getConfig());
            } catch (ClassNotFoundException e) {
              throw new AssertionError(e);
            }
          }
        };
    try (MockCluster cluster = new MockCluster(conf, rm)) {
      assertThat(get(cluster, "/ws/v1/cluster/info").statusCode()).isEqualTo(200);
      assertThat(get(cluster, QUEUES).statusCode()).isEqualTo(404);
      assertThat(cluster.rm.getConfig().get(KEY, "")).isEmpty();
    }
  }

  /** Of an operator. */
  @javax.ws.rs.Path("/ws/v1/cluster")
  public static final class OperatorsServices extends RMWebServices {
    @javax.inject.Inject
    public OperatorsServices(
        @javax.inject.Named("rm")
            org.apache.hadoop.yarn.server.resourcemanager.ResourceManager resourceManager,
        @javax.inject.Named("conf") Configuration conf) {
      super(resourceManager, conf);
    }
  }

  private static Configuration configuration() {
    Configuration conf = MockCluster.twoQueues(Drive.HEARTBEAT);
    MockCluster.startWebApp(conf);
    return conf;
  }

  /** An application with a container on n1; its plan has one more, on n2; two find no room. */
  private static MockAM waiting(MockCluster cluster, String queue, String user) throws Exception {
    MockAM am = cluster.startApplication(queue, user);
    cluster.addNode("n1-r1", GB);
    cluster.addNode("n2-r1", GB);
    MockCluster.ask(
        am,
        request("n1-r1", 3, GB, MEMORY, 3),
        request("n2-r1", 1, GB, DISK, 1),
        request("/r1", 4, GB, MEMORY, 3, DISK, 1),
        request("*", 4, GB, MEMORY, 3, DISK, 1));
    cluster.heartbeat("n1-r1");
    return am;
  }

  private static String id(MockAM am) {
    return am.getApplicationAttemptId().getApplicationId().toString();
  }

  private static JsonNode json(HttpResponse<String> response) throws IOException {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/json");
    return new ObjectMapper().readTree(response.body());
  }

  private static HttpResponse<String> get(MockCluster cluster, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(cluster.webApp(path)).build(),
            HttpResponse.BodyHandlers.ofString());
  }
}
