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
package io.trident.testbed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The machine: runs its commands, writes to its kernel's files, and keeps a log of both. */
final class Host {
  private static final long TIMEOUT_SECONDS = 120;

  private final Path log;
  private final Map<String, String> environment;

  /**
   * Creates it.
   *
   * @param log where to append what was done
   * @param environment set for every command, over this process's own
   */
  Host(Path log, Map<String, String> environment) {
    this.log = log;
    this.environment = Map.copyOf(environment);
  }

  /**
   * Runs a command to its end.
   *
   * @return what it printed, standard error included
   * @throws IOException if it is not there, fails, or takes longer than two minutes; with its words
   */
  String run(List<String> command) throws IOException {
    note(String.join(" ", command));
    Path output = Files.createTempFile("trident-", ".out");
    try {
      Process process =
          builder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
      boolean ended = await(process);
      String text = Files.readString(output, StandardCharsets.UTF_8).strip();
      if (!ended) {
        throw new IOException(
            "Took longer than %d s: %s".formatted(TIMEOUT_SECONDS, String.join(" ", command)));
      }
      if (process.exitValue() != 0) {
        throw new IOException(
            "Exit code %d of '%s': %s"
                .formatted(process.exitValue(), String.join(" ", command), text));
      }
      return text;
    } finally {
      Files.deleteIfExists(output);
    }
  }

  String run(String... command) throws IOException {
    return run(List.of(command));
  }

  /** Returns a command ready to be started, in this host's environment. */
  ProcessBuilder builder(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("LC_ALL", "C");
    builder.environment().putAll(environment);
    return builder;
  }

  /** Writes a line to a file of the kernel. */
  void write(Path file, String line) throws IOException {
    note("echo '%s' > %s".formatted(line, file));
    try {
      Files.writeString(file, line + "\n", StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new IOException(
          "The kernel refused '%s' in %s: %s".formatted(line, file, e.getMessage()), e);
    }
  }

  private static boolean await(Process process) throws IOException {
    try {
      if (process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        return true;
      }
      process.destroyForcibly();
      return false;
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while a command ran", e);
    }
  }

  private synchronized void note(String line) throws IOException {
    Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
