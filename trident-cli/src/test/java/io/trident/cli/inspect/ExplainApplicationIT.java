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
package io.trident.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.cli.CommandRun;
import io.trident.core.request.PreferenceMap;
import io.trident.minicluster.TieredCluster;
import io.trident.yarn.wire.PreferenceMaps;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code trident explain --app} against a real resource manager. */
class ExplainApplicationIT {
  private static final Path DIR = Path.of("target", "explain-" + UUID.randomUUID());

  /** All that a node has. */
  private static final int NODE_MB = 4 << 10;

  private static TieredCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        TieredCluster.builder()
            .nodes(2)
            .racks(1)
            .withoutMapReduce()
            .baseDir(DIR)
            .set("yarn.scheduler.maximum-allocation-mb", "" + NODE_MB)
            .start();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void whatAnApplicationWaitsForIsShown() throws Exception {
    ApplicationId id = waitingApplication();
    CommandRun text = run(cluster.configuration(), "explain", "--app", id.toString());
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (!text.out().contains("1 container pending") && System.nanoTime() < deadline) {
      text = run(cluster.configuration(), "explain", "--app", id.toString());
    }
    assertThat(text.exitCode()).as(text.err()).isZero();
    assertThat(text.out())
        .contains(id + ": queue root.default, mode on; 2 containers of requests with preferences")
        .contains("Priority 20: 1 container pending, asked for at 1 place; 0 in flight")
        .contains("at best (score=containers): 1.0=1");
    CommandRun json = run(cluster.configuration(), "explain", "--json", "--app", id.toString());
    JsonNode report = new ObjectMapper().readTree(json.out());
    assertThat(report.path("application").asText()).isEqualTo(id.toString());
    assertThat(report.path("requests").get(0).path("pending").asInt()).isEqualTo(1);

    CommandRun given =
        run(new Configuration(), "explain", "--rm", address() + "/", "--app", id.toString());
    assertThat(given.out()).contains("root.default");

    Configuration ha = new Configuration(cluster.configuration());
    ha.setBoolean("yarn.resourcemanager.ha.enabled", true);
    ha.set("yarn.resourcemanager.ha.rm-ids", "dead,alive");
    ha.set("yarn.resourcemanager.webapp.address.dead", "localhost:1");
    ha.set("yarn.resourcemanager.webapp.address.alive", address().substring("http://".length()));
    assertThat(run(ha, "explain", "--app", id.toString()).out()).contains("root.default");
  }

  @Test
  void anUnknownApplicationIsNamed() throws Exception {
    CommandRun unknown = run(cluster.configuration(), "explain", "--app", "application_1_0001");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err())
        .contains("answered 404: ")
        .contains("knows no application application_1_0001.");
  }

  @Test
  void aResourceManagerThatCannotBeReachedIsNamedWithTheRemedy() throws Exception {
    CommandRun run =
        run(
            new Configuration(),
            "explain",
            "--rm",
            "http://localhost:1",
            "--app",
            "application_1_0001");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("Cannot reach an active ResourceManager (http://localhost:1: ")
        .contains("yarn.resourcemanager.webapp.address", "--rm URL");
  }

  @Test
  void aServerWithoutTridentIsNamedWithTheRemedy() throws Exception {
    InetSocketAddress nameNode = cluster.nameNode().getHttpAddress();
    String other = "http://localhost:" + nameNode.getPort();
    CommandRun run =
        run(new Configuration(), "explain", "--rm", other, "--app", "application_1_0001");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains(other + " places without Trident", "yarn.resourcemanager.scheduler.class");
  }

  @Test
  void optionsThatDoNotGoTogetherAreRefused() {
    for (String[] arguments :
        new String[][] {
          {"explain"},
          {"explain", "/data", "--app", "application_1_0001"},
          {"explain", "/data", "--rm", "http://localhost:1"},
          {"explain", "--app", "application_1_0001", "--slots", "2"},
          {"explain", "--app", "job_1"},
        }) {
      assertThat(CommandRun.of(arguments).exitCode()).as(String.join(" ", arguments)).isEqualTo(2);
    }
  }

  private static String address() {
    return "http://"
        + cluster.resourceManager().getConfig().get("yarn.resourcemanager.webapp.address");
  }

  /** An application whose master runs here; of its three containers each fills one of two nodes. */
  private static ApplicationId waitingApplication() throws Exception {
    Configuration conf = cluster.configuration();
    try (YarnClient client = YarnClient.createYarnClient()) {
      client.init(conf);
      client.start();
      ApplicationSubmissionContext context =
          client.createApplication().getApplicationSubmissionContext();
      context.setUnmanagedAM(true);
      context.setQueue("default");
      context.setResource(Resource.newInstance(128, 1));
      context.setAMContainerSpec(
          ContainerLaunchContext.newInstance(null, null, null, null, null, null));
      ApplicationId id = client.submitApplication(context);
      Token<AMRMTokenIdentifier> token = client.getAMRMToken(id);
      long deadline = System.nanoTime() + 60_000_000_000L;
      while (token == null && System.nanoTime() < deadline) {
        Thread.sleep(50);
        token = client.getAMRMToken(id);
      }
      UserGroupInformation master = UserGroupInformation.createRemoteUser("master");
      master.addToken(token);
      master.doAs(
          (PrivilegedExceptionAction<Void>)
              () -> {
                ask(conf);
                return null;
              });
      return id;
    }
  }

  private static void ask(Configuration conf) throws Exception {
    ApplicationMasterProtocol scheduler =
        ClientRMProxy.createRMProxy(conf, ApplicationMasterProtocol.class);
    scheduler.registerApplicationMaster(
        RegisterApplicationMasterRequest.newInstance("localhost", 0, ""));
    ResourceRequest request =
        ResourceRequest.newInstance(
            Priority.newInstance(20), "*", Resource.newInstance(NODE_MB, 1), 3);
    PreferenceMap map = PreferenceMap.ofOne(1, 2).plus(PreferenceMap.ofOne(20, 1));
    scheduler.allocate(
        AllocateRequest.newInstance(
            0, 0, List.of(PreferenceMaps.attach(request, map)), List.of(), null));
  }

  private static CommandRun run(Configuration conf, String... args) throws IOException {
    return CommandRun.configured("yarn-site.xml", conf, args);
  }
}
