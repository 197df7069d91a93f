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
package io.trident.layout.extent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Dimension;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.RowLayout;
import io.trident.core.layout.partition.RangePartitioner;
import io.trident.core.layout.value.Value;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.StoredRow;
import io.trident.layout.format.Tables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ExtentWriterTest {
  private final FormatAdapter csv =
      Tables.open("csv", "a long, b long", Map.of("header", "a,b\n", "multiline", "true"));
  private final RowLayout layout =
      new RowLayout(
          List.of(
              Dimension.ofColumn("a", new RangePartitioner(2, List.of(Value.ofLong(5)))),
              Dimension.ofColumn("b", new RangePartitioner(2, List.of(Value.ofLong(5))))));
  private final RowKeys keys = new RowKeys(layout, csv);
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ExtentWriter writer = new ExtentWriter(layout, csv, new DataExtent(0, 0), out);

  private LayoutRow row(String text) throws InvalidRecordException {
    return keys.of(Value.ofString(text), 0);
  }

  @Test
  void bucketsFollowTheHeader() throws IOException {
    for (String row : List.of("1,2", "1,2", "2,1", "0,7")) {
      writer.add(row(row));
    }
    WrittenExtent written = writer.finish();

    assertThat(out).hasToString("a,b\n1,2\n1,2\n2,1\n0,7\n");
    assertThat(written.object().length()).isEqualTo(20);
    assertThat(written.buckets().get(0).offset()).isEqualTo(4);
    assertThat(written.buckets().get(0).length()).isEqualTo(12);
    assertThat(written.buckets().get(0).rows()).isEqualTo(3);
    assertThat(written.buckets().get(1).offset()).isEqualTo(16);
    assertThat(written.buckets().get(1).rows()).isEqualTo(1);
  }

  @Test
  void anExtentWithoutRowsHasNoBytes() throws IOException {
    assertThat(writer.finish().object()).isEqualTo(new WrittenObject(0, 0));
    assertThat(out.size()).isZero();
  }

  @Test
  void rowsInAnotherOrderAreRefused() throws IOException {
    writer.add(row("2,1"));
    assertThatThrownBy(() -> writer.add(row("1,1"))).hasMessageContaining("not in order");
    writer.add(row("0,7"));
    assertThatThrownBy(() -> writer.add(row("3,1"))).hasMessageContaining("not in order");
    assertThatThrownBy(() -> writer.add(row("6,7")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("was added to");
  }

  @Test
  void aRecordThatWouldNotBeReadBackIsRefused() {
    for (String record : List.of("1,2\n3,4", "1,2,\"")) {
      assertThatThrownBy(
              () -> writer.add(new LayoutRow(0, row("1,2").keys(), Value.ofString(record))))
          .isInstanceOf(InvalidRecordException.class)
          .hasMessageContaining("would not be read back");
    }
  }

  @Test
  void aValueThatCannotBeParsedIsNamedWithItsPlace() {
    StoredRow row = new StoredRow(77, OptionalLong.empty(), Value.ofString("1,x"));
    assertThatThrownBy(() -> keys.of("/data/file.csv", row, 0))
        .hasMessage(
            "/data/file.csv, offset 77: column b has the value 'x', which is no long; correct it,"
                + " or set the option invalid=null.");
  }
}
