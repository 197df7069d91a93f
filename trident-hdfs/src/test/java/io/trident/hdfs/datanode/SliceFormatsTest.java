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
package io.trident.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.trident.layout.format.Column;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.Schema;
import io.trident.layout.table.DimensionSpec;
import io.trident.layout.table.FormatSpec;
import io.trident.layout.table.TableSpec;
import io.trident.layout.table.TableSpecJson;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.hadoop.fs.InvalidRequestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SliceFormatsTest {
  private final SliceFormats formats = new SliceFormats();

  private static String spec(String format, int version, int targetBytes) {
    return TableSpecJson.write(
        new TableSpec(
            new Schema(List.of(new Column("a", ColumnType.of(ColumnType.Kind.LONG)))),
            List.of(DimensionSpec.byHash("a")),
            new FormatSpec(format, version, Map.of()),
            4,
            targetBytes,
            4,
            1));
  }

  @Test
  void aTableIsOpenedOnceHoweverManyOthersAreThere() throws IOException {
    SliceFormats.Opened first = formats.open(spec("csv", 1, 1));
    assertThat(first.adapters()).hasSize(1);
    for (int other = 2; other < 200; other++) {
      assertThat(formats.open(spec("csv", 1, other)).digest()).isNotEqualTo(first.digest());
      assertThat(formats.open(spec("csv", 1, 1))).isSameAs(first);
    }
  }

  @Test
  void whatIsNoSpecificationIsRefused() {
    assertThatThrownBy(() -> formats.open("{}")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> formats.open("x".repeat((1 << 20) + 1)))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> formats.open(spec("csv", 99, 1)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("not installed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "avro"})
  void formatsThatAreNoLinesAreRefused(String format) {
    assertThatThrownBy(() -> formats.open(spec(format, 1, 1)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(format);
  }

  /** What is refused with its cause, and soon: a handler of the RPC server reads it. */
  @Test
  void whatWouldTakeLongToReadIsRefused() {
    String nested = "[".repeat(200_000);
    String decimal =
        spec("csv", 1, 1)
            .replace("\"long\"", "\"decimal(38,2)\"")
            .replace("\"hash\"", "\"range\", \"boundaries\" : [\"" + "9".repeat(250_000) + "\"]");
    String types = spec("csv", 1, 1).replace("\"long\"", "\"" + "decimal(".repeat(20_000) + "\"");
    String columns =
        spec("csv", 1, 1)
            .replace(
                "\"columns\" : [",
                IntStream.range(0, 5_000)
                    .mapToObj(i -> "{\"name\":\"c" + i + "\",\"type\":\"int\"},")
                    .collect(Collectors.joining("", "\"columns\" : [", "")))
            .replace(
                "\"dimensions\" : [",
                IntStream.range(0, 2_000)
                    .mapToObj(i -> "{\"column\":\"c4999\",\"partition\":\"hash\"},")
                    .collect(Collectors.joining("", "\"dimensions\" : [", "")));
    for (String bomb : List.of(nested, decimal, types, columns)) {
      assertThat(bomb.length()).isLessThan(1 << 18);
      assertThatThrownBy(() -> assertTimeout(Duration.ofSeconds(10), () -> formats.open(bomb)))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void ofLargeSpecificationsFewAreKept() throws IOException {
    List<String> texts =
        IntStream.range(0, 16).mapToObj(i -> spec("csv", 1, 1 + i) + " ".repeat(200_000)).toList();
    SliceFormats.Opened first = formats.open(texts.get(0));
    assertThat(formats.open(texts.get(0))).isSameAs(first);
    for (String text : texts) {
      formats.open(text);
    }
    assertThat(formats.open(texts.get(15))).isSameAs(formats.open(texts.get(15)));
    assertThat(formats.open(texts.get(0))).isNotSameAs(first);
  }

  /** A character of a specification is another one, or some are gone. */
  @Property
  void anySpecificationIsOpenedOrRefused(@ForAll int at, @ForAll char other, @ForAll byte gone) {
    StringBuilder text = new StringBuilder(spec("csv", 1, 1));
    int from = Math.floorMod(at, text.length());
    if (gone > 0) {
      text.delete(from, Math.min(text.length(), from + gone));
    } else {
      text.setCharAt(from, other);
    }
    try {
      assertThat(formats.open(text.toString()).adapters()).hasSize(1);
    } catch (IOException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }
}
