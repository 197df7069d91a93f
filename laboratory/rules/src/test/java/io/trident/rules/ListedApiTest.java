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

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What others rely on is what the lists in {@code src/test/api} have. */
final class ListedApiTest {
  private static final Path LISTS = Path.of("src", "test", "api");
  private static final Path ACTUAL = Path.of("target", "api");
  private static final Path ROOT = Path.of("..", "..");

  /** Where users read what to configure. */
  private static final List<String> PAGES =
      List.of(
          "docs/install.md",
          "conf/hdfs-site.xml",
          "conf/yarn-site.xml",
          "conf/spark-defaults.conf");

  /** What hosts pass to constructors; to all others nothing. */
  private static final Map<String, String[]> PASSED =
      Map.of(
          "io.trident.hdfs.filesystem.RebuildingHdfs",
          new String[] {"java.net.URI", "org.apache.hadoop.conf.Configuration"});

  private static final Pattern CLASS_NAME =
      Pattern.compile(
          "\\b(?:io|org\\.apache\\.spark\\.scheduler)\\.trident(?:\\.[a-z]+)*\\.[A-Z]\\w+");
  private static final Pattern KEY = Pattern.compile("(?m)^\\| `([^`]+)` \\|");

  @Test
  void theSeamIsAsListed() throws IOException {
    String signatures =
        Signatures.ofPackage(classesOf("trident-storage"), "io/trident/storage")
            + Signatures.ofPackage(classesOf("trident-core"), "io/trident/core/storage");

    assertListed("seam.txt", signatures, "Every storage and every engine is written against it.");
  }

  @Test
  void theNamesThatUsersConfigureAreAsListed() throws IOException {
    TreeSet<String> names = configuredClasses();
    KEY.matcher(read("docs/configuration.md")).results().forEach(key -> names.add(key.group(1)));

    assertListed(
        "names.txt",
        String.join("\n", names) + "\n",
        "Users have these names in their configuration: see what CHANGELOG.md promises.");
  }

  @Test
  void theClassesThatUsersConfigureAreThere() throws IOException {
    JavaClasses product = BuiltClasses.ofProduct();

    assertThat(configuredClasses())
        .isNotEmpty()
        .allSatisfy(
            name ->
                assertThat(
                        product
                            .get(name)
                            .getConstructor(PASSED.getOrDefault(name, new String[0]))
                            .getModifiers())
                    .contains(JavaModifier.PUBLIC));
  }

  private static TreeSet<String> configuredClasses() throws IOException {
    TreeSet<String> names = new TreeSet<>();
    for (String page : PAGES) {
      CLASS_NAME.matcher(read(page)).results().forEach(name -> names.add(name.group()));
    }
    return names;
  }

  private static void assertListed(String list, String actual, String consequence)
      throws IOException {
    Path written = Files.writeString(Files.createDirectories(ACTUAL).resolve(list), actual);
    assertThat(written)
        .as(
            "What laboratory/rules/src/test/api/%s lists has changed. %s If the change is meant,"
                + " add it to CHANGELOG.md and accept it:"
                + " cp laboratory/rules/target/api/%1$s laboratory/rules/src/test/api/",
            list, consequence)
        .hasSameTextualContentAs(LISTS.resolve(list));
  }

  private static Path classesOf(String module) {
    return ROOT.resolve(module).resolve("target").resolve("classes");
  }

  private static String read(String page) throws IOException {
    return Files.readString(ROOT.resolve(page));
  }
}
