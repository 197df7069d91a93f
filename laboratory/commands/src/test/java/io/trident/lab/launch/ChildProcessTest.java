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

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChildProcessTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void itsExitCodeIsReturned() throws IOException, InterruptedException {
    assertThat(new ChildProcess(new ProcessBuilder("sh", "-c", "exit 7")).run()).isEqualTo(7);
  }

  /** A JVM that waits for a shell, which needs a while to clean up when it is ended. */
  static final class Parent {
    private Parent() {}

    /** Writes the hosts file's name, and lets the shell run in a directory. */
    public static void main(String[] args) throws IOException, InterruptedException {
      String script =
          """
          trap 'sleep 1; touch cleaned; exit 3' TERM
          echo %s > hosts && mv hosts started
          i=0; while [ $i -lt 2400 ]; do sleep 0.05; i=$((i+1)); done
          """
              .formatted(NodeNames.write());
      ProcessBuilder shell = new ProcessBuilder("sh", "-c", script);
      System.exit(new ChildProcess(shell.directory(Path.of(args[0]).toFile())).run());
    }
  }

  @Test
  void whoEndsTheParentEndsTheChildWhichCleansUpFirst() throws Exception {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Parent.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("output").toFile()) // not the test runner's streams
            .start();
    try {
      Path started = directory.resolve("started");
      while (!Files.exists(started)) {
        assertThat(parent.waitFor(20, TimeUnit.MILLISECONDS)).as("ended early").isFalse();
      }
      Path hosts = Path.of(Files.readString(started).strip());
      assertThat(hosts).exists();

      parent.destroy();
      assertThat(parent.waitFor(30, TimeUnit.SECONDS)).isTrue();

      assertThat(directory.resolve("cleaned")).exists();
      assertThat(hosts).doesNotExist();
      assertThat(parent.children()).isEmpty();
    } finally {
      parent.descendants().forEach(ProcessHandle::destroyForcibly);
      parent.destroyForcibly();
    }
  }
}
