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
package io.trident.rules;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The classes of all modules, where the build leaves them. */
final class BuiltClasses {
  private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

  private BuiltClasses() {}

  static JavaClasses ofProduct() {
    return read(ofModulesIn(ROOT, "trident-"));
  }

  static JavaClasses ofLaboratory() {
    return read(ofModulesIn(ROOT.resolve("laboratory"), ""));
  }

  static JavaClasses all() {
    return read(
        Stream.concat(
                ofModulesIn(ROOT, "trident-").stream(),
                ofModulesIn(ROOT.resolve("laboratory"), "").stream())
            .toList());
  }

  private static JavaClasses read(List<Path> directories) {
    return new ClassFileImporter().importPaths(directories);
  }

  private static List<Path> ofModulesIn(Path parent, String prefix) {
    try (Stream<Path> modules = Files.list(parent)) {
      return modules
          .filter(module -> module.getFileName().toString().startsWith(prefix))
          .map(module -> module.resolve("target").resolve("classes"))
          .filter(Files::isDirectory)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
