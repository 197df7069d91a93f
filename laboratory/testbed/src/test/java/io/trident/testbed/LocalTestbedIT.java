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
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.trident.fixtures.BedNames;
import io.trident.minicluster.PluginJars;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole test beds on this machine. */
@Tag("slow")
class LocalTestbedIT {
  private static final String NAME = BedNames.name();
  private static final int SUBNET = BedNames.subnet();

  private final Path directory = Path.of("target", "testbed-it").toAbsolutePath();

  /** Two nodes in two racks; slow, so that a busy machine keeps up with what is declared. */
  static Layout layout(String name, int subnet, Isolation isolation) {
    return new Layout(
        name, subnet, isolation, 2, 2, 4, Rates.TYPICAL, 40, new VolumeSizes(64, 256, 1024, 0));
  }

  private static void assumeIsolation() throws IOException {
    List<String> missing = Testbed.missingForIsolation();
    assumeTrue(missing.isEmpty(), () -> "This machine lacks " + String.join(", ", missing));
  }

  @AfterEach
  void down() throws IOException {
    Testbed.at(directory).down(step -> {});
  }

  @Test
  void tiersAreAsSlowAsDeclaredAndAJobRuns() throws IOException, InterruptedException {
    assumeIsolation();
    List<String> temporary = Leftovers.ofWebServers("10_" + SUBNET);
    Testbed testbed = up(Isolation.KERNEL);
    assertThat(testbed.status()).allMatch(daemon -> daemon.pid().isPresent()).hasSize(8);
    assertThatThrownBy(() -> up(Isolation.KERNEL)).hasMessageContaining("testbed down");
    anotherDoesNotTouchIt(
        testbed, Isolation.KERNEL, NAME + " 15", "it-another " + SUBNET, NAME + " " + SUBNET);

    assertThat(testbed.check())
        .allMatch(RateCheck::holds)
        .extracting(RateCheck::what)
        .containsExactly("memory", "memory", "ssd", "ssd", "disk", "disk", "core");
    assertThat(run(testbed, "node2", "sh", "-c", "hostname; ip -brief address show eth0"))
        .startsWith("node2\n")
        .contains("10.%d.2.2/16".formatted(SUBNET));
    assertThat(wordCount(testbed)).contains("one\t100000", "two\t200000", "succeeded");

    testbed.down(step -> {});
    assertThat(Leftovers.of(NAME, directory)).isEmpty();
    assertThat(Leftovers.ofWebServers("10_" + SUBNET)).isEqualTo(temporary);
  }

