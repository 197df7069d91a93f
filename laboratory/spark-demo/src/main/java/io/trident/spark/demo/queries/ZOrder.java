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
package io.trident.spark.demo.queries;

import java.sql.Date;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;

/**
 * The order of rows along a Z-curve over the ranks of some columns, which are drawn from a sample:
 * what Iceberg's {@code rewrite_data_files} does with {@code zorder}.
 *
 * @param columns up to seven columns of strings, integers, longs or dates
 */
record ZOrder(List<String> columns) {
  private static final int BITS = 8;
  private static final int SAMPLE = 20_000;
  private static final long SEED = 7;

  /** Returns the rows in this order, in as many files. */
  Dataset<Row> sort(Dataset<Row> rows, int files) {
    Column along = functions.lit(0L);
    for (int i = 0; i < columns.size(); i++) {
      Column column = rows.col(columns.get(i));
      UDF1<Object, Long> spread = new Spread(boundaries(rows, columns.get(i)), i, columns.size());
      along = along.plus(functions.udf(spread, DataTypes.LongType).apply(column));
    }
    return rows.withColumn("z", along)
        .repartitionByRange(files, functions.col("z"))
        .sortWithinPartitions("z")
        .drop("z");
  }

  /** Returns the values that divide a sample into ranges of as many rows. */
  private static List<Comparable<Object>> boundaries(Dataset<Row> rows, String column) {
    double part = Math.min(1, (double) SAMPLE / Math.max(1, rows.count()));
    List<Comparable<Object>> sample = new ArrayList<>();
    for (Row row : rows.select(column).sample(part, SEED).collectAsList()) {
      if (!row.isNullAt(0)) {
        sample.add(comparable(row.get(0)));
      }
    }
    Collections.sort(sample);
    List<Comparable<Object>> boundaries = new ArrayList<>();
    for (int i = 1; i < 1 << BITS && !sample.isEmpty(); i++) {
      boundaries.add(sample.get((int) ((long) i * sample.size() >> BITS)));
    }
    return boundaries;
  }

  @SuppressWarnings("unchecked") // a column has values of one type
  private static Comparable<Object> comparable(Object value) {
    return (Comparable<Object>) (value instanceof Date date ? date.getTime() : value);
  }

  /** Spreads the bits of a value's rank, so that those of all columns take turns. */
  private record Spread(List<Comparable<Object>> boundaries, int index, int of)
      implements UDF1<Object, Long> {
    @Override
    public Long call(Object value) {
      int found = value == null ? 0 : Collections.binarySearch(boundaries, comparable(value));
      int rank = found < 0 ? -found - 1 : found;
      long spread = 0;
      for (int bit = 0; bit < BITS; bit++) {
        spread |= (long) (rank >> bit & 1) << (bit * of + of - 1 - index);
      }
      return spread;
    }
  }
}
