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
package io.trident.layout.format.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.value.Value;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.MemorySource;
import io.trident.layout.format.Tables;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeysTest {
  @Test
  void aLineOfTextIsOneColumn() throws IOException {
    FormatAdapter text = Tables.open("text", "line string", Map.of());
    assertThat(Tables.keys(text, "a|b\r")).containsExactly("a|b");
    assertThat(Tables.keys(text, "")).containsExactly("");
    assertThat(text.keys(Value.ofString("\\N"))).containsExactly(Value.NULL);
  }

  @Test
  void columnsOfTextAreBetweenSeparators() throws IOException {
    FormatAdapter text =
        Tables.open("text", "a string, b int, c string", Map.of("separator", "||"));
    assertThat(Tables.keys(text, "x|y||7||\r")).containsExactly("x|y", "7", "");
    assertThat(Tables.keys(text, "||\\N||\"q\"||more")).containsExactly("", "null", "\"q\"");
    assertThat(Tables.keys(text, "\r")).containsExactly("null", "null", "null");
    assertThatThrownBy(() -> Tables.keys(text, "x||7"))
        .hasMessage("column c is missing: the row has 2 columns.");
    assertThatThrownBy(() -> Tables.keys(text, "x||y||z"))
        .hasMessage(
            "column b has the value 'y', which is no int; correct it, or set the option"
                + " invalid=null.");
  }

  @Test
  void csvIsUnquoted() throws IOException {
    FormatAdapter csv = Tables.open("csv", "a string, b string", Map.of("multiline", "true"));
    assertThat(Tables.keys(csv, "\"x,\"\"y\"\"\n\r\",\"\"")).containsExactly("x,\"y\"\n\r", "");
    assertThat(Tables.keys(csv, "a\"b\",c\r")).containsExactly("a\"b\"", "c");
    assertThat(csv.keys(Value.ofString(",\"\""))).containsExactly(Value.NULL, Value.ofString(""));
    assertThat(csv.keys(Value.ofString(""))).containsExactly(Value.NULL, Value.NULL);
    assertThatThrownBy(() -> Tables.keys(csv, "\"a\"b,c")).hasMessageContaining("byte 3");
    assertThatThrownBy(() -> Tables.keys(csv, "a\rb,c")).hasMessageContaining("line.end=lf");
    assertThatThrownBy(() -> Tables.keys(csv, "a")).hasMessageContaining("column b is missing");
  }

  @Test
  void csvWithAnEscapeOfItsOwn() throws IOException {
    FormatAdapter csv =
        Tables.open(
            "csv",
            "a string, b string",
            Map.of("escape", "\\", "separator", "\t", "null", "-", "line.end", "lf"));
    assertThat(Tables.keys(csv, "\"\\\"a\\\\\\n\"\t-")).containsExactly("\"a\\\\n", "null");
    assertThat(Tables.keys(csv, "\"-\"\ta\rb\r")).containsExactly("-", "a\rb\r");
  }

  @Test
  void aQuoteThatIsOpenAtTheEndOfALineIsAnError() {
    FormatAdapter csv = Tables.open("csv", "a string, b string", Map.of());
    assertThatThrownBy(() -> Tables.keys(csv, "\"a,b"))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("multiline=true");
  }

  @Test
  void jsonIsTakenByPath() throws IOException {
    FormatAdapter json = Tables.open("json", "a string, n.x.y long, d double", Map.of());
    assertThat(
            Tables.keys(
                json, "{\"d\":1e2, \"n\":{\"z\":[{}],\"x\":{\"y\":-5}},\"a\":\"\\u00fc\\n\"}\r"))
        .containsExactly("ü\n", "-5", "100.0");
    assertThat(Tables.keys(json, "{\"n\":null,\"a\":1.50,\"d\":\"NaN\",\"more\":{\"a\":1}}"))
        .containsExactly("1.50", "null", "NaN");
    assertThat(Tables.keys(json, "")).containsExactly("null", "null", "null");
  }

  @Test
  void whatIsNoJsonOfTheTableIsAnError() {
    FormatAdapter json = Tables.open("json", "a string, b long", Map.of());
    assertThatThrownBy(() -> Tables.keys(json, "{\"a\":{\"c\":1}}"))
        .hasMessageContaining("column a is an object or array");
    for (String wrong :
        List.of(
            "[]",
            "{\"b\":1",
            "{\"b\":1}{}",
            "{\"b\":\"1\"}",
            "{\"b\":1.0}",
            "{\"b\":1,\"b\":2}",
            " ",
            "nonsense")) {
      assertThatThrownBy(() -> Tables.keys(json, wrong))
          .as(wrong)
          .isInstanceOf(InvalidRecordException.class);
    }
    byte[] noUtf8 = {'{', '"', 'a', '"', ':', '"', (byte) 0xff, '"', '}'};
    assertThatThrownBy(() -> json.keys(Value.ofBytes(noUtf8)))
        .isInstanceOf(InvalidRecordException.class);
  }

  @Test
  void invalidValuesAreNullByOption() throws IOException {
    Map<String, String> option = Map.of("invalid", "null");
    assertThat(Tables.keys(Tables.open("json", "a long, b long", option), "{\"a\":\"x\",\"b\":1}"))
        .containsExactly("null", "1");
    assertThat(Tables.keys(Tables.open("json", "a long, b long", option), "nonsense"))
        .containsExactly("null", "null");
    assertThat(Tables.keys(Tables.open("csv", "a long, b long", option), "x,1"))
        .containsExactly("null", "1");
    assertThat(Tables.keys(Tables.open("csv", "a long, b long", option), "\"1"))
        .containsExactly("null", "null");
  }

  /** To Hadoop and Spark it would be two rows, so it is an error whatever the options say. */
  @Test
  void aCarriageReturnWithinALineIsRefused() {
    Map<String, String> option = Map.of("invalid", "null");
    for (FormatAdapter adapter :
        List.of(
            Tables.open("text", "a string", option),
            Tables.open("csv", "a string", option),
            Tables.open("json", "a string", option))) {
      assertThatThrownBy(() -> Tables.keys(adapter, "{\"a\":\r1}"))
          .hasMessageContaining("line.end=lf");
    }
  }

  @Test
  void aHeaderIsTakenFromAFile() throws IOException {
    Map<String, String> completed =
        Tables.formats()
            .newest("csv")
            .complete(Map.of("header", "true"), MemorySource.of("a,\"b\"\r\n1,2\r\n"));
    assertThat(completed).containsExactly(Map.entry("header", "a,\"b\"\r\n"));
    assertThat(Tables.texts(Tables.open("csv", "a int, b int", completed), "a,\"b\"\r\n1,2\r\n"))
        .containsExactly("1,2\r");
  }

  @Test
  void optionsAreChecked() {
    assertRefused("csv", Map.of("delimiter", ";"), "has no option delimiter; it has [escape,");
    assertRefused("csv", Map.of("separator", "ab"), "give one character");
    assertRefused("csv", Map.of("separator", "\""), "another one than quote");
    assertRefused("csv", Map.of("multiline", "yes"), "one of false, true");
    assertRefused("csv", Map.of("header", "b,a\n"), "the line of the columns [a, b]");
    assertRefused("csv", Map.of("header", "true"), "the line of the columns [a, b]");
    assertRefused("json", Map.of("zone", "Mars"), "a time zone");
    assertRefused("text", Map.of(), "or set separator");
    assertRefused("text", Map.of("separator", ""), "a string without line feed");
    assertThatThrownBy(() -> Tables.open("json", "a string, a.b string", Map.of()))
        .hasMessageContaining("Column a.b is within a");
    assertThatThrownBy(() -> Tables.open("orc", "a string", Map.of()))
        .hasMessage("Format orc is not installed; there are [csv 1, json 1, text 1].");
  }

  private static void assertRefused(String format, Map<String, String> options, String message) {
    assertThatThrownBy(() -> Tables.open(format, "a string, b string", options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
