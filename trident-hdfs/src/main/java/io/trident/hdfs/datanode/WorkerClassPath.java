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
package io.trident.hdfs.datanode;

import io.trident.layout.worker.WorkerMain;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The class path of workers: the plugin's jar, which has all formats, and the DataNode's jars for
 * what formats need of Hadoop. Not its directories: in these are settings of Hadoop and of its
 * logs, and two processes had better not write the same log.
 */
final class WorkerClassPath {
  private WorkerClassPath() {}

  /** Returns the class path, from that of this JVM. */
  static List<Path> find() throws URISyntaxException {
    String classPath = System.getProperty("java.class.path");
    Path plugin = of(WorkerClassPath.class);
    return plugin.equals(of(WorkerMain.class))
        ? installed(plugin, classPath)
        : entries(classPath); // modules that are not packed yet, in tests: some are directories
  }

  /** Returns the plugin's jar, and all other jars of a class path. */
  static List<Path> installed(Path plugin, String classPath) {
    List<Path> jars = new ArrayList<>();
    jars.add(plugin);
    entries(classPath).stream()
        .filter(one -> Files.isRegularFile(one) && !one.equals(plugin))
        .forEach(jars::add);
    return jars;
  }

  private static List<Path> entries(String classPath) {
    return Arrays.stream(classPath.split(File.pathSeparator))
        .filter(entry -> !entry.isEmpty())
        .map(entry -> Path.of(entry).toAbsolutePath())
        .toList();
  }

  private static Path of(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
