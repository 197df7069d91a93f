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
package io.trident.layout.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.value.Value;
import io.trident.layout.format.Column;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.Schema;
import io.trident.layout.testing.FormatRows;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys of rows, as Spark reads them. */
class KeysTest {
  private static MessageType message(String fields) {
    return MessageTypeParser.parseMessageType("message m { " + fields + " }");
  }

  /** The key of a row of one column. */
  private static Value key(String field, String type, Consumer<SimpleGroup> value)
      throws IOException {
    return keys("optional " + field + ";", field.split(" ")[1] + " " + type, Map.of(), value)
        .get(0);
  }

  private static List<Value> keys(
      String fields, String columns, Map<String, String> metadata, Consumer<SimpleGroup> values)
      throws IOException {
    MessageType message = message(fields);
    SimpleGroup row = new SimpleGroup(message);
    values.accept(row);
    byte[] file =
        StockParquet.write(
            message, List.of((Group) row), builder -> builder.withExtraMetaData(metadata));
    Schema schema = FormatRows.schema(columns);
    FormatAdapter adapter = open(file, schema);
    return adapter.keys(FormatRows.read(adapter, file).get(0).record());
  }

  private static FormatAdapter open(byte[] file, Schema schema) throws IOException {
    return Tables.format()
        .open(schema, schema.names(), Tables.format().complete(Map.of(), FormatRows.source(file)));
  }

  @Test
  void numbersAreOfTheKindThatSparkHasForThem() throws IOException {
    assertThat(key("boolean a", "boolean", row -> row.add(0, true))).isEqualTo(Value.ofInt(1));
    assertThat(key("int32 a", "int", row -> row.add(0, -5))).isEqualTo(Value.ofInt(-5));
    assertThat(key("int32 a (INTEGER(16,true))", "int", row -> row.add(0, 5)))
        .isEqualTo(Value.ofInt(5));
    assertThat(key("int32 a (INTEGER(32,false))", "long", row -> row.add(0, -1)))
        .isEqualTo(Value.ofLong(0xffffffffL));
    assertThat(key("int64 a", "long", row -> row.add(0, Long.MIN_VALUE)))
        .isEqualTo(Value.ofLong(Long.MIN_VALUE));
    assertThat(key("int64 a (INTEGER(64,false))", "decimal(20,0)", row -> row.add(0, -1L)))
        .isEqualTo(new Value.Decimal(new BigInteger("18446744073709551615"), 20, 0));
    assertThat(key("float a", "float", row -> row.add(0, 0.1f))).isEqualTo(Value.ofFloat(0.1f));
    assertThat(key("double a", "double", row -> row.add(0, Double.NaN)))
        .isEqualTo(Value.ofDouble(Double.NaN));
  }

  @Test
  void decimalsOfAllWidthsAreDecimals() throws IOException {
    Value expected = new Value.Decimal(BigInteger.valueOf(-150), 9, 2);
    Binary bytes = Binary.fromConstantByteArray(new byte[] {(byte) 0xff, 0x6a});
    Binary wide = Binary.fromConstantByteArray(new byte[] {-1, -1, -1, (byte) 0xff, 0x6a});

    assertThat(key("int32 a (DECIMAL(9,2))", "decimal(9,2)", row -> row.add(0, -150)))
        .isEqualTo(expected);
    assertThat(key("int64 a (DECIMAL(9,2))", "decimal(9,2)", row -> row.add(0, -150L)))
        .isEqualTo(expected);
    assertThat(key("binary a (DECIMAL(9,2))", "decimal(9,2)", row -> row.add(0, bytes)))
        .isEqualTo(expected);
    assertThat(
            key(
                "fixed_len_byte_array(5) a (DECIMAL(9,2))",
                "decimal(9,2)",
                row -> row.add(0, wide)))
        .isEqualTo(expected);
  }

  @Test
  void timesAreMicroseconds() throws IOException {
    assertThat(key("int32 a (DATE)", "date", row -> row.add(0, -1))).isEqualTo(Value.ofInt(-1));
    assertThat(key("int64 a (TIMESTAMP(MILLIS,true))", "timestamp", row -> row.add(0, -2L)))
        .isEqualTo(Value.ofTimestamp(-2000));
    assertThat(key("int64 a (TIMESTAMP(MICROS,false))", "timestamp", row -> row.add(0, 7L)))
        .isEqualTo(Value.ofTimestamp(7));
    assertThat(key("int64 a (TIMESTAMP(NANOS,true))", "timestamp", row -> row.add(0, -1L)))
        .isEqualTo(Value.ofTimestamp(-1));
    assertThat(key("int64 a (TIMESTAMP(NANOS,true))", "long", row -> row.add(0, -1L)))
        .isEqualTo(Value.ofLong(-1));
    assertThatThrownBy(
            () ->
                key(
                    "int64 a (TIMESTAMP(MILLIS,true))",
                    "timestamp",
                    row -> row.add(0, Long.MAX_VALUE)))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("column a has the time of");
  }

