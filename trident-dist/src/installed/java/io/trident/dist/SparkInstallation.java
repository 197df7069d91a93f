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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Lays Spark out as its users have it: stock jars, the command to submit applications, and the
 * lines in {@code spark-defaults.conf} that the tarball's docs/install.md shows.
 */
final class SparkInstallation {
  private static final Pattern LINES =
      Pattern.compile(
          "Add to `conf/spark-defaults\\.conf`[^\n]*\n\n *```\n(.*?)\n *```", Pattern.DOTALL);

  private SparkInstallation() {}

  /**
   * Lays it out.
   *
   * @param home what users call {@code SPARK_HOME}
   * @param tarball where the tarball is unpacked
   */
  static void layOut(Path home, Path tarball) throws IOException {
    Path jars = Files.createDirectories(home.resolve("jars"));
    Path stock =
        Path.of(System.getProperty("trident.modules"), "trident-spark/target/stock.classpath");
    for (String jar : Files.readString(stock).strip().split(":")) {
      link(jars, Path.of(jar));
    }
    try (Stream<Path> more = Files.list(Path.of("target", "spark-on-yarn").toAbsolutePath())) {
      for (Path jar : more.toList()) {
        link(jars, jar);
      }
    }
    Files.copy(
        Path.of("src", "installed", "spark", "spark-submit"),
        Files.createDirectories(home.resolve("bin")).resolve("spark-submit"),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.COPY_ATTRIBUTES);
    Files.writeString(
        Files.createDirectories(home.resolve("conf")).resolve("spark-defaults.conf"),
        lines(tarball));
  }

  private static void link(Path directory, Path jar) throws IOException {
    Path link = directory.resolve(jar.getFileName());
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, jar);
  }

  private static String lines(Path tarball) throws IOException {
    Matcher lines = LINES.matcher(Files.readString(tarball.resolve("docs/install.md")));
    if (!lines.find()) {
      throw new IllegalStateException("docs/install.md shows no lines for spark-defaults.conf");
    }
    return lines
        .group(1)
        .replace("/opt/trident-<version>", tarball.toString())
        .replace("<version>", System.getProperty("trident.version"));
  }
}
