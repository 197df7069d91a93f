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
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** A process that is ended with this one. */
record ChildProcess(ProcessBuilder builder) {
  /**
   * Starts it with this one's input and output, waits for its end, and returns its exit code, which
   * is to become this one's.
   */
  int run() throws IOException, InterruptedException {
    builder.inheritIO();
    return await();
  }

  /**
   * Starts it with what it prints appended to a file, waits for its end, and returns its exit code.
   */
  int run(Path log) throws IOException, InterruptedException {
    builder.redirectErrorStream(true).redirectOutput(Redirect.appendTo(log.toFile()));
    return await();
  }

  private int await() throws IOException, InterruptedException {
    CompletableFuture<Process> started = new CompletableFuture<>();
    // A terminal interrupts both; this one must not end before the other has cleaned up. Known to
    // the JVM before there is a process, so that none is left alone.
    Thread end = new Thread(() -> started.thenAccept(ChildProcess::end).join());
    Runtime.getRuntime().addShutdownHook(end);
    try {
      Process process = builder.start();
      started.complete(process);
      int exitCode = process.waitFor();
      forget(end);
      return exitCode;
    } catch (IOException e) {
      forget(end);
      started.completeExceptionally(e);
      throw e;
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
