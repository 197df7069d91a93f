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
package io.trident.spark.suites;

import java.lang.instrument.UnmodifiableClassException;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.jspecify.annotations.Nullable;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Installs {@link SchedulerSwap} before the first suite runs, where the system property {@value
 * #SCHEDULER} asks for it; nothing happens in the module's own tests, which do not set it.
 */
public final class SparkSuiteSession implements LauncherSessionListener {
  /** {@code trident} to replace the stock scheduler, {@code stock} to leave it. */
  static final String SCHEDULER = "suites.spark";

  /** The policy that places tasks by made-up tiers; {@value #NO_POLICY} by default. */
  static final String POLICY = "suites.policy";

  private static final String NO_POLICY = "none";

  /** Made by the test runner. */
  public SparkSuiteSession() {}

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    @Nullable String scheduler = System.getProperty(SCHEDULER);
    if (scheduler == null || scheduler.equals("stock")) {
      return;
    }
    if (!scheduler.equals("trident")) {
      throw new IllegalArgumentException(
          "-D%s=%s: must be trident or stock.".formatted(SCHEDULER, scheduler));
    }
    String policy = System.getProperty(POLICY, NO_POLICY);
    if (!policy.equals(NO_POLICY)) {
      System.setProperty("spark.scheduler.trident.policy", policy);
    }
    try {
      SchedulerSwap.install(ByteBuddyAgent.install());
    } catch (UnmodifiableClassException e) {
      throw new IllegalStateException("A class of a suite cannot be changed.", e);
    }
  }
}
