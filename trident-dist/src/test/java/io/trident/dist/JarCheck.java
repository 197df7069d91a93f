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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** What must hold for a jar that is installed in a host, beside other hosts' jars or without. */
final class JarCheck {
  private static final String SERVICES = "META-INF/services/";

  /** Annotations that are not read at run time; a JVM ignores those whose classes are absent. */
  private static final List<String> ANNOTATIONS =
      List.of("org/jspecify/annotations/", "com/google/errorprone/annotations/");

  /** Relocation rewrites text constants, too: none may be a name that others know. */
  private static final String SHADED = "io[./]trident[./][a-z]+[./]shaded[./]";

  private static final String RELOCATED = SHADED + ".*";

  /** Libraries that formats are written with: no other jar has them by these names. */
  private static final String LIBRARY =
      "io[./]trident[./](?:[a-z]+[./]shaded[./])?layout[./](?:avro|parquet)[./]shaded[./].*";

  /** What these name for jobs, for codecs of their own and for compilers. */
  private static final List<String> NEEDLESS =
      List.of(
          "org/apache/hadoop/mapred/",
          "org/apache/hadoop/mapreduce/",
          "com/github/luben/zstd/",
          "org/apache/commons/pool/",
          "org/jetbrains/annotations/");

  private final Host host;
  private final Predicate<String> known;

  private JarCheck(Host host, Predicate<String> known) {
    this.host = host;
    this.known = known;
  }

  static JarCheck of(Host host) throws IOException {
    Set<String> stock = JarClasses.namesIn(host.stock());
    ClassLoader jdk = ClassLoader.getPlatformClassLoader();
    return new JarCheck(
        host,
        name ->
            stock.contains(name) || isAnnotation(name) || jdk.getResource(name + ".class") != null);
  }

  /** Returns whether a class is an annotation that no JVM needs. */
  static boolean isAnnotation(String name) {
    return ANNOTATIONS.stream().anyMatch(name::startsWith);
  }

  /** Returns whether a class that a library names is never loaded in Trident. */
  static boolean isNeedless(String by, String name) {
    return by.matches(LIBRARY) && NEEDLESS.stream().anyMatch(name::startsWith);
  }

  /** Returns classes that the jar and its stock host lack, with one that names each. */
  Map<String, String> missing(JarClasses classes) {
    return classes.unresolved((by, name) -> known.test(name) || isNeedless(by, name));
  }

  /** Returns what is wrong with the jar, a line each; empty if nothing is. */
  List<String> findings(Path jar) throws IOException {
    JarClasses classes = JarClasses.of(jar);
    List<String> findings = new ArrayList<>();
    missing(classes)
        .forEach((name, by) -> findings.add("%s, named by %s, is missing".formatted(name, by)));
    classes.names().stream()
        .filter(name -> !host.mayHold(name))
        .forEach(name -> findings.add("%s is no class for %s".formatted(name, host)));
    classes
        .constants(text -> text.matches(RELOCATED) && !text.matches(LIBRARY))
        .forEach(
            (text, by) -> findings.add("\"%s\" in %s is a rewritten constant".formatted(text, by)));
    for (String provider : providers(jar)) {
      if (!classes.names().contains(provider.replace('.', '/'))) {
        findings.add("%s, named in %s, is missing".formatted(provider, SERVICES));
      }
    }
    return findings;
  }

  private static List<String> providers(Path jar) throws IOException {
    List<String> providers = new ArrayList<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (JarEntry entry :
          file.stream()
              .filter(each -> each.getName().startsWith(SERVICES) && !each.isDirectory())
              .toList()) {
        try (BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(file.getInputStream(entry), StandardCharsets.UTF_8))) {
          lines
              .lines()
              .map(line -> line.replaceFirst("#.*", "").trim())
              .filter(line -> !line.isEmpty())
              .forEach(providers::add);
        }
      }
    }
    return providers;
  }
}
