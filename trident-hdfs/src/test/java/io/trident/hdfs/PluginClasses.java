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
package io.trident.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.fixtures.HidingClassLoader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.util.ServicePlugin;

/**
 * Classes of a plugin's jar of which one may be missing.
 *
 * @param plugin the class that HDFS names, which is never missing
 * @param packages prefixes of the classes' names
 */
public record PluginClasses(Class<? extends ServicePlugin> plugin, List<String> packages) {
  /** Copies the list. */
  public PluginClasses {
    packages = List.copyOf(packages);
  }

  /**
   * Starts and stops the plugin in a host without each of the classes in turn; no thread is left.
   */
  public void startWithoutEach(Object host, List<Class<?>> ofJars) throws Exception {
    HidingClassLoader whole = new HidingClassLoader("", this::has, this::has);
    startAndStop(whole, host);
    List<String> classes = new ArrayList<>();
    for (Class<?> one : ofJars) {
      classes.addAll(in(one));
    }
    assertThat(whole.asked()).as("what a start needs").hasSizeGreaterThan(10);
    assertThat(classes).containsAll(whole.asked().stream().filter(this::mayBeMissing).toList());
    for (String missing : classes) {
      startAndStop(new HidingClassLoader(missing, this::has, this::has), host);
    }
    TieredHdfs.await("the threads of all have ended", () -> threads().isEmpty());
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.matches("trident-(data|name)node-.*"))
        .toList();
  }

  private void startAndStop(ClassLoader loader, Object host) throws Exception {
    ServicePlugin started =
        (ServicePlugin) loader.loadClass(plugin.getName()).getDeclaredConstructor().newInstance();
    started.start(host);
    started.stop();
    started.close();
  }

  /** Returns the classes of the jar, or of the folder, that a class is in. */
  private List<String> in(Class<?> one) throws IOException, URISyntaxException {
    Path root = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (Files.isDirectory(root)) {
      return below(root);
    }
    try (FileSystem files = FileSystems.newFileSystem(root)) {
      return below(files.getPath("/"));
    }
  }

  private List<String> below(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .map(file -> directory.relativize(file).toString())
          .filter(file -> file.endsWith(".class") && !file.endsWith("package-info.class"))
          .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
          .filter(this::mayBeMissing)
          .toList();
    }
  }

  private boolean has(String name) {
    return packages.stream().anyMatch(name::startsWith);
  }

  private boolean mayBeMissing(String name) {
    return has(name) && !name.equals(plugin.getName()) && !name.contains(".proto.");
  }
}
