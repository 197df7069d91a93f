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
package io.trident.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links between the project's pages lead somewhere, and every page can be found. */
class DocumentationTest {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final Set<String> NOT_OURS = Set.of("target", "node_modules");
  private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```|`[^`\n]*`");
  private static final Pattern LINK = Pattern.compile("]\\(\\s*<?([^)\\s>]+)>?[^)]*\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+?) *#*$");
  private static final Pattern ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");

  @Test
  void everyRelativeLinkAndAnchorLeadsSomewhere() throws IOException {
    assertThat(pagesBelow(PROJECT).stream().flatMap(DocumentationTest::deadLinks)).isEmpty();
  }

  @Test
  void theIndexLeadsToEveryPage() throws IOException {
    Path docs = PROJECT.resolve("docs");
    Set<Path> reached =
        Stream.of(docs.resolve("README.md"), docs.resolve("design/README.md"))
            .flatMap(index -> links(index).map(link -> file(index, link)))
            .collect(Collectors.toSet());
    reached.add(docs.resolve("README.md"));
    assertThat(pagesBelow(docs)).isSubsetOf(reached);
  }

  @Test
  void everyPageBeginsWithItsTitleAndPurpose() throws IOException {
    assertThat(pagesBelow(PROJECT)).filteredOn(page -> !hasTitleAndPurpose(read(page))).isEmpty();
  }

  @Test
  void aDeadFileAndADeadAnchorAreFound(@TempDir Path directory) throws IOException {
    Path page = directory.resolve("page.md");
    Files.writeString(
        page,
        """
        # A page, *of `two` words*

        [itself](#a-page-of-two-words), [too](page.md#here), [elsewhere](https://example.org/x)
        [gone](gone.md), [anchor](#gone), ![picture](gone.png), `[code](code.md)`
        <a id="here"></a>
        ```
        [a listing](listing.md)
        ```
        """);
    assertThat(deadLinks(page))
        .containsExactly(page + ": gone.md", page + ": #gone", page + ": gone.png");
  }

  private static List<Path> pagesBelow(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> isPage(directory.relativize(file)))
          .toList();
    }
  }

  private static boolean isPage(Path file) {
    for (Path part : file) {
      if (NOT_OURS.contains(part.toString()) || part.toString().startsWith(".")) {
        return false;
      }
    }
    return !file.toString().contains("src");
  }

  /** Returns whether there is a paragraph of text between the title and the first section. */
  private static boolean hasTitleAndPurpose(String page) {
    String beforeSections = page.split("\n##", 2)[0];
    return page.startsWith("# ")
        && beforeSections.lines().anyMatch(line -> line.matches("[\\p{Lu}\\[*].*"));
  }

  private static Stream<String> deadLinks(Path page) {
    return links(page).filter(link -> !leadsSomewhere(page, link)).map(link -> page + ": " + link);
  }

  private static Stream<String> links(Path page) {
    return LINK.matcher(CODE.matcher(read(page)).replaceAll("code"))
        .results()
        .map((MatchResult link) -> link.group(1))
        .filter(link -> !link.matches("[a-z]+:.*"));
  }

  private static boolean leadsSomewhere(Path page, String link) {
    Path file = file(page, link);
    int hash = link.indexOf('#');
    return Files.exists(file) && (hash < 0 || anchors(file).contains(link.substring(hash + 1)));
  }

  private static Path file(Path page, String link) {
    String path = link.replaceFirst("#.*", "");
    return path.isEmpty() ? page : page.resolveSibling(path).normalize();
  }

  /** Returns the anchors of a page: of its headings, as GitHub forms them, and its own. */
  private static Set<String> anchors(Path page) {
    String text = read(page);
    return Stream.concat(
            HEADING.matcher(text).results().map(heading -> slug(heading.group(1))),
            ANCHOR.matcher(text).results().map(anchor -> anchor.group(1)))
        .collect(Collectors.toSet());
  }

  private static String slug(String heading) {
    return heading
        .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
        .replace(' ', '-');
  }

  private static String read(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
