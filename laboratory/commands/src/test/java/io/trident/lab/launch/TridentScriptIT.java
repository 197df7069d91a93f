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
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/trident} as a process, in this source checkout and as it is installed. */
final class TridentScriptIT {
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
  private static final Path SCRIPT = ROOT.resolve("bin").resolve("trident");

  @TempDir private Path directory = Path.of("");

  private record Ended(int exitCode, String out, String err) {}

  private Ended run(Path script, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(arguments));
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().keySet().removeAll(List.of("HADOOP_CONF_DIR", "TRIDENT_OPTS"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      return new Ended(
          process.exitValue(),
          Files.readString(out, StandardCharsets.UTF_8),
          Files.readString(err, StandardCharsets.UTF_8));
    } finally {
      process.destroy();
    }
  }

  @Test
  void helpListsTheLaboratoryAndLoadsNothingOfHadoop() throws Exception {
    Ended help = run(SCRIPT, Map.of("TRIDENT_OPTS", "-Xlog:class+load"), "--help");
    assertThat(help.exitCode()).isZero();
    assertThat(help.out())
        .contains("  demo ", "  tiers ", "io.trident.cli.Main")
        .doesNotContain("org.apache.hadoop", "com.fasterxml.jackson");
    assertThat(run(SCRIPT, Map.of("TRIDENT_OPTS", "-Xlog:class+load"), "keys").out())
        .contains("trident.cost.")
        .doesNotContain("org.apache.hadoop", "com.fasterxml.jackson");
  }

  @Test
  void itMayBeLinkedFromElsewhere() throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("first"), SCRIPT);
    Path linked = Files.createSymbolicLink(directory.resolve("trident"), link.getFileName());
    assertThat(run(linked, Map.of(), "whatif", "--help").exitCode()).isZero();
  }

  @Test
  void itActsByNoWordButTheFirst() throws Exception {
    Path conf = Files.createDirectory(directory.resolve("conf"));
    Files.writeString(
        conf.resolve("core-site.xml"),
        """
        <configuration>
          <property><name>fs.defaultFS</name><value>hdfs://localhost:1</value></property>
          <property><name>ipc.client.connect.max.retries</name><value>0</value></property>
        </configuration>
        """);
    Ended tiers = run(SCRIPT, Map.of("HADOOP_CONF_DIR", conf.toString()), "tiers", "demo");
    assertThat(tiers.exitCode()).isEqualTo(1);
    assertThat(tiers.err()).contains("hdfs://localhost:1");

    Ended usage = run(SCRIPT, Map.of(), "tiers", "--engine", "spark");
    assertThat(usage.exitCode()).isEqualTo(2);
    assertThat(usage.err()).contains("--engine").doesNotContain("Building");
  }

  @Test
  void aCommandOfTheLaboratoryRunsInAJvmOfItsOwnWithItsArgumentsAndExitCode() throws Exception {
    Ended help = run(SCRIPT, Map.of(), "testbed", "--help");
    assertThat(help.exitCode()).isZero();
    assertThat(help.out()).contains("Usage: trident testbed");
    Ended wrong = run(SCRIPT, Map.of(), "demo", "--nodes", "two words");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).contains("--nodes", "two words");
  }

  /**
   * Hadoop submits no job without its serializations, of which one needs a library of its own; and
   * two versions of SLF4J's find different loggers.
   */
  @Test
  void theCheckoutsClassPathHasWhatHadoopNeedsForJobs() throws Exception {
    List<URL> jars = new ArrayList<>();
    for (Path jar : jars()) {
      jars.add(jar.toUri().toURL());
    }
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader =
        new URLClassLoader(jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      thread.setContextClassLoader(loader);
      Class<?> configuration = loader.loadClass("org.apache.hadoop.conf.Configuration");
      Object factory =
          loader
              .loadClass("org.apache.hadoop.io.serializer.SerializationFactory")
              .getConstructor(configuration)
              .newInstance(configuration.getConstructor().newInstance());
      assertThat(factory.getClass().getClassLoader()).isSameAs(loader);
      Object loggers =
          loader.loadClass("org.slf4j.LoggerFactory").getMethod("getILoggerFactory").invoke(null);
      assertThat(loggers.getClass().getName()).as("finds Hadoop's logger").contains("Reload4j");
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** Returns the jars of an operator's commands, Hadoop's among them. */
  private static List<Path> jars() throws IOException {
    Path target = ROOT.resolve("trident-cli").resolve("target");
    try (Stream<Path> own = Files.list(target);
        Stream<Path> others = Files.list(target.resolve("lib"))) {
      return Stream.concat(own, others).filter(file -> file.toString().endsWith(".jar")).toList();
    }
  }

  @Test
  void anInstallationHasNoLaboratoryAndNoRepository() throws Exception {
    Path bin = Files.createDirectory(directory.resolve("bin"));
    Path lib = Files.createDirectory(directory.resolve("lib"));
    Files.copy(SCRIPT, bin.resolve("trident"));
    for (Path jar : jars()) {
      Files.createSymbolicLink(lib.resolve(jar.getFileName()), jar);
    }
    Path script = bin.resolve("trident");
    Map<String, String> hadoop = Map.of("HADOOP_HOME", hadoop().toString());
    assertThat(run(script, hadoop, "keys").exitCode()).isZero();
    assertThat(run(script, hadoop, "--help").out()).contains("tiers").doesNotContain("demo");
    Ended demo = run(script, hadoop, "demo", "--engine", "spark");
    assertThat(demo.exitCode()).isEqualTo(1);
    assertThat(demo.err()).contains("source checkout", "bin/trident demo");
  }

  /** Lays out a Hadoop whose class path is empty: its jars are among those of this checkout. */
  private Path hadoop() throws IOException {
    Path home = directory.resolve("hadoop");
    Path script = Files.createDirectories(home.resolve("bin")).resolve("hadoop");
    Files.writeString(script, "#!/bin/sh\n[ \"$1\" = classpath ] && echo\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return home;
  }
}
