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
package io.trident.layout.worker;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * How a worker is started.
 *
 * @param java the program
 * @param classPath directories and jars, with {@link WorkerMain}, the formats and what these need
 * @param heapMegabytes of the process, in MiB; positive
 * @param mainClass of the process
 */
public record WorkerCommand(Path java, List<Path> classPath, int heapMegabytes, String mainClass) {
  /** What a worker gets of the environment: none of the host's options, agents and secrets. */
  private static final Set<String> KEPT = Set.of("LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH");

  /** Copies the list. */
  public WorkerCommand {
    classPath = List.copyOf(classPath);
  }

  /** Starts {@link WorkerMain} with the Java of this JVM. */
  public static WorkerCommand of(List<Path> classPath, int heapMegabytes) {
    return new WorkerCommand(
        Path.of(System.getProperty("java.home"), "bin", "java"),
        classPath,
        heapMegabytes,
        WorkerMain.class.getName());
  }

  List<String> line() {
    List<String> line = new ArrayList<>();
    line.add(java.toString());
    line.add("-Xmx" + heapMegabytes + "m");
    line.add("-Xms" + Math.min(heapMegabytes, 16) + "m");
    line.addAll(
        List.of(
            "-XX:+IgnoreUnrecognizedVMOptions", // of another make
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:+DisplayVMOutputToStderr", // on standard output there are frames
            "-XX:+ErrorFileToStderr",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:-UsePerfData",
            "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
            "-cp",
            String.join(File.pathSeparator, classPath.stream().map(Path::toString).toList()),
            mainClass));
    return line;
  }

  Process start() throws IOException {
    ProcessBuilder builder = new ProcessBuilder(line());
    builder.environment().keySet().retainAll(KEPT);
    return builder.start();
  }
}
