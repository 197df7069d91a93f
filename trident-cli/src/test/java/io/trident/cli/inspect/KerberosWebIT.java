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
import java.io.File;
import java.security.PrivilegedAction;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import javax.security.auth.Subject;
import javax.security.auth.kerberos.KerberosPrincipal;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.AuthenticationFilterInitializer;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code trident explain --app} where the web application asks for Kerberos. */
@Tag("slow")
class KerberosWebIT {
  private static final File DIRECTORY =
      new File("target", "kerberos-" + UUID.randomUUID()).getAbsoluteFile();
  private static final File KEYTAB = new File(DIRECTORY, "keytab");

  private static MiniKdc kdc;
  private static ResourceManager resourceManager;

  @BeforeAll
  static void start() throws Exception {
    assertThat(DIRECTORY.mkdirs()).isTrue();
    kdc = new MiniKdc(MiniKdc.createConf(), DIRECTORY);
    kdc.start();
    kdc.createPrincipal(KEYTAB, "HTTP/localhost", "anna");
    YarnConfiguration conf = new YarnConfiguration();
    for (String key :
        new String[] {
          YarnConfiguration.RM_ADDRESS,
          YarnConfiguration.RM_SCHEDULER_ADDRESS,
          YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
          YarnConfiguration.RM_ADMIN_ADDRESS,
          YarnConfiguration.RM_WEBAPP_ADDRESS
        }) {
      conf.set(key, "localhost:0");
    }
    conf.setBoolean(YarnConfiguration.IS_MINI_YARN_CLUSTER, true); // it notes the port
    conf.set(YarnConfiguration.RM_SCHEDULER, "io.trident.yarn.scheduler.TridentCapacityScheduler");
    conf.set(YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_ROOT_DIR, DIRECTORY + "/attributes");
    conf.set("hadoop.http.filter.initializers", AuthenticationFilterInitializer.class.getName());
    conf.set("hadoop.http.authentication.type", "kerberos");
    conf.set("hadoop.http.authentication.kerberos.principal", "HTTP/localhost@" + kdc.getRealm());
    conf.set("hadoop.http.authentication.kerberos.keytab", KEYTAB.getPath());
    resourceManager = new ResourceManager();
    resourceManager.init(conf);
    resourceManager.start();
  }

  @AfterAll
  static void stop() {
    if (resourceManager != null) {
      resourceManager.stop();
    }
    kdc.stop();
  }

  @Test
  void whoHasATicketIsAnswered() throws Exception {
    CommandRun run =
        Subject.doAs(loggedIn("anna"), (PrivilegedAction<CommandRun>) KerberosWebIT::explain);
    assertThat(run.err()).contains("answered 404: ", "knows no application application_1_0001.");
  }

  @Test
  void whoHasNoneSeesTheRemedy() {
    assertThat(explain().err()).contains("did not accept who you are", "Get a ticket by kinit.");
  }

  private static CommandRun explain() {
    String address = resourceManager.getConfig().get(YarnConfiguration.RM_WEBAPP_ADDRESS);
    int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    return CommandRun.of(
        "explain", "--rm", "http://localhost:" + port, "--app", "application_1_0001");
  }

  private static Subject loggedIn(String user) throws Exception {
    Map<String, String> options = new HashMap<>();
    options.put("keyTab", KEYTAB.getPath());
    options.put("principal", user);
    options.put("useKeyTab", "true");
    options.put("storeKey", "true");
    options.put("doNotPrompt", "true");
    options.put("refreshKrb5Config", "true");
    Configuration keytab =
        new Configuration() {
          @Override
          public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
            return new AppConfigurationEntry[] {
              new AppConfigurationEntry(
                  "com.sun.security.auth.module.Krb5LoginModule",
                  LoginModuleControlFlag.REQUIRED,
                  options)
            };
          }
        };
    Subject subject = new Subject(false, Set.of(new KerberosPrincipal(user)), Set.of(), Set.of());
    new LoginContext("test", subject, null, keytab).login();
    return subject;
  }
}
