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

import io.trident.core.layout.value.Value;
import io.trident.layout.format.Tables;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableSpecTest {
  private static TableSpec spec() {
    return new TableSpec(
        Tables.schema("a long, b string, c decimal(5,2)"),
        List.of(
            DimensionSpec.byRange("a", List.of(Value.ofLong(-1), Value.ofLong(8))),
            DimensionSpec.byRange(
                "b", List.of(Value.ofString("é"), Value.ofBytes(new byte[] {(byte) 0xff}))),
            DimensionSpec.byRange("c", List.of(Value.ofDecimal(new BigDecimal("1.50"), 5, 2))),
            DimensionSpec.byHash("c")),
        new FormatSpec("csv", 1, Map.of("null", "-", "header", "a,b,c\r\n")),
        8,
        1000,
        10,
        1);
  }

  /** Tables have it for years; a change needs a new version. */
  @Test
  void itsFormIs() throws IOException {
    String text =
        """
        {
          "version" : 1,
          "columns" : [ {
            "name" : "a",
            "type" : "long"
          }, {
            "name" : "b",
            "type" : "string"
          }, {
            "name" : "c",
            "type" : "decimal(5,2)"
          } ],
          "dimensions" : [ {
            "column" : "a",
            "partition" : "range",
            "boundaries" : [ "-1", "8" ]
          }, {
            "column" : "b",
            "partition" : "range",
            "boundaries" : [ "é", {
              "base64" : "/w=="
            } ]
          }, {
            "column" : "c",
            "partition" : "range",
            "boundaries" : [ "1.50" ]
          }, {
            "column" : "c",
            "partition" : "hash"
          } ],
          "format" : {
            "name" : "csv",
            "version" : 1,
            "options" : {
              "header" : "a,b,c\\r\\n",
              "null" : "-"
            }
          },
          "extents" : 8,
          "targetBytes" : 1000,
          "parity" : {
            "group" : 10,
            "parities" : 1
          }
        }
        """;
    assertThat(TableSpecJson.write(spec())).isEqualTo(text);
    assertThat(TableSpecJson.read(text)).isEqualTo(spec());
    assertThat(spec().open(Tables.formats()).keys(Value.ofString("1,x,2"))).hasSize(4);
  }

  @Test
  void errorsNameTheMember() {
    assertRefused("\"extents\" : 8", "\"extents\" : 3", "Super-extents of 3 extents");
    assertRefused(
        "\"extents\" : 8", "\"extents\" : \"8\"", "extents is \"8\"; give a whole number");
    assertRefused("\"extents\" : 8", "\"extent\" : 8", "extent is not known");
    assertRefused("\"version\" : 1", "\"version\" : 2", "version 2 is not known");
    assertRefused("\"1.50\"", "\"15000\"", "is no boundary of dimension c");
    assertRefused("\"8\" ]", "\"-8\" ]", "Boundary -8 does not come after -1");
    assertRefused("\"type\" : \"long\"", "\"type\" : \"blob\"", "'blob' is no type");
    assertRefused("\"column\" : \"a\"", "\"column\" : \"x\"", "There is no column x; there are [a");
    assertRefused("\"column\" : \"c\"", "\"column\" : 5", "dimensions[2].column is 5");
    assertRefused("\"parities\" : 1", "\"parities\" : 3", "A parity of 3 is not possible");
    assertRefused("\"name\" : \"b\"", "\"name\" : \"a\"", "Column a is there twice");
    assertRefused("\"hash\"", "\"list\"", "give range or hash");
    assertRefused("\"null\" : \"-\"", "\"null\" : 3", "format.options.null is 3; give a string");
    assertThatThrownBy(() -> TableSpecJson.read("{")).hasMessageContaining("is no JSON");
    assertThatThrownBy(() -> TableSpecJson.read("7")).hasMessageContaining("it is no object");
    assertThatThrownBy(() -> TableSpecJson.read("")).isInstanceOf(IOException.class);
  }

  private static void assertRefused(String member, String changed, String message) {
    String text = TableSpecJson.write(spec());
    assertThat(text).contains(member);
    String other = text.replaceFirst(java.util.regex.Pattern.quote(member), changed);
    assertThatThrownBy(() -> TableSpecJson.read(other))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message);
  }

  @Test
  void theOriginalOrderNeedsRowIds() {
    assertThatThrownBy(
            () ->
                new TableSpec(
                    Tables.schema("a long"),
                    List.of(DimensionSpec.byHash("ORIGINAL")),
                    new FormatSpec("csv", 1, Map.of()),
                    4,
                    1,
                    4,
                    1))
        .hasMessageContaining("rows of format csv have no ids");
  }

  @Test
  void boundariesAreOfTheColumnsType() {
    assertThatThrownBy(
            () ->
                new TableSpec(
                    Tables.schema("a long"),
                    List.of(DimensionSpec.byRange("a", List.of(Value.ofInt(1)))),
                    new FormatSpec("csv", 1, Map.of()),
                    4,
                    1,
                    4,
                    1))
        .hasMessageContaining("Boundary 1 of dimension a is of kind int32, the column is long");
  }
}
