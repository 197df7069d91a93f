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

import io.trident.layout.format.Column;
import io.trident.layout.format.ColumnType;
import io.trident.layout.format.Schema;
import io.trident.layout.table.DimensionSpec;
import io.trident.layout.table.FormatSpec;
import io.trident.layout.table.TableSpec;
import io.trident.layout.table.TableSpecJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.InvalidRequestException;
import org.junit.jupiter.api.Test;

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
    assertThat(first.dimensions()).isEqualTo(1);
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
}
