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
package io.trident.layout.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.value.Value;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.Schema;
import io.trident.layout.testing.FormatRows;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys of rows, as Spark reads them. */
class KeysTest {
  private static org.apache.avro.Schema schema(String... types) {
    StringBuilder fields = new StringBuilder();
    for (int i = 0; i < types.length; i++) {
      fields.append(i == 0 ? "" : ",").append("{'name':'c%d','type':%s}".formatted(i, types[i]));
    }
    return StockAvro.schema(fields.toString().replace('\'', '"'));
  }

  /** The key of a row of one column. */
  private static Value key(String type, String column, @Nullable Object value) throws IOException {
    return keys(schema(type), "c0 " + column, Map.of(), value).get(0);
  }

  private static List<Value> keys(
      org.apache.avro.Schema schema,
      String columns,
      Map<String, String> metadata,
      @Nullable Object... values)
      throws IOException {
    GenericRecord row = new GenericData.Record(schema);
    for (int i = 0; i < values.length; i++) {
      row.put(i, values[i]);
    }
    byte[] file = StockAvro.write(schema, List.of(row), "null", metadata);
    FormatAdapter adapter = open(file, FormatRows.schema(columns));
    return adapter.keys(FormatRows.read(adapter, file).get(0).record());
  }

  private static FormatAdapter open(byte[] file, Schema schema) throws IOException {
    return Tables.format()
        .open(schema, schema.names(), Tables.format().complete(Map.of(), FormatRows.source(file)));
  }

  @Test
  void numbersAreOfTheKindThatSparkHasForThem() throws IOException {
    assertThat(key("'boolean'", "boolean", true)).isEqualTo(Value.ofInt(1));
    assertThat(key("'int'", "int", -5)).isEqualTo(Value.ofInt(-5));
    assertThat(key("'long'", "long", Long.MIN_VALUE)).isEqualTo(Value.ofLong(Long.MIN_VALUE));
    assertThat(key("'float'", "float", 0.1f)).isEqualTo(Value.ofFloat(0.1f));
    assertThat(key("'double'", "double", Double.NaN)).isEqualTo(Value.ofDouble(Double.NaN));
  }

  @Test
  void decimalsAreDecimals() throws IOException {
    Value expected = new Value.Decimal(BigInteger.valueOf(-150), 9, 2);
    String logical = "'logicalType':'decimal','precision':9,'scale':2}";

    assertThat(
            key(
                "{'type':'bytes'," + logical,
                "decimal(9,2)",
                ByteBuffer.wrap(new byte[] {(byte) 0xff, 0x6a})))
        .isEqualTo(expected);
    org.apache.avro.Schema fixed = schema("{'type':'fixed','name':'f','size':5," + logical);
    assertThat(
            keys(
                fixed,
                "c0 decimal(9,2)",
                Map.of(),
                new GenericData.Fixed(
                    fixed.getField("c0").schema(), new byte[] {-1, -1, -1, (byte) 0xff, 0x6a})))
        .containsExactly(expected);
    assertThatThrownBy(
            () ->
                key(
                    "{'type':'bytes'," + logical,
                    "decimal(9,2)",
                    ByteBuffer.wrap(new byte[] {127, 0, 0, 0})))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("column c0");
  }

  @Test
  void timesAreMicroseconds() throws IOException {
    assertThat(key("{'type':'int','logicalType':'date'}", "date", -1)).isEqualTo(Value.ofInt(-1));
    for (String local : List.of("", "local-")) {
      String millis = "{'type':'long','logicalType':'" + local + "timestamp-millis'}";
      assertThat(key(millis, "timestamp", -2L)).isEqualTo(Value.ofTimestamp(-2000));
      assertThatThrownBy(() -> key(millis, "timestamp", Long.MAX_VALUE))
          .isInstanceOf(InvalidRecordException.class)
          .hasMessageContaining("column c0 has the time of");
      assertThat(
              key("{'type':'long','logicalType':'" + local + "timestamp-micros'}", "timestamp", 7L))
          .isEqualTo(Value.ofTimestamp(7));
    }
  }

