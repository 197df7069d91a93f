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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The directory of Trident's sources, with what a build leaves in it. */
public record SourceCheckout(Path root) {
  /** The system property that {@code bin/trident} sets. */
  static final String HOME = "trident.home";

  /**
   * Returns the one that this program was started from.
   *
   * @throws IOException if it was not started by {@code bin/trident}
   */
  public static SourceCheckout ofThisProgram() throws IOException {
    String home = System.getProperty(HOME);
    if (home == null) {
      throw new IOException("This needs Trident's source checkout: start it by bin/trident.");
    }
    return new SourceCheckout(Path.of(home));
  }

  /** Returns the class path of the laboratory's commands, with Hadoop. */
  List<String> commandsClassPath() {
    Path target = target("commands");
    return List.of(target.resolve("*").toString(), target.resolve("lib").resolve("*").toString());
  }

  /** Returns the directory of the jars that hosts are installed with, one per host. */
  Path pluginJars() {
    return target("commands").resolve("plugins");
  }

  /**
   * Returns Spark's directory with Trident in its jars, laid out as a Spark installation; builds it
   * if that has not been done, which takes minutes.
   */
  public Path sparkHome() throws IOException, InterruptedException {
    Path home = target("spark-demo").resolve("spark");
    if (!hasJar(home.resolve("jars"), "trident-spark-demo-")) {
      build("laboratory/spark-demo");
    }
    return home;
  }

  private Path target(String module) {
    return root.resolve("laboratory").resolve(module).resolve("target");
  }

  private void build(String module) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(root.resolve("laboratory").resolve("build").toString());
    command.add(module);
    int exitCode = new ChildProcess(new ProcessBuilder(command)).run();
    if (exitCode != 0) {
      throw new IOException("The build of %s failed.".formatted(module));
    }
  }

  private static boolean hasJar(Path directory, String prefix) {
    if (!Files.isDirectory(directory)) {
      return false;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith(prefix));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
