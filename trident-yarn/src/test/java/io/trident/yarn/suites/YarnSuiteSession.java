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
package io.trident.yarn.suites;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Installs {@link SchedulerSwap} before the first test class is loaded, where the system property
 * {@value #SCHEDULER} is set; nothing happens in the module's own tests, which do not set it.
 */
public final class YarnSuiteSession implements LauncherSessionListener {
  /** {@code trident} to replace the stock scheduler, {@code stock} to leave it. */
  static final String SCHEDULER = "suites.scheduler";

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    String scheduler = System.getProperty(SCHEDULER);
    if (scheduler == null || SchedulerSwap.isInstalled()) {
      return;
    }
    Instrumentation instrumentation = ByteBuddyAgent.install();
    try {
      switch (scheduler) {
        case "trident" -> SchedulerSwap.installTrident(instrumentation);
        case "stock" -> SchedulerSwap.installStock(instrumentation);
        default ->
            throw new IllegalArgumentException(
                "-D%s=%s: must be trident or stock.".formatted(SCHEDULER, scheduler));
      }
    } catch (UnmodifiableClassException e) {
      throw new IllegalStateException("A test class cannot be changed.", e);
    }
  }
}
