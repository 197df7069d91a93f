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
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The commands of Hadoop, and of a Spark installation, on the PATH of all nodes. */
final class Commands {
  private static final List<String> HADOOP = List.of("hdfs", "yarn", "mapred", "hadoop");

  private static final List<String> SPARK =
      List.of("spark-submit", "spark-shell", "spark-sql", "pyspark");

  private final Path directory;
  private final List<String> options;

  /**
   * In a directory.
   *
   * @param options of their JVMs
   */
  Commands(Path directory, List<String> options) {
    this.directory = directory;
    this.options = options;
  }

  /** Returns where those of a test bed are. */
  static Path in(Path testbed) {
    return testbed.resolve("bin");
  }

  /**
   * Writes them all.
   *
   * @param sparkHome a Spark installation, or null
   */
  void write(@Nullable String sparkHome) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(
        directory.resolve("class-paths"),
        """
        java=%s
        options='%s'
        stock='%s'
        with_hdfs='%s'
        with_mapreduce='%s'
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                String.join(" ", options),
                ClassPaths.ofStockClient(),
                ClassPaths.ofClient("hdfs"),
                ClassPaths.ofClient("mapreduce")));
    String script = script();
    for (String name : HADOOP) {
      executable(name, script);
    }
    for (String name : sparkHome == null ? List.<String>of() : SPARK) {
      executable(name, "#!/bin/sh\nexec '%s/bin/%s' \"$@\"\n".formatted(sparkHome, name));
    }
  }

  private void executable(String name, String text) throws IOException {
    Path file = Files.writeString(directory.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static String script() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(Commands.class.getResourceAsStream("hadoop-command.sh"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
