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

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/trident} of the tarball, on the class path of a stock Hadoop. */
class CommandIT {
  private static final String VERSION = System.getProperty("trident.version");
  private static final Path HOME =
      Path.of(System.getProperty("trident.plugins")).toAbsolutePath().getParent();

  @TempDir private Path directory;

  @Test
  void itHasTheProductsJarsAndNothingThatHadoopBrings() throws Exception {
    assertThat(lib().stream().map(jar -> jar.getFileName().toString().replaceAll("-\\d.*", "")))
        .containsExactlyInAnyOrder(
            "trident-cli",
            "trident-core",
            "trident-storage",
            "trident-layout",
            "trident-layout-mapreduce",
            "trident-layout-avro",
            "trident-layout-parquet",
            "trident-hdfs-client",
            "trident-yarn",
            "trident-mapreduce",
            "picocli",
            "caffeine",
            "zstd-jni",
            "lz4-java",
            "compress-lzf");
  }

  @Test
  void eachClassThatItsJarsNameIsThereOrInStockHadoop() throws Exception {
    Set<String> known = JarClasses.namesIn(Stream.concat(lib().stream(), stock()).toList());
    for (Path jar : lib()) {
      if (jar.getFileName().toString().startsWith("trident-")) {
        assertThat(JarClasses.of(jar)
                    .unresolved(
                        (by, name) ->
                            known.contains(name) || inJdk(name) || JarCheck.isNeedless(by, name)))
            .as(jar.toString())
            .isEmpty();
      }
    }
  }

  @Test
  void itRunsOnTheClassPathOfTheHadoopOfItsMachine() throws Exception {
    Path hadoop = hadoop(stock().map(Path::toString).collect(Collectors.joining(":")));

    assertThat(trident(Map.of("HADOOP_HOME", hadoop.toString()), "--version").printed())
        .isEqualTo("trident " + VERSION + System.lineSeparator());
    String path = hadoop.resolve("bin") + ":" + System.getenv("PATH");
    assertThat(trident(Map.of("PATH", path), "--help").printed())
        .contains("tiers", "explain", "prefetch", "keys")
        .doesNotContain("demo");
    assertThat(trident(Map.of("PATH", path), "keys").printed()).contains("trident.cost.memory");
  }

  @Test
  void itComputesHowOftenRowsAreLost() throws Exception {
    Path hadoop = hadoop(stock().map(Path::toString).collect(Collectors.joining(":")));
    Path file =
        Files.writeString(
            directory.resolve("instances"),
            "{\"extents\":8,\"failuresPerYear\":0.05,\"repairSeconds\":600}\n");
    Output answer =
        trident(
            Map.of("HADOOP_HOME", hadoop.toString()), "whatif", "durability", file.toString());

    assertThat(answer.code()).as(answer.printed()).isZero();
    assertThat(answer.printed()).contains("\"lossesPerYear\":");
  }

  @Test
  void withoutHadoopItAsksForIt() throws Exception {
    Output absent = trident(Map.of("HADOOP_HOME", directory.toString()), "--version");

    assertThat(absent.code()).isEqualTo(1);
    assertThat(absent.printed()).contains("HADOOP_HOME", "bin/hadoop");
  }

  /** Lays out an installation of Hadoop that only prints its class path. */
  private Path hadoop(String classPath) throws IOException {
    Path bin = Files.createDirectories(directory.resolve("hadoop/bin"));
    Path script =
        Files.writeString(
            bin.resolve("hadoop"),
            """
            #!/bin/sh
            [ "$1" = classpath ] && [ -x "$JAVA_HOME/bin/java" ] && echo '%s'
            """
                .formatted(classPath));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return bin.getParent();
  }

  private static List<Path> lib() throws IOException {
    try (Stream<Path> jars = Files.list(HOME.resolve("lib"))) {
      return jars.sorted().toList();
    }
  }

  /** Returns the jars of Hadoop that its installation has, daemons' ones included. */
  private static Stream<Path> stock() throws IOException {
    List<Path> jars = new ArrayList<>();
    for (Host host : List.of(Host.MAPREDUCE, Host.HDFS, Host.YARN)) {
      jars.addAll(host.stock());
    }
    return jars.stream().distinct();
  }

  private static boolean inJdk(String name) {
    return JarCheck.isAnnotation(name)
        || ClassLoader.getPlatformClassLoader().getResource(name + ".class") != null;
  }

  private record Output(int code, String printed) {}

  private Output trident(Map<String, String> environment, String... arguments) throws Exception {
    File output = directory.resolve("output").toFile();
    List<String> command = new ArrayList<>(List.of(HOME.resolve("bin/trident").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output);
    builder.environment().remove("JAVA_HOME");
    builder.environment().remove("HADOOP_HOME");
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return new Output(process.exitValue(), Files.readString(output.toPath()));
  }
}
