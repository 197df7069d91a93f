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
package io.trident.mapreduce.suites;

import net.bytebuddy.agent.ByteBuddyAgent;
import org.apache.hadoop.conf.Configuration;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Installs {@link AmSwap} before the first test class is loaded, where the system property {@value
 * #AM} is {@code trident}; nothing happens in the module's own tests, which do not set it.
 */
public final class MapReduceSuiteSession implements LauncherSessionListener {
  /** {@code trident} to replace the stock AM, {@code stock} to leave it. */
  static final String AM = "suites.am";

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    String am = System.getProperty(AM);
    if (am == null || am.equals("stock") || AmSwap.isInstalled()) {
      return;
    }
    if (!am.equals("trident")) {
      throw new IllegalArgumentException("-D%s=%s: must be trident or stock.".formatted(AM, am));
    }
    // The suites' jobs have no job.trident: matching goes by the hosts of their splits.
    Configuration.addDefaultResource("suites-site.xml");
    AmSwap.install(ByteBuddyAgent.install());
  }
}
