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
package io.trident.lab.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;

/** Leaves a demo's cluster up for somebody who looks around. */
public final class Linger {
  private Linger() {}

  /**
   * Shows what can be tried, and waits for Enter.
   *
   * @param configuration directory of the cluster's configuration
   * @param commands what can be tried
   * @throws IOException if there is no terminal
   */
  public static void untilEnter(PrintWriter out, Path configuration, String... commands)
      throws IOException {
    out.println();
    out.println("The cluster stays up. In another terminal:");
    out.println("  export HADOOP_CONF_DIR=" + configuration);
    for (String command : commands) {
      out.println("  " + command);
    }
    out.println("Press Enter to stop it.");
    out.flush();
    if (System.in.read() < 0) {
      throw new IOException("--keep needs a terminal to wait for Enter on");
    }
  }
}
