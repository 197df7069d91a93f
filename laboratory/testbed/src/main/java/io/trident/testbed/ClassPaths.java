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

import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The class paths of daemons and containers, made from this JVM's own. */
final class ClassPaths {
  private ClassPaths() {}

  /** Returns what daemons need: all of this JVM's, except a cluster's configuration. */
  static String ofDaemons() {
    return own().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /**
   * Returns Hadoop without Trident, separated by commas: nodes have none of Trident's MapReduce
   * classes, which travel with the job. The minicluster stays, for its sockets on loopback
   * addresses.
   */
  static String ofContainers() {
    return own()
        .filter(entry -> !isTrident(entry))
        .map(Path::toString)
        .collect(Collectors.joining(","));
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
    return entry
            .getFileName()
            .toString()
            .matches("trident-(core|hdfs|yarn|mapreduce|cli|testbed|benchmarks|lab)-.*jar")
        || entry
            .toString()
            .matches(
                ".*/(trident-(core|hdfs|yarn|mapreduce|cli)|laboratory/(testbed|benchmarks|commands))/target/(test-)?classes");
  }

  private static Stream<Path> own() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.isEmpty())
        .map(entry -> Path.of(entry).toAbsolutePath())
        .filter(entry -> !Files.exists(entry.resolve("core-site.xml")));
  }
}
