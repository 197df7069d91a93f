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
package io.trident.minicluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The jars as users install them, one per host.
 *
 * @param directory holds them, or has directories that do
 */
public record PluginJars(Path directory) {
  /** System property that names the directory. */
  public static final String PROPERTY = "trident.plugins";

  private static final int DEPTH = 2;

  /** Returns those in the directory that this JVM was started with, if it names one that exists. */
  public static Optional<PluginJars> given() {
    return Optional.ofNullable(System.getProperty(PROPERTY))
        .map(name -> Path.of(name).toAbsolutePath())
        .filter(Files::isDirectory)
        .map(PluginJars::new);
  }

  /**
   * Returns a host's jar.
   *
   * @param host {@code hdfs}, {@code yarn}, {@code mapreduce} or {@code spark}
   * @throws IllegalStateException if there is not exactly one
   */
  public Path of(String host) {
    String name = "trident-" + host + "-[0-9].*-plugin\\.jar";
    try (Stream<Path> files =
        Files.find(
            directory, DEPTH, (path, attributes) -> path.getFileName().toString().matches(name))) {
      List<Path> found = files.toList();
      if (found.size() != 1) {
        throw new IllegalStateException(
            "%s has %d jars of %s instead of one: %s"
                .formatted(directory, found.size(), host, found));
      }
      return found.get(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
