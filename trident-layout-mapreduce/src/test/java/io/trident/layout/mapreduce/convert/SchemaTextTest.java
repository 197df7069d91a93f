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
package io.trident.layout.mapreduce.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.layout.format.Column;
import io.trident.layout.format.Schema;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SchemaTextTest {
  private static List<String> columns(String text, Optional<List<String>> known) {
    return SchemaText.schema(Optional.of(text), known).columns().stream()
        .map((Column column) -> column.name() + ":" + column.type())
        .toList();
  }

  @Test
  void columnsAreSeparatedByCommasButWithinParentheses() {
    assertThat(columns("a long,  b.c decimal( 8, 2 ) , my name STRING", Optional.empty()))
        .containsExactly("a:long", "b.c:decimal(8,2)", "my name:string");
  }

  @Test
  void ofKnownColumnsThoseWithoutTypeAreStrings() {
    assertThat(columns("b int", Optional.of(List.of("a", "b"))))
        .containsExactly("a:string", "b:int");
    assertThat(SchemaText.schema(Optional.empty(), Optional.of(List.of("value"))).names())
        .containsExactly("value");
  }

  @Test
  void ofTypesThatTheFormatKnowsSomeMayBeOthers() {
    Schema known = SchemaText.schema(Optional.of("a timestamp, b int"), Optional.empty());

    assertThat(SchemaText.schema(Optional.empty(), known)).isEqualTo(known);
    assertThat(SchemaText.schema(Optional.of("a long"), known))
        .isEqualTo(SchemaText.schema(Optional.of("a long, b int"), Optional.empty()));
    assertThatThrownBy(() -> SchemaText.schema(Optional.of("c int"), known))
        .hasMessageContaining("--schema has the column c");
  }

  @Test
  void whatIsNoSchemaIsRefusedWithTheRemedy() {
    assertThatThrownBy(() -> columns("a", Optional.empty())).hasMessageContaining("id long");
    assertThatThrownBy(() -> columns("a long, a int", Optional.empty()))
        .hasMessageContaining("twice");
    assertThatThrownBy(() -> columns("a money", Optional.empty())).hasMessageContaining("no type");
    assertThatThrownBy(() -> columns("c int", Optional.of(List.of("a", "b"))))
        .hasMessageContaining("--schema has the column c");
    assertThatThrownBy(() -> SchemaText.schema(Optional.empty(), Optional.empty()))
        .hasMessageContaining("give --schema");
  }
}
