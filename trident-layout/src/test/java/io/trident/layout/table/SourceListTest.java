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
package io.trident.layout.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.layout.table.SourceList.Source;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceListTest {
  private static final SourceList LIST =
      new SourceList(
          List.of(
              new Source("a.csv", 10, true),
              new Source("b.csv", 0, false),
              new Source("c/d.csv", 7, false)));

  @Test
  void aListIsReadAsItWasWritten() throws Exception {
    assertThat(SourceListJson.read(SourceListJson.write(LIST))).isEqualTo(LIST);
  }

  @Test
  void eachFileBeginsWhereTheOneBeforeEnds() {
    assertThat(LIST.starts()).containsExactly(0, 10, 10);
    assertThat(LIST.bytes()).isEqualTo(17);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/a", "a/", "a//b", "../a", "a/../b", ".", "_a", "a/_b", ".a"})
  void aNameThatLeavesTheDirectoryOrIsHiddenIsRefused(String name) {
    assertThatThrownBy(() -> new Source(name, 1, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is no name of a source file");
  }

  @Test
  void namesAreInTheOrderOfTheirBytes() {
    // the first is greater in UTF-16
    assertThat(SourceList.compareNames("\ufb01", "\ud83d\ude00")).isNegative();
  }

  @Test
  void aNameIsThereOnce() {
    Source one = new Source("a", 1, true);
    assertThatThrownBy(() -> new SourceList(List.of(one, one)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is there twice");
  }

  @Test
  void filesOfALaterListFollowAndAreRenamedWhereANameIsTaken() {
    SourceList later =
        new SourceList(
            List.of(
                new Source("a.csv", 3, true),
                new Source("a_copy_1.csv", 4, true),
                new Source("c.x/d", 5, true),
                new Source("new", 6, true)));

    SourceList once = LIST.plus(later);
    assertThat(once.sources())
        .extracting(Source::name)
        .containsExactly(
            "a.csv", "b.csv", "c/d.csv", "a_copy_2.csv", "a_copy_1.csv", "c.x/d", "new");
    assertThat(once.starts()).containsExactly(0, 10, 10, 17, 20, 24, 29);
    assertThat(once.plus(later).sources())
        .extracting(Source::name)
        .endsWith("a_copy_3.csv", "a_copy_1_copy_1.csv", "c.x/d_copy_1", "new_copy_1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"version\":2}",
        "{\"version\":1,\"sources\":[{\"name\":\"a\",\"length\":-1,\"terminated\":true}]}",
        "{\"version\":1,\"sources\":[{\"name\":\"a\",\"length\":1,\"terminated\":1}]}",
        "{\"version\":1,\"sources\":[{\"name\":\"a\",\"length\":1,\"terminated\":true,\"x\":1}]}",
        "{\"version\":1,\"sources\":[]} x",
        "[]"
      })
  void whatIsNoListIsRefused(String text) {
    assertThatThrownBy(() -> SourceListJson.read(text))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("The list of source files is");
  }
}
