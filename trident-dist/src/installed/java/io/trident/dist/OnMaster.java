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
package io.trident.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.testbed.Testbed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a user types on the master of an installed cluster.
 *
 * @param testbed directory of the cluster
 */
record OnMaster(Path testbed) {
  /** Most of the time of these JVMs goes into starting, little into hot code. */
  private static final String SHORT = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  /** Returns options for each JVM that is started there. */
  String jvmOptions() {
    return SHORT + " -Djdk.net.hosts.file=" + testbed.resolve("hosts");
  }

  /**
   * Returns all that a command prints, which must succeed; found on the PATH of the master. Several
   * may run at a time.
   */
  String run(String... command) throws Exception {
    Path output = Files.createTempFile(Path.of("target"), testbed.getFileName() + "-", ".out");
    List<String> onPath = new ArrayList<>(List.of("sh", "-c", "exec \"$@\"", "sh"));
    onPath.addAll(List.of(command));
    ProcessBuilder builder = Testbed.at(testbed).on("master", onPath);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("HADOOP_CLIENT_OPTS", SHORT);
    Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).as(String.join(" ", command)).isTrue();
    String printed = Files.readString(output);
    assertThat(process.exitValue()).as(printed).isZero();
    Files.delete(output);
    return printed;
  }

  /** Runs the tarball's command where Hadoop's own are on the PATH. */
  String trident(Path tarball, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                "env",
                "TRIDENT_OPTS=" + jvmOptions(),
                tarball.resolve("bin/trident").toString()));
    command.addAll(List.of(arguments));
    return run(command.toArray(String[]::new));
  }

  /** Compiles a program of Spark as its user does, and returns its jar. */
  String compiled(Path sparkHome, String program) throws Exception {
    String tools = System.getProperty("java.home") + "/bin/";
    String classes = testbed.resolve(program).toString();
    String jar = classes + ".jar";
    String source = Path.of("src/installed/spark", program + ".java").toString();
    run(tools + "javac", "-cp", sparkHome + "/jars/*", "-d", classes, source);
    run(tools + "jar", "--create", "--file", jar, "-C", classes, ".");
    return jar;
  }
}
