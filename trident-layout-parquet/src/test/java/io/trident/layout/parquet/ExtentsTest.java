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

import io.trident.core.layout.manifest.BucketEntry;
import io.trident.layout.format.RowFormat;
import io.trident.layout.testing.ExtentProperties;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.parquet.schema.MessageType;

class ExtentsTest extends ExtentProperties {
  @Override
  protected RowFormat format() {
    return Tables.format();
  }

  @Override
  protected byte[] source(Random random) throws IOException {
    RandomRows rows = new RandomRows(random);
    MessageType schema = rows.schemaWithKeys();
    return StockParquet.write(schema, rows.rows(schema, random.nextInt(150)));
  }

  @Override
  protected Map<String, String> smallParts() {
    return Map.of("page.bytes", "1024", "row.group.bytes", "1024");
  }

  @Override
  protected List<String> texts(byte[] file) throws IOException {
    return StockParquet.texts(StockParquet.read(file));
  }

  /** The footer is as it was. */
  @Override
  protected byte[] alone(byte[] whole, List<BucketEntry> buckets, BucketEntry kept) {
    byte[] alone = whole.clone();
    for (BucketEntry other : buckets) {
      if (other != kept) {
        for (long i = other.offset(); i < other.offset() + other.length(); i++) {
          alone[(int) i] ^= 1;
        }
      }
    }
    return alone;
  }
}