  @Test
  void stringsAreBytes() throws IOException {
    assertThat(key("'string'", "string", "ü")).isEqualTo(Value.ofString("ü"));
    assertThat(key("{'type':'string','logicalType':'uuid'}", "string", "a-b"))
        .isEqualTo(Value.ofString("a-b"));
    assertThat(key("'bytes'", "string", ByteBuffer.allocate(0))).isEqualTo(Value.ofString(""));
    org.apache.avro.Schema schema =
        schema(
            "{'type':'enum','name':'e','symbols':['A','B']}",
            "{'type':'fixed','name':'f','size':2}");
    assertThat(
            keys(
                schema,
                "c0 string, c1 string",
                Map.of(),
                new GenericData.EnumSymbol(schema.getField("c0").schema(), "B"),
                new GenericData.Fixed(schema.getField("c1").schema(), new byte[] {'x', 'y'})))
        .containsExactly(Value.ofString("B"), Value.ofString("xy"));
  }

  @Test
  void unionsWithNullAreNullOrTheirValue() throws IOException {
    for (String type : List.of("['null','int']", "['int','null']")) {
      assertThat(key(type, "int", 3)).isEqualTo(Value.ofInt(3));
      assertThat(key(type, "int", null)).isEqualTo(Value.NULL);
    }
    assertThat(key("['int']", "int", 4)).isEqualTo(Value.ofInt(4));
  }

  @Test
  void keysAreFoundAmongOtherColumnsInAnyOrder() throws IOException {
    org.apache.avro.Schema schema =
        schema(
            "{'type':'map','values':'int'}",
            "['null','long']",
            "{'type':'array','items':{'type':'array','items':'double'}}",
            "'string'",
            "['string','boolean',{'type':'record','name':'r','fields':[]}]");
    Map<String, Integer> map = Map.of("a", 1, "b", 2);
    List<List<Double>> lists = List.of(List.of(1.0), List.of());

    assertThat(keys(schema, "c3 string, c1 long", Map.of(), map, 9L, lists, "end", true))
        .containsExactly(Value.ofString("end"), Value.ofLong(9));
  }

  @Test
  void datesOfTheJulianCalendarAreRefusedWhereSparkReadsOthers() throws IOException {
    Map<String, String> old = Map.of("org.apache.spark.version", "2.4.8");
    org.apache.avro.Schema schema = schema("{'type':'int','logicalType':'date'}");

    assertThat(keys(schema, "c0 date", old, -141_427)).containsExactly(Value.ofInt(-141_427));
    assertThatThrownBy(() -> keys(schema, "c0 date", old, -141_428))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("column c0 has a date of the Julian calendar");
    assertThat(keys(schema, "c0 date", Map.of(), -141_428)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'array','items':'int'} | c0 int | Column c0 is {\"type\":\"array\"",
        "{'type':'array','items':'int'} | c0 int | which is no key; the table has int. Give another",
        "['int','string'] | c0 int | which is no key",
        "'int' | b int | The files have no column b; there are [c0, c1]",
        "'int' | c0 long | which is int; the table has long. Give its type",
        "{'type':'long','logicalType':'time-micros'} | c0 long | which is no key",
        "{'type':'long','logicalType':'timestamp-nanos'} | c0 long | which is no key",
        "{'type':'bytes','logicalType':'decimal','precision':39} | c0 string | which is no key",
        "{'type':'fixed','name':'d','size':12,'logicalType':'duration'} | c0 string | which is no key",
      })
  void whatCannotBeAKeyIsAnError(String type, String columns, String message) throws IOException {
    byte[] file = StockAvro.write(schema(type, "'int'"), List.of());
    assertThatThrownBy(() -> open(file, FormatRows.schema(columns)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aTableKnowsWhichColumnsCanBeKeys() throws IOException {
    byte[] file =
        StockAvro.write(
            schema(
                "'int'",
                "{'type':'map','values':'int'}",
                "['null',{'type':'long','logicalType':'timestamp-millis'}]",
                "['null','string','int']",
                "'bytes'",
                "'null'"),
            List.of());
    Schema schema =
        Tables.format()
            .schema(Tables.format().complete(Map.of(), FormatRows.source(file)))
            .orElseThrow();

    assertThat(schema.columns())
        .isEqualTo(FormatRows.schema("c0 int, c2 timestamp, c4 string").columns());
    byte[] none = StockAvro.write(schema("{'type':'map','values':'int'}"), List.of());
    assertThatThrownBy(
            () ->
                Tables.format().schema(Tables.format().complete(Map.of(), FormatRows.source(none))))
        .hasMessageContaining("No column of the files can be a key");
  }
}
