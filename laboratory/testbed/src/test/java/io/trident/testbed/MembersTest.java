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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MembersTest {
  private static final long LEAST_OF_A_PROCESS = 50_000;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path dir;

  private final java.util.ArrayList<Process> started = new java.util.ArrayList<>();

  @AfterEach
  void end() {
    started.forEach(
        process -> {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          process.destroyForcibly();
        });
  }

  private Process start(Map<String, String> environment, String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    Process process = builder.start();
    started.add(process);
    return process;
  }

  @Test
  void findsItsProcessesTheirChildrenAndNobodyElse() throws IOException {
    Members members = new Members(dir.resolve("bed"));
    Process own = start(members.environment(), "sh", "-c", "sleep 60 & wait");
    Process longer = start(new Members(dir.resolve("bed2")).environment(), "sleep", "60");
    Process other = start(Map.of(), "sleep", "60");
    Await.until("the child", () -> own.children().findAny().isPresent());
    long child = own.children().findAny().orElseThrow().pid();

    assertThat(members.running()).extracting(ProcessHandle::pid).contains(own.pid(), child);

    members.kill();

    assertThat(members.running()).isEmpty();
    Await.until("the child to end", () -> ProcessHandle.of(child).isEmpty());
    assertThat(List.of(longer.isAlive(), other.isAlive())).containsOnly(true);
  }

  @Test
  void theirMemoryIsTheKernelsWord() throws IOException {
    Members members = new Members(dir.resolve("bed"));
    assertThat(Members.proportionalSetSize(members.running())).isZero();
    start(members.environment(), "sleep", "60");
    Await.until(
        "a process", () -> Members.proportionalSetSize(members.running()) > LEAST_OF_A_PROCESS);
    start(members.environment(), "sleep", "60");
    Await.until(
        "two", () -> Members.proportionalSetSize(members.running()) > 2 * LEAST_OF_A_PROCESS);
    assertThat(Members.proportionalSetSize(members.running())).isLessThan(40_000_000);

    List<ProcessHandle> gone = members.running();
    members.kill();
    assertThat(Members.proportionalSetSize(gone)).isZero();
  }

  @Test
  void theProportionalSetSizeIsReadInKibibytes() throws IOException {
    assertThat(
            Members.parseProportionalSetSize(
                List.of(
                    "55d0-7fff ---p 00000000 00:00 0                          [rollup]",
                    "Rss:                1764 kB",
                    "Pss:                 198 kB",
                    "Pss_Anon:            112 kB")))
        .isEqualTo(198 * 1024);
    assertThatThrownBy(() -> Members.parseProportionalSetSize(List.of("Rss: 1 kB")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Rss: 1 kB");
  }
}
