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

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tarball, unpacked, beside what its own pages state about it. */
class TarballIT {
  private static final String VERSION = System.getProperty("trident.version");
  private static final Pattern NAMED =
      Pattern.compile("jars/[a-z-]+/trident-[a-z-]+-<version>\\S*?\\.jar");

  private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```|`[^`\n]*`");

  /** The file that a link leads to; of one within a page nothing. Anchors have a test of their own. */
  private static final Pattern LINK = Pattern.compile("]\\(\\s*<?([^)\\s>#]+)[^)]*\\)");

  private final Path home = Path.of(System.getProperty("trident.plugins")).getParent();

  @Test
  void everyFileHasItsChecksum() throws Exception {
    File output = new File("target", "sha256sum.out");
    Process check =
        new ProcessBuilder("sha256sum", "--check", "--strict", "SHA256SUMS")
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();

    assertThat(check.waitFor(1, TimeUnit.MINUTES)).isTrue();
    List<String> lines = Files.readAllLines(output.toPath());
    assertThat(check.exitValue()).as(() -> lines.toString()).isZero();
    try (Stream<Path> files = Files.walk(home).filter(Files::isRegularFile)) {
      assertThat(lines).hasSize((int) files.count() - 1);
    }
  }

  @Test
  void theInstallationPageNamesTheJarsThatAreThere() throws Exception {
    List<String> named =
        NAMED
            .matcher(Files.readString(home.resolve("docs/install.md")))
            .results()
            .map(MatchResult::group)
            .map(name -> name.replace("<version>", VERSION))
            .distinct()
            .sorted()
            .toList();

    assertThat(named).isEqualTo(jars());
  }

  @Test
  void theReadmeNamesTheJarsThatAreThere() throws Exception {
    String readme = Files.readString(home.resolve("README.md")).replace("<version>", VERSION);

    assertThat(jars()).allSatisfy(jar -> assertThat(readme).contains(name(jar)));
  }

  @Test
  void thereIsABillOfMaterials() throws Exception {
    assertThat(Files.readString(home.resolve("bom.json")))
        .contains(
            "\"bomFormat\" : \"CycloneDX\"", "caffeine", "trident-core", "trident-hdfs-client");
  }

  @Test
  void theBillOfMaterialsHasEachJarOfTheCommand() throws Exception {
    String bill = Files.readString(home.resolve("bom.json"));
    try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
      assertThat(jars)
          .isNotEmpty()
          .allSatisfy(
              jar ->
                  assertThat(bill)
                      .contains("/" + jar.getFileName().toString().replaceFirst("-(\\d)", "@$1").replace(".jar", "")));
    }
  }

  @Test
  void everyLinkOfAPageLeadsToWhatIsThere() throws Exception {
    List<String> dead = new ArrayList<>();
    try (Stream<Path> files = Files.walk(home)) {
      for (Path page : files.filter(file -> file.toString().endsWith(".md")).toList()) {
        LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll("code"))
            .results()
            .map(link -> link.group(1))
            .filter(link -> !link.matches("[a-z]+:.*"))
            .filter(link -> !Files.exists(page.resolveSibling(link).normalize()))
            .forEach(link -> dead.add(home.relativize(page) + ": " + link));
      }
    }
    assertThat(dead).isEmpty();
  }

  private static String name(String jar) {
    return jar.substring(jar.lastIndexOf('/') + 1);
  }

  private List<String> jars() throws IOException {
    try (Stream<Path> files = Files.walk(home.resolve("jars")).filter(Files::isRegularFile)) {
      return files.map(file -> home.relativize(file).toString()).sorted().toList();
    }
  }
}
