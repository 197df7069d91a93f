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

import io.trident.core.layout.Bucket;
import io.trident.core.layout.Cell;
import io.trident.core.layout.LayoutRow;
import io.trident.core.layout.RowLayout;
import io.trident.layout.extent.RowKeys;
import io.trident.layout.format.InvalidRecordException;
import io.trident.layout.format.StoredRow;
import io.trident.layout.mapreduce.job.JobSettings;
import io.trident.layout.mapreduce.job.Problems;
import io.trident.layout.mapreduce.shuffle.ShuffleKey;
import io.trident.layout.mapreduce.table.TableLayout;
import io.trident.layout.table.RowTally;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Sends each row once for each dimension, and the tally of the rows of each super-extent. */
public final class ConvertMapper
    extends Mapper<LongWritable, StoredRow, BytesWritable, LongWritable> {
  /** Longer rows would fill the memory of tasks, which hold several copies of a row. */
  static final String MAX_ROW_BYTES = "trident.layout.job.max-row-bytes";

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    TableLayout table =
        JobSettings.of(context.getConfiguration()).table(context.getConfiguration());
    long maxRowBytes = context.getConfiguration().getLong(MAX_ROW_BYTES, Long.MAX_VALUE);
    Map<Integer, RowTally> tallies = new TreeMap<>();
    try {
      long before = -1;
      while (context.nextKeyValue()) {
        long place = context.getCurrentKey().get();
        StoredRow row = context.getCurrentValue();
        int superExtent = table.superExtentAt(place);
        String file = table.newestSource(table.sourceAt(place)).name();
        check(row, file, maxRowBytes);
        checkPlace(row, file, place == before);
        before = place;
        LayoutRow placed = table.keys(superExtent).of(file, row, place);
        send(placed, superExtent, table.keys(superExtent), context);
        tallies.merge(superExtent, RowTally.of(place, row.record().toArray()), RowTally::plus);
      }
    } catch (InvalidRecordException e) {
      Problems.report(context, e);
      throw e;
    }
    for (Map.Entry<Integer, RowTally> one : tallies.entrySet()) {
      byte[] tally = one.getValue().toJson().getBytes(StandardCharsets.UTF_8);
      context.write(ShuffleKey.ofTally(one.getKey(), tally), new LongWritable());
    }
  }

  private static void check(StoredRow row, String file, long maxRowBytes)
      throws InvalidRecordException {
    if (row.record().length() > maxRowBytes) {
      throw new InvalidRecordException(
              "a row has %d bytes, more than --max-row-mb allows; raise it, and the memory of maps and reduces to ten times as much."
                  .formatted(row.record().length()))
          .at(file, row.offset());
    }
  }

  /** Rows that are compressed to less than a byte each share offsets, and so places. */
  private static void checkPlace(StoredRow row, String file, boolean isShared)
      throws InvalidRecordException {
    if (isShared) {
      throw new InvalidRecordException(
              "there are more rows than bytes, whose order is not kept; leave the file as it is, or write it without compression.")
          .at(file, row.offset());
    }
  }

  private static void send(LayoutRow row, int superExtent, RowKeys keys, Context context)
      throws IOException, InterruptedException {
    RowLayout layout = keys.layout();
    Cell cell = layout.cell(row);
    byte[] record = row.record().toArray();
    LongWritable place = new LongWritable(row.id());
    for (int d = 0; d < layout.dimensions().size(); d++) {
      Bucket bucket = layout.bucket(d, cell);
      context.write(ShuffleKey.ofRow(superExtent, bucket, row.keys().get(d), record), place);
    }
  }
}
