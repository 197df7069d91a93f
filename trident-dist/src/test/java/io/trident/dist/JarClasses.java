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
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/** The classes of a jar by name, as in a class file, and their bytes. */
record JarClasses(Map<String, byte[]> classes) {
  private static final String SUFFIX = ".class";

  static JarClasses of(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      Map<String, byte[]> classes = new LinkedHashMap<>();
      for (String entry : entries(file).toList()) {
        classes.put(
            entry.substring(0, entry.length() - SUFFIX.length()),
            file.getInputStream(new JarEntry(entry)).readAllBytes());
      }
      return new JarClasses(classes);
    }
  }

  /** Returns the names of the classes of many jars. */
  static Set<String> namesIn(List<Path> jars) {
    return jars.stream()
        .flatMap(
            jar -> {
              try (JarFile file = new JarFile(jar.toFile())) {
                return entries(file).toList().stream();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .map(entry -> entry.substring(0, entry.length() - SUFFIX.length()))
        .collect(Collectors.toSet());
  }

  Set<String> names() {
    return classes.keySet();
  }

  /**
   * Returns what does not resolve, with a class that names it: neither a class of the jar, nor one
   * that the host has.
   *
   * @param isNeedless returns of a class, and of one outside the jar that it names, whether the
   *     host has that, or it is not needed
   */
  Map<String, String> unresolved(BiPredicate<String, String> isNeedless) {
    Map<String, String> unresolved = new TreeMap<>();
    classes.forEach(
        (name, bytes) ->
            Uses.of(bytes).classes().stream()
                .filter(reference -> !classes.containsKey(reference))
                .filter(reference -> !isNeedless.test(name, reference))
                .forEach(reference -> unresolved.putIfAbsent(reference, name)));
    return unresolved;
  }

  /** Returns the text constants that match, with a class that has them. */
  Map<String, String> constants(Predicate<String> filter) {
    Map<String, String> found = new TreeMap<>();
    classes.forEach(
        (name, bytes) ->
            Uses.of(bytes).constants().stream()
                .filter(filter)
                .forEach(constant -> found.putIfAbsent(constant, name)));
    return found;
  }

  /**
   * What a class names: a remapper is shown all of it.
   *
   * @param classes in code, signatures and annotations, the class itself included
   * @param constants texts, in code and annotations
   */
  private record Uses(Set<String> classes, Set<String> constants) {
    static Uses of(byte[] bytes) {
      Uses uses = new Uses(new TreeSet<>(), new TreeSet<>());
      Remapper collector =
          new Remapper() {
            @Override
            public String map(String name) {
              uses.classes().add(name);
              return name;
            }

            @Override
            public Object mapValue(Object value) {
              if (value instanceof String text) {
                uses.constants().add(text);
              }
              return super.mapValue(value);
            }
          };
      new ClassReader(bytes).accept(new ClassRemapper(new ClassWriter(0), collector), 0);
      return uses;
    }
  }

  private static Stream<String> entries(JarFile file) {
    return file.stream()
        .map(JarEntry::getName)
        .filter(name -> name.endsWith(SUFFIX) && !name.startsWith("META-INF/"))
        .filter(name -> !name.equals("module-info.class"));
  }
}
