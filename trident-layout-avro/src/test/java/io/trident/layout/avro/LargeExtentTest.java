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

import io.trident.core.layout.value.Value;
import io.trident.layout.format.FormatAdapter;
import io.trident.layout.testing.FormatRows;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Lines of orders, as many as the system property {@code trident.extent.mib} times 10,000, are
 * written as an extent and read. Prints its size and the processor time of both, the least of
 * three.
 */
@Tag("slow")
class LargeExtentTest {
  private static final int ROWS = 10_000 * Integer.getInteger("trident.extent.mib", 1);
  private static final int RUNS = 3;

  private static final Schema SCHEMA =
      StockAvro.schema(
          ("{'name':'orderkey','type':'long'},{'name':'partkey','type':'long'},"
                  + "{'name':'linenumber','type':'int'},{'name':'quantity','type':'double'},"
                  + "{'name':'price','type':'double'},{'name':'returnflag','type':'string'},"
                  + "{'name':'shipdate','type':{'type':'int','logicalType':'date'}},"
                  + "{'name':'shipmode','type':['null','string']},{'name':'comment','type':'string'}")
              .replace('\'', '"'));

  private static final String[] WORDS =
      ("furiously ironic deposits sleep carefully along the express accounts foxes haggle quickly"
              + " regular theodolites cajole blithely final requests packages bold pending asymptotes")
          .split(" ");

  private static GenericRecord line(long order, Random random) {
    StringBuilder comment = new StringBuilder();
    for (int i = random.nextInt(6); i >= 0; i--) {
      comment.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
    }
    GenericRecord row = new GenericData.Record(SCHEMA);
    row.put("orderkey", order);
    row.put("partkey", (long) random.nextInt(20_000_000));
    row.put("linenumber", 1 + random.nextInt(7));
    row.put("quantity", 1.0 + random.nextInt(50));
    row.put("price", (90_000 + random.nextInt(10_000_000)) / 100.0);
    row.put("returnflag", "ANR".substring(random.nextInt(3)).substring(0, 1));
    row.put("shipdate", 8_000 + random.nextInt(2_500));
    row.put("shipmode", WORDS[random.nextInt(7)]);
    row.put("comment", comment.toString());
    return row;
  }

  @ParameterizedTest
  @CsvSource({
    "none,65536",
    "snappy,65536",
    "deflate,65536",
    "zstd,65536",
    "deflate,1048576",
    "zstd,1048576"
  })
  void aLargeExtentIsWrittenAndRead(String compression, String blockBytes) throws Exception {
    Random random = new Random(1);
    List<GenericRecord> lines = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      lines.add(line(i / 4, random));
    }
    byte[] source = StockAvro.write(SCHEMA, lines);
    FormatAdapter adapter =
        Tables.open(source, Map.of("compression", compression, "block.bytes", blockBytes));
    List<Value.Bytes> rows = FormatRows.records(FormatRows.read(adapter, source));
    long bytes = rows.stream().mapToLong(Value.Bytes::length).sum();

    byte[] extent = FormatRows.write(adapter, rows);
    double write = seconds(() -> FormatRows.write(adapter, rows));
    double read = seconds(() -> FormatRows.read(adapter, extent));

    assertThat(FormatRows.records(FormatRows.read(adapter, extent))).isEqualTo(rows);
    if (!compression.equals("none")) {
      assertThat(extent.length).isLessThan((int) (bytes * 0.8));
    }
    System.out.printf(
        "%s, blocks of %s: %d rows of %d bytes in %d bytes, written in %.2f s, read in %.2f s%n",
        compression, blockBytes, rows.size(), bytes, extent.length, write, read);
  }

  /** The least processor time of this thread. */
  private static double seconds(Callable<Object> part) throws Exception {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < RUNS; i++) {
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      part.call();
      least =
          Math.min(least, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start);
    }
    return least / 1e9;
  }
}
