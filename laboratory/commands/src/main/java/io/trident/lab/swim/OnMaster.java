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
package io.trident.lab.swim;

import io.trident.lab.testbed.MasterProcess;
import io.trident.testbed.Testbed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a command of this program on the master of a test bed, and passes on its output. */
final class OnMaster {
  /** Longer than the command takes to kill the jobs that it runs. */
  private static final long END_SECONDS = 30;

  private OnMaster() {}

  /**
   * Runs a command to its end. When this process ends before, so does the command.
   *
   * @return its exit code
   */
  static int run(Testbed testbed, List<String> command, PrintWriter out)
      throws IOException, InterruptedException {
    Process process = MasterProcess.of(testbed, command).redirectErrorStream(true).start();
    Thread hook = new Thread(() -> end(process), "end-of-command-on-master");
    Runtime.getRuntime().addShutdownHook(hook);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        out.println(line);
        out.flush();
      }
      return process.waitFor();
    } finally {
      end(process);
      removeHook(hook);
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // This process is ending, and the hook is at work.
    }
  }

  private static void end(Process process) {
    process.destroy();
    try {
      process.waitFor(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
