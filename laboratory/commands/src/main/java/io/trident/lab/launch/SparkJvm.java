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

import io.trident.benchmarks.workloads.EngineName;
import io.trident.lab.Laboratory;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A JVM with Spark for a command that asks for it: Spark brings Hadoop in another form than the JVM
 * of the laboratory's other commands has it.
 */
public final class SparkJvm {
  private static final String MARK = "trident.lab.spark";

  private SparkJvm() {}

  /** Whether an engine is Spark, and this JVM is without. */
  public static boolean isMissingFor(@Nullable String engine) {
    return EngineName.SPARK.label().equals(engine) && !Boolean.getBoolean(MARK);
  }

  /**
   * Runs a command again, in a JVM like this one, but with Spark instead of Hadoop.
   *
   * @param command what was parsed
   * @return its exit code
   */
  public static int run(CommandSpec command) throws IOException, InterruptedException {
    Path home = SourceCheckout.ofThisProgram().sparkHome();
    return new ChildProcess(
            process(
                home,
                configuration(),
                Laboratory.class.getName(),
                command.root().commandLine().getParseResult().originalArgs()))
        .run();
  }

  /**
   * Runs a program in a JVM like this one, but with Spark instead of Hadoop.
   *
   * @param main its class, in the module of Spark's demo
   * @param configuration directory of the configuration of its cluster
   * @param log what it prints is appended to this file
   * @return its exit code
   */
  public static int program(String main, Path configuration, List<String> arguments, Path log)
      throws IOException, InterruptedException {
    Path home = SourceCheckout.ofThisProgram().sparkHome();
    return new ChildProcess(process(home, List.of(configuration.toString()), main, arguments))
        .run(log);
  }

  private static ProcessBuilder process(
      Path home, List<String> configuration, String main, List<String> arguments) {
    List<String> options =
        new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
    options.add("-D%s=true".formatted(MARK));
    List<String> classPath = new ArrayList<>(configuration);
    classPath.add(home.resolve("jars").resolve("*").toString());
    ProcessBuilder process = new LaboratoryJvm(options, classPath).running(main, arguments);
    process.environment().putAll(environment(home));
    return process;
  }

  /** Returns what workers need to start executors from a directory of Spark. */
  public static Map<String, String> environment(Path home) {
    return Map.of("SPARK_HOME", home.toString(), "SPARK_SCALA_VERSION", "2.13");
  }

  /** Returns the directories of this JVM's class path: a cluster's configuration, or nothing. */
  private static List<String> configuration() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> Files.isDirectory(Path.of(entry)))
        .toList();
  }
}