  /** Spark writes timestamps so unless it is configured otherwise. */
  @Test
  void int96IsADayAndATimeOfDay() throws IOException {
    ByteBuffer before1970 =
        ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN).putLong(1_999).putInt(2_440_587);
    ByteBuffer beyond =
        ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN).putLong(0).putInt(-1);

    assertThat(
            key(
                "int96 a",
                "timestamp",
                row -> row.add(0, Binary.fromConstantByteArray(before1970.array()))))
        .isEqualTo(Value.ofTimestamp(-86_400_000_000L + 1));
    assertThatThrownBy(
            () ->
                keys(
                    "required int96 a;",
                    "a timestamp",
                    Map.of("org.apache.spark.legacyINT96", ""),
                    row -> row.add(0, Binary.fromConstantByteArray(beyond.array()))))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("Julian calendar");
  }

  @Test
  void stringsAreBytes() throws IOException {
    assertThat(key("binary a (STRING)", "string", row -> row.add(0, "ü")))
        .isEqualTo(Value.ofString("ü"));
    assertThat(key("binary a", "string", row -> row.add(0, Binary.EMPTY)))
        .isEqualTo(Value.ofString(""));
    assertThat(key("binary a (ENUM)", "string", row -> row.add(0, "x")))
        .isEqualTo(Value.ofString("x"));
  }

  @Test
  void keysAreFoundAmongOtherColumnsAndWithinGroups() throws IOException {
    String fields =
        "repeated group l { required int32 z; optional binary y; } required int96 t;"
            + " optional group a { optional group b { optional int64 c; required float f; } }"
            + " optional fixed_len_byte_array(3) x; required boolean o; optional binary s;";
    Consumer<SimpleGroup> values =
        row -> {
          row.addGroup("l").append("z", 1).append("y", "text");
          row.addGroup("l").append("z", 2);
          row.add("t", Binary.fromConstantByteArray(new byte[12]));
          row.addGroup("a").addGroup("b").append("c", 9L).append("f", 1f);
          row.add("o", true);
          row.add("s", "end");
        };

    assertThat(keys(fields, "s string, a.b.c long, o boolean, x string", Map.of(), values))
        .containsExactly(Value.ofString("end"), Value.ofLong(9), Value.ofInt(1), Value.NULL);
  }

  @Test
  void aKeyWithinAGroupThatIsAbsentIsNull() throws IOException {
    assertThat(
            keys(
                "optional group a { required int64 b; } required int32 c;",
                "a.b long, c int",
                Map.of(),
                row -> row.add("c", 3)))
        .containsExactly(Value.NULL, Value.ofInt(3));
  }

  @Test
  void datesOfTheJulianCalendarAreRefusedWhereSparkReadsOthers() throws IOException {
    Map<String, String> old = Map.of("org.apache.spark.version", "2.4.8");
    String field = "required int32 a (DATE);";
    List<Value> recent = keys(field, "a date", old, row -> row.add(0, -141_427));

    assertThat(recent).containsExactly(Value.ofInt(-141_427));
    assertThatThrownBy(() -> keys(field, "a date", old, row -> row.add(0, -141_428)))
        .isInstanceOf(InvalidRecordException.class)
        .hasMessageContaining("column a has a date of the Julian calendar");
    assertThat(keys(field, "a date", Map.of(), row -> row.add(0, -141_428))).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "required int96 t; | t long | Column t is 'required int96 t' in the files, which is timestamp",
        "optional group v { required fixed_len_byte_array(12) i (INTERVAL); } | v.i string | which is no key",
        "repeated int32 n; | n int | Column n is repeated and has no one value in a row",
        "optional group l (LIST) { repeated group list { optional int32 e; } } | l.list.e int | Column l.list.e is repeated",
        "required int32 a; | b int | The files have no column b; there are [a, z]",
        "required int32 a; | a long | which is int; the table has long. Give its type",
        "required int32 a (DECIMAL(5,2)); | a decimal(5,1) | which is decimal(5,2); the table has decimal(5,1)",
        "required int64 a (TIME(MICROS,true)); | a long | which is no key; the table has long. Give another",
        "required int32 a; required group b { required int32 c; } required int32 b.c; | b.c int | is there twice",
      })
  void whatCannotBeAKeyIsAnError(String fields, String columns, String message) throws IOException {
    byte[] file = StockParquet.write(message(fields + " required int32 z;"), new ArrayList<>());
    assertThatThrownBy(() -> open(file, FormatRows.schema(columns)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aTableKnowsWhichColumnsCanBeKeys() throws IOException {
    byte[] file =
        StockParquet.write(
            message(
                "required int32 a; optional int96 t; repeated float r; optional group g {"
                    + " optional float f; optional binary s (STRING); } optional double d;"),
            List.of());
    Schema schema =
        Tables.format()
            .schema(Tables.format().complete(Map.of(), FormatRows.source(file)))
            .orElseThrow();

    assertThat(schema.columns().stream().map(Column::toString))
        .containsExactlyElementsOf(
            FormatRows.schema("a int, t timestamp, g.f float, g.s string, d double")
                .columns()
                .stream()
                .map(Column::toString)
                .toList());
  }
}
