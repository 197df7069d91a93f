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
    Source late = new Source("\ufb01", 1, true); // less than the next in UTF-16, not in UTF-8
    Source later = new Source("\ud83d\ude00", 1, true);

    assertThat(new SourceList(List.of(late, later)).sources()).hasSize(2);
    assertThatThrownBy(() -> new SourceList(List.of(later, late)))
        .hasMessageContaining("names ascend");
    assertThatThrownBy(() -> new SourceList(List.of(late, late)))
        .hasMessageContaining("names ascend");
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
