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

import io.trident.minicluster.PluginJars;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The class paths of daemons and containers, made from this JVM's own. */
final class ClassPaths {
  private ClassPaths() {}

  /**
   * Returns what a daemon is installed with: stock Hadoop, and its host's one jar if it has one.
   */
  static String of(Role role) {
    Optional<Path> plugin = role.host().map(plugins()::of);
    Stream<Path> own =
        role == Role.SWEEPER ? Stream.of(Path.of(ofTestbed())) : Stream.<Path>empty();
    return joined(Stream.of(plugin.stream(), own, stock()).flatMap(Function.identity()));
  }

  /**
   * Returns what a client is installed with: stock Hadoop, and one host's jar.
   *
   * @param host as in {@link PluginJars#of}
   */
  static String ofClient(String host) {
    return joined(Stream.concat(Stream.of(plugins().of(host)), stock()));
  }

  /** Returns stock Hadoop, with its parts by colons. */
  static String ofStockClient() {
    return joined(stock());
  }

  /**
   * Returns Hadoop without Trident, separated by commas: nodes have none of Trident's MapReduce
   * classes, which travel with the job.
   */
  static String ofContainers() {
    return stock().map(Path::toString).collect(Collectors.joining(","));
  }

  /** Returns this module's own, for its small programs. */
  static String ofTestbed() {
    return Path.of(
            URI.create(
                ClassPaths.class.getProtectionDomain().getCodeSource().getLocation().toString()))
        .toString();
  }

  /** Whether an entry is a jar, or the classes directory, of another module than minicluster. */
  static boolean isTrident(Path entry) {
    return entry.getFileName().toString().matches("trident-(?!minicluster).*\\.jar")
        || entry
            .toString()
            .matches(".*/(trident-[^/]*|laboratory/(?!minicluster)[^/]*)/target/(test-)?classes");
  }

  private static PluginJars plugins() {
    return PluginJars.given()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "No directory of Trident's jars; start with -D%s=DIRECTORY"
                        .formatted(PluginJars.PROPERTY)));
  }

  private static String joined(Stream<Path> entries) {
    return entries.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** Of Trident's modules the minicluster stays, for its sockets on loopback addresses. */
  private static Stream<Path> stock() {
    return own().filter(entry -> !isTrident(entry));
  }

  private static Stream<Path> own() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.isEmpty())
        .map(entry -> Path.of(entry).toAbsolutePath())
        .filter(entry -> !Files.exists(entry.resolve("core-site.xml")));
  }
}
