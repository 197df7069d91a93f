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
package io.trident.cli.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.cli.CommandRun;
import io.trident.core.config.ConfigKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReferenceTest {
  private static final Path PAGE = Path.of("..", "docs", "configuration.md");

  private static final String NAME =
      "(trident\\.[a-z]+|spark\\.(scheduler|sql)\\.trident)(\\.([a-z0-9]+(-[a-z0-9]+)*|<queue path>))+";

  private static List<ConfigKey<?>> allKeys() {
    return Reference.groups().stream().<ConfigKey<?>>flatMap(g -> g.keys().stream()).toList();
  }

  @Test
  void thePageIsThatOfTheKeys() throws IOException {
    assertThat(Files.readString(PAGE))
        .as(
            "docs/configuration.md; renew it by: bin/trident keys --markdown > docs/configuration.md")
        .isEqualTo(Reference.markdown());
  }

  @Test
  void namesFollowTheRuleAndAreUnique() {
    assertThat(allKeys())
        .extracting(ConfigKey::name)
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches(NAME));
  }

  @Test
  void everyDefaultIsAValidValue() {
    for (ConfigKey<?> key : allKeys()) {
      Object value = key.read(name -> key.defaultText());
      assertThat(value).as(key.name()).isEqualTo(key.defaultValue());
    }
  }

  @Test
  void everyKeyIsDescribed() {
    assertThat(allKeys()).allSatisfy(key -> assertThat(key.description()).endsWith("."));
  }

  @Test
  void theCommandListsThemAll() {
    String listing = CommandRun.of("keys").out();
    assertThat(allKeys()).allSatisfy(key -> assertThat(listing).contains(key.name()));
    assertThat(CommandRun.of("keys", "--markdown").out()).isEqualTo(Reference.markdown());
  }
}
