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
package io.trident.lab.testbed;

import io.trident.lab.Laboratory;
import io.trident.lab.launch.SparkJvm;
import io.trident.testbed.Isolation;
import io.trident.testbed.Testbed;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** A command of this program as a process on the master of a test bed. */
public final class MasterProcess {
  private MasterProcess() {}

  /** Returns a command, from the first word after {@code trident}, ready to be started. */
  public static ProcessBuilder of(Testbed testbed, List<String> command) throws IOException {
    return of(testbed, ownClassPath(), command);
  }

  /** Returns a command with the class path of a Spark installation that has Trident. */
  static ProcessBuilder withSpark(Testbed testbed, Path sparkHome, List<String> command)
      throws IOException {
    ProcessBuilder process =
        of(testbed, sparkHome.resolve("jars").resolve("*").toString(), command);
    process.environment().putAll(SparkJvm.environment(sparkHome));
    return process;
  }

  private static ProcessBuilder of(Testbed testbed, String classPath, List<String> command)
      throws IOException {
    return testbed.on("master", java(testbed, classPath, command));
  }

  private static List<String> java(Testbed testbed, String classPath, List<String> command)
      throws IOException {
    List<String> all = new ArrayList<>();
    all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("--add-opens"))
        .forEach(all::add);
    all.addAll(
        List.of(
            "-Djava.net.preferIPv4Stack=true",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx1g"));
    if (testbed.description().layout().isolation() == Isolation.LOOPBACK) {
      all.add("-Djdk.net.hosts.file=" + testbed.directory().resolve("hosts"));
    }
    all.add("-cp");
    all.add(testbed.clientConfiguration() + File.pathSeparator + classPath);
    all.add(Laboratory.class.getName());
    all.addAll(command);
    return all;
  }

  /** Returns this program's, without a cluster's configuration. */
  private static String ownClassPath() {
    return Arrays.stream(
            Objects.requireNonNull(System.getProperty("java.class.path")).split(File.pathSeparator))
        .filter(entry -> !Files.exists(Path.of(entry, "core-site.xml")))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
