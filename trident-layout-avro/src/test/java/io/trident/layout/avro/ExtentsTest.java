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

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.manifest.BucketEntry;
import io.trident.layout.format.RowFormat;
import io.trident.layout.testing.ConvertedTable;
import io.trident.layout.testing.ExtentProperties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;

class ExtentsTest extends ExtentProperties {
  @Override
  protected RowFormat format() {
    return Tables.format();
  }

  @Override
  protected byte[] source(Random random) throws IOException {
    RandomRows rows = new RandomRows(random);
    Schema schema = rows.schema();
    return StockAvro.write(schema, rows.rows(schema, random.nextInt(150)));
  }

  @Override
  protected Map<String, String> smallParts() {
    return Map.of("block.bytes", "1024", "compression", "none");
  }

  @Override
  protected List<String> texts(byte[] file) throws IOException {
    return StockAvro.texts(StockAvro.read(file));
  }

  /** Neither the header nor other buckets. */
  @Override
  protected byte[] alone(byte[] whole, List<BucketEntry> buckets, BucketEntry kept) {
    byte[] alone = new byte[whole.length];
    System.arraycopy(whole, (int) kept.offset(), alone, (int) kept.offset(), (int) kept.length());
    return alone;
  }

  /** As jobs split a file, at any bytes. */
  @Property(tries = 40)
  void stockReadersOfPartsOfAnExtentReadEachRowOnce(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    ConvertedTable table = table(random);
    for (DataExtent extent : table.manifest().geometry().extentsOf(0)) {
      byte[] file = table.bytes(extent);
      List<GenericRecord> rows = new ArrayList<>();
      long from = 0;
      while (from < file.length) {
        long to = from + 1 + random.nextLong(file.length - from);
        rows.addAll(StockAvro.read(file, from, to));
        from = to;
      }
      if (file.length > 0) {
        assertThat(StockAvro.texts(rows)).isEqualTo(texts(file));
      }
    }
  }
}
