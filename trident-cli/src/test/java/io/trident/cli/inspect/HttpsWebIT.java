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

import io.trident.cli.CommandRun;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.ssl.KeyStoreTestUtil;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code trident explain --app} where resource managers answer over TLS only. */
class HttpsWebIT {
  private static final String[] EXPLAIN = {"explain", "--app", "application_1_0001"};

  /** What a resource manager answers that was asked as it should be. */
  private static final String ANSWER = "knows no application application_1_0001.";

  private static Path dir;
  private static ResourceManager resourceManager;

  @BeforeAll
  static void start() throws Exception {
    dir = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "https");
    Configuration conf = new YarnConfiguration();
    conf.set(YarnConfiguration.YARN_HTTP_POLICY_KEY, "HTTPS_ONLY");
    for (String key : YarnConfiguration.getServiceAddressConfKeys(conf)) {
      conf.set(key, "localhost:0");
    }
    conf.setBoolean(YarnConfiguration.IS_MINI_YARN_CLUSTER, true); // it notes the port
    conf.set(YarnConfiguration.RM_SCHEDULER, "io.trident.yarn.scheduler.TridentCapacityScheduler");
    conf.set(YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_ROOT_DIR, dir + "/attributes");
    KeyStoreTestUtil.setupSSLConfig(dir.toString(), dir.toString(), conf, false);
    resourceManager = new ResourceManager();
    withClassPath(
        dir,
        () -> {
          resourceManager.init(conf);
          resourceManager.start();
          return null;
        });
  }

  @AfterAll
  static void stop() {
    resourceManager.stop();
  }

  @Test
  void theAddressAndWhatIsTrustedAreThoseOfTheConfiguration() throws Exception {
    CommandRun run = withClassPath(dir, () -> configured(https()));
    assertThat(run.err()).contains("answered 404: ", ANSWER);
  }

  @Test
  void theAddressMayBeGiven() throws Exception {
    CommandRun run =
        withClassPath(
            dir,
            () ->
                CommandRun.of(
                    "explain", "--rm", "https://" + address(), "--app", "application_1_0001"));
    assertThat(run.err()).contains("answered 404: ", ANSWER);
  }

  @Test
  void ofSeveralResourceManagersTheHttpsAddressesCount() throws Exception {
    Configuration ha = https();
    ha.unset(YarnConfiguration.RM_WEBAPP_HTTPS_ADDRESS);
    ha.setBoolean(YarnConfiguration.RM_HA_ENABLED, true);
    ha.set(YarnConfiguration.RM_HA_IDS, "dead,alive");
    ha.set(HAUtil.addSuffix(YarnConfiguration.RM_WEBAPP_HTTPS_ADDRESS, "dead"), "localhost:1");
    ha.set(HAUtil.addSuffix(YarnConfiguration.RM_WEBAPP_HTTPS_ADDRESS, "alive"), address());
    assertThat(withClassPath(dir, () -> configured(ha)).err()).contains(ANSWER);
  }

  @Test
  void aCertificateThatIsNotTrustedIsNamedWithTheRemedy() throws Exception {
    CommandRun run = configured(https());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("https://" + address())
        .contains("ssl.client.truststore.location", "ssl-client.xml")
        .doesNotContain("yarn.resourcemanager.webapp.address");
  }

  @Test
  void aCertificateOfAnotherHostIsNamedWithTheRemedy() throws Exception {
    String other = "https://" + address().replace("localhost", "127.0.0.1");
    CommandRun run =
        withClassPath(
            dir, () -> CommandRun.of("explain", "--rm", other, "--app", "application_1_0001"));
    assertThat(run.err())
        .contains(other + ": its certificate is of another host", "be of the host in the address");
  }

  @Test
  void anAddressThatIsNotServedIsNamedByItsKey() throws Exception {
    Configuration conf = https();
    conf.set(YarnConfiguration.RM_WEBAPP_HTTPS_ADDRESS, "localhost:1");
    assertThat(withClassPath(dir, () -> configured(conf)).err())
        .contains("https://localhost:1: ", YarnConfiguration.RM_WEBAPP_HTTPS_ADDRESS);
  }

  @Test
  void plainHttpWhereTlsIsServedIsNamedWithTheRemedy() {
    CommandRun run =
        CommandRun.of("explain", "--rm", "http://" + address(), "--app", "application_1_0001");
    assertThat(run.err())
        .contains("http://" + address() + ": ", YarnConfiguration.RM_WEBAPP_ADDRESS, "--rm URL");
  }

  @Test
  void aTrustStoreThatIsNotThereIsNamed() throws Exception {
    Path other = Files.createTempDirectory(dir, "client");
    Configuration ssl = new Configuration(false);
    ssl.set("ssl.client.truststore.location", other + "/missing.jks");
    KeyStoreTestUtil.saveConfig(other.resolve("ssl-client.xml").toFile(), ssl);
    CommandRun run = withClassPath(other, () -> configured(https()));
    assertThat(run.err()).contains("there is no file " + other + "/missing.jks", "ssl-client.xml");
  }

  private static CommandRun configured(Configuration conf) throws IOException {
    return CommandRun.configured("yarn-site.xml", conf, EXPLAIN);
  }

  /** What an operator has in yarn-site.xml. */
  private static Configuration https() {
    Configuration conf = new Configuration(false);
    conf.set(YarnConfiguration.YARN_HTTP_POLICY_KEY, "HTTPS_ONLY");
    conf.set(YarnConfiguration.RM_WEBAPP_HTTPS_ADDRESS, address());
    return conf;
  }

  private static String address() {
    return resourceManager.getConfig().get(YarnConfiguration.RM_WEBAPP_HTTPS_ADDRESS);
  }

  private static <T> T withClassPath(Path directory, Callable<T> action) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader);
      return action.call();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
