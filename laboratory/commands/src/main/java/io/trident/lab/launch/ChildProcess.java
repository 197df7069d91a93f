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
package io.trident.lab.launch;

import java.io.IOException;

/**
 * A process that stands for this one: it has this one's input and output, is ended with it, and its
 * exit code becomes this one's.
 */
record ChildProcess(ProcessBuilder builder) {
  /** Starts it, waits for its end, and returns its exit code. */
  int run() throws IOException, InterruptedException {
    Process process = builder.inheritIO().start();
    // A terminal interrupts both; this one must not end before the other has cleaned up.
    Thread end = new Thread(() -> end(process), "end of " + process.pid());
    Runtime.getRuntime().addShutdownHook(end);
    try {
      return process.waitFor();
    } finally {
      if (!process.isAlive()) {
        forget(end);
      }
    }
  }

  private static void end(Process process) {
    process.destroy();
    process.onExit().join();
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // It runs, and has nothing to do.
    }
  }
}
