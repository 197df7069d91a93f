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
package io.trident.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class StoredJsonTest {
  private record Colours(int version, List<String> names) implements StoredJson.Form {}

  private static List<String> read(String text) {
    return StoredJson.read(text, Colours.class, 1, "colours", Colours::names);
  }

  @Test
  void whatWasWrittenIsRead() {
    assertThat(read(StoredJson.write(new Colours(1, List.of("red", "blue")))))
        .containsExactly("red", "blue");
  }

  /** Whatever members another version has: more, fewer, or of other types. */
  @Test
  void anotherVersionIsNamed() {
    for (String text :
        List.of(
            "{\"version\": 2, \"names\": []}",
            "{\"version\": 2, \"names\": [], \"shades\": {\"red\": 7}}",
            "{\"shades\": {\"version\": 1}, \"version\": 2}",
            "{\"version\": 2, \"names\": {\"red\": 1}}")) {
      assertThatThrownBy(() -> read(text))
          .as(text)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "These are colours of version 2, which cannot be read; use the Trident that wrote"
                  + " them.");
    }
  }

  @Test
  void whatIsOfNoVersionIsNoSuchObject() {
    for (String text :
        List.of(
            "",
            "null",
            "[]",
            "{}",
            "{\"names\": []}",
            "{\"version\": 1}",
            "{\"version\": 1, \"names\": null}",
            "{\"version\": 1, \"names\": [], \"shades\": []}",
            "{\"version\": \"one\", \"names\": []}",
            "{\"version\": 1, \"names\": [")) {
      assertThatThrownBy(() -> read(text))
          .as(text)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("These are no colours: ");
    }
  }

  @Test
  void whatTheObjectRefusesIsRefused() {
    assertThatThrownBy(
            () ->
                StoredJson.read(
                    StoredJson.write(new Colours(1, List.of())),
                    Colours.class,
                    1,
                    "colours",
                    one -> {
                      throw new IllegalArgumentException("no colour");
                    }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no colour");
  }
}