  @Test
  void withoutIsolationAJobRunsAndNothingIsClaimed() throws IOException, InterruptedException {
    Testbed testbed = up(Isolation.LOOPBACK);
    anotherDoesNotTouchIt(testbed, Isolation.LOOPBACK, "it-another " + SUBNET);
    assertThat(testbed.check()).isEmpty();
    assertThat(wordCount(testbed)).contains("two\t200000", "succeeded");
    assertThat(run(testbed, "node1", "sh", "-c", "hdfs dfs -ls / && hadoop fs -ls /"))
        .contains("drwx");
    assertThat(run(testbed, "master", "sh", "-c", "yarn node -list && yarn application -list"))
        .contains("Total Nodes:2", "Total number of applications");
    assertThat(run(testbed, "master", "sh", "-c", "mapred job -list all")).contains("SUCCEEDED");
    assertThat(run(testbed, "master", "sh", "-c", "hdfs nonsense"))
        .contains("'nonsense' is no command");

    Await.until("its end", Duration.ofMinutes(5), () -> masters().isEmpty());
    Process client = startWordCount(testbed, new File("target", "testbed-it-cut-off.out"));
    Await.until("the application master", Duration.ofMinutes(5), () -> !masters().isEmpty());
    List<ProcessHandle> masters = masters();
    testbed.down(step -> {});
    Await.until(
        "its master to end",
        Duration.ofSeconds(10),
        () -> masters.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(client.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(Leftovers.of(NAME, directory)).isEmpty();
  }

  /** Application masters on this test bed. */
  private List<ProcessHandle> masters() {
    return ProcessHandle.allProcesses()
        .filter(
            process ->
                process
                    .info()
                    .commandLine()
                    .filter(line -> line.contains("MRAppMaster"))
                    .filter(line -> line.contains(directory.toString()))
                    .isPresent())
        .toList();
  }

  /** Killed when so many things are written down; the last kill is when daemons start. */
  @ParameterizedTest
  @ValueSource(ints = {2, 9, 18, 23})
  void nothingIsLeftOfOneThatWasKilledWhileItCameUp(int things)
      throws IOException, InterruptedException {
    assumeIsolation();
    Process up =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-D%s=%s".formatted(PluginJars.PROPERTY, System.getProperty(PluginJars.PROPERTY)),
                "-cp",
                System.getProperty("java.class.path"),
                UpProgram.class.getName(),
                directory.toString(),
                NAME,
                Integer.toString(SUBNET))
            .redirectErrorStream(true)
            .redirectOutput(new File("target", "testbed-it-killed.log"))
            .start();
    StateFile state = new StateFile(directory.resolve("state"));
    try {
      Await.until(things + " things", Duration.ofMinutes(5), () -> state.read().size() >= things);
    } finally {
      up.destroyForcibly().waitFor();
    }
    assertThat(Leftovers.of(NAME, directory)).isNotEmpty();

    Testbed.at(directory).down(step -> {});

    assertThat(Leftovers.of(NAME, directory)).isEmpty();
  }

  private Testbed up(Isolation isolation) throws IOException {
    Files.createDirectories(directory.getParent());
    Testbed testbed = Testbed.at(directory);
    up(testbed, layout(NAME, SUBNET, isolation));
    return testbed;
  }

  private static void up(Testbed testbed, Layout layout) throws IOException {
    testbed.up(new Testbed.Description(layout, Map.of(), null), step -> {});
  }

  /** What a test bed makes it also removes: that must not be another's. */
  private void anotherDoesNotTouchIt(Testbed testbed, Isolation isolation, String... others)
      throws IOException {
    List<Testbed.DaemonStatus> running = testbed.status();
    Testbed another = Testbed.at(directory.resolveSibling("testbed-it-another"));
    for (String nameAndSubnet : others) {
      String[] parts = nameAndSubnet.split(" ");
      Layout layout = layout(parts[0], Integer.parseInt(parts[1]), isolation);
      assertThatThrownBy(() -> up(another, layout))
          .as(nameAndSubnet)
          .hasMessageContaining("Another test bed has")
          .hasMessageContaining("--subnet");
      another.down(step -> {});
    }
    assertThat(testbed.status()).isEqualTo(running);
  }

  private static List<String> wordCount(Testbed testbed) throws IOException, InterruptedException {
    File output = new File("target", "testbed-it-master.out");
    return finished(startWordCount(testbed, output), output).lines().toList();
  }

  private static Process startWordCount(Testbed testbed, File output) throws IOException {
    return start(
        testbed,
        "master",
        output,
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-Djava.net.preferIPv4Stack=true",
        "-Djdk.net.hosts.file=" + testbed.directory().resolve("hosts"),
        "-cp",
        testbed.clientConfiguration() + File.pathSeparator + System.getProperty("java.class.path"),
        TestbedWordCount.class.getName());
  }

  private static String run(Testbed testbed, String node, String... command)
      throws IOException, InterruptedException {
    File output = new File("target", "testbed-it-" + node + ".out");
    return finished(start(testbed, node, output, command), output);
  }

  private static Process start(Testbed testbed, String node, File output, String... command)
      throws IOException {
    return testbed
        .on(node, List.of(command))
        .redirectErrorStream(true)
        .redirectOutput(output)
        .start();
  }

  private static String finished(Process process, File output)
      throws IOException, InterruptedException {
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return Files.readString(output.toPath());
  }
}
