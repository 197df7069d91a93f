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
package io.trident.layout.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.layout.mapreduce.Conversion.Earlier;
import io.trident.layout.mapreduce.read.ReadRequest;
import io.trident.layout.mapreduce.read.RowReader;
import io.trident.layout.mapreduce.read.TableReads;
import io.trident.layout.mapreduce.revert.SourceBuild.Equality;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Directories of Avro, as stock writers write them and stock readers read them. */
@Tag("slow")
class AvroIT extends FormatDirectories {
  private static final String FIELDS =
      "{'name':'id','type':'long'},{'name':'name','type':'string'},"
          + "{'name':'n','type':['null','int']},"
          + "{'name':'tags','type':{'type':'array','items':'string'}}";

  AvroIT() {
    super("avro", Map.of());
  }

  private static Schema schema(String fields) {
    return new Schema.Parser()
        .parse("{'type':'record','name':'row','fields':[%s]}".formatted(fields).replace('\'', '"'));
  }

  /** Of several codecs, no rows, and no bytes. */
  @Test
  void aDirectoryBecomesATableAndItsRowsComeBackInTheirOrder() throws Exception {
    Path directory = new Path("/data/avro");
    Random random = new Random(1);
    Map<String, List<String>> rows = new TreeMap<>();
    rows.put("part-0", write(new Path(directory, "part-0"), "deflate", 6_000, random));
    rows.put("part-1", write(new Path(directory, "part-1"), "null", 3_000, random));
    rows.put("part-2", write(new Path(directory, "part-2"), "null", 0, random));
    rows.put("part-4", write(new Path(directory, "part-4"), "snappy", 500, random));
    cluster.files().create(new Path(directory, "part-3")).close();

    Conversion.Result converted =
        cluster.conversion().run(directory, request("id", "name:hash", "n"), Earlier.RESUME);

    assertThat(converted.superExtents()).isGreaterThan(1);
    assertThat(converted.rows()).isEqualTo(9_500);
    assertThat(visibleRows(directory)).containsExactlyInAnyOrderElementsOf(all(rows));
    TableView view = TableView.of(directory, cluster.conf());
    assertThat(view.rows()).isEqualTo(9_500);
    assertThat(view.dimensions().get(0).skew().largestToMean()).isLessThan(2);
    assertThat(verify(directory).problems()).isEmpty();

    cluster.files().delete(new Path("/data/.avro.trident-old"), true);
    Path more = new Path("/data/more");
    List<String> appended = write(new Path(more, "part-0"), "snappy", 4_000, random);
    cluster.append().run(directory, more, 80_000, 1 << 20, Earlier.RESUME);
    rows.put("part-0_copy_1", appended);
    assertThat(visibleRows(directory)).containsExactlyInAnyOrderElementsOf(all(rows));
    assertThat(verify(directory).problems()).isEmpty();

    Reversion.Result reverted = cluster.reversion().run(directory);

    assertThat(reverted.equality()).isEqualTo(Equality.ROWS);
    assertThat(reverted.files()).isEqualTo(6);
    assertThat(cluster.files().getFileStatus(new Path(directory, "part-3")).getLen()).isZero();
    for (Map.Entry<String, List<String>> file : rows.entrySet()) {
      assertThat(read(new Path(directory, file.getKey())))
          .as(file.getKey())
          .isEqualTo(file.getValue());
    }
  }

  @Test
  void rowsThatMatchAreReadAsJsonAndLittleOfTheTable() throws Exception {
    Path directory = new Path("/data/read");
    List<String> rows = write(new Path(directory, "part-0"), "deflate", 6_000, new Random(6));
    cluster.conversion().run(directory, request("id", "name:hash", "n"), Earlier.RESUME);

    TableReads some = reads(directory, "n >= 900000");
    assertThat(some.bytes()).isPositive().isLessThan(some.allBytes() / 3);
    assertThat(lines(some)).isNotEmpty().allMatch(line -> line.matches(".*\"n\":\\{\"int\":9.*"));
    assertThat(lines(some).stream().map(line -> line.replaceAll("\\{\"int\":(\\d+)}", "$1")))
        .containsExactlyInAnyOrderElementsOf(
            rows.stream()
                .map(row -> row.replace(" ", ""))
                .filter(row -> row.matches(".*\"n\":9\\d{5},.*"))
                .toList());
    assertThat(lines(reads(directory, ""))).hasSize(6_000);
  }

  private static TableReads reads(Path directory, String where) throws IOException {
    return TableReads.of(directory, new ReadRequest(where, Optional.empty()), cluster.conf());
  }

  private static List<String> lines(TableReads reads) throws IOException {
    List<String> lines = new ArrayList<>();
    for (FileSplit split : reads.splits()) {
      try (RowReader reader = reads.open(split)) {
        for (Optional<byte[]> row = reader.next(); row.isPresent(); row = reader.next()) {
          lines.add(new String(row.get(), StandardCharsets.UTF_8));
        }
      }
    }
    return lines;
  }

  /** Places in the original order would be those of other rows. */
  @Test
  void aFileOfMoreRowsThanBytesIsRefused() throws Exception {
    Path directory = new Path("/data/compressed");
    Schema schema = schema("{'name':'id','type':'long'}");
    GenericRecord row = new GenericData.Record(schema);
    row.put("id", 7L);
    write(new Path(directory, "part-0"), schema, "null", 40_000, new Random(5));
    write(new Path(directory, "part-1"), schema, "deflate", Collections.nCopies(50_000, row));

    isRefused(directory, request("id"), "part-1", "more rows than bytes");
  }

  @Override
  List<String> write(Path file, int rows, Random random) throws IOException {
    return write(file, "null", rows, random);
  }

  @Override
  void writeNarrow(Path file, Random random) throws IOException {
    write(file, schema("{'name':'id','type':'long'}"), "null", 10, random);
  }

  @Override
  String refusal() {
    return "does not begin as files of Avro do";
  }

  private static List<String> write(Path file, String codec, int count, Random random)
      throws IOException {
    return write(file, schema(FIELDS), codec, count, random);
  }

  private static List<String> write(
      Path file, Schema schema, String codec, int count, Random random) throws IOException {
    List<GenericRecord> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      GenericRecord row = new GenericData.Record(schema);
      row.put("id", random.nextInt(5) == 0 ? 7L : random.nextLong());
      if (schema.getField("name") != null) {
        row.put("n", random.nextInt(10) > 0 ? random.nextInt(1_000_000) : null);
        row.put("name", "name-" + random.nextInt(300));
        row.put("tags", Collections.nCopies(random.nextInt(3), "tag-" + random.nextInt(9)));
      }
      rows.add(row);
    }
    return write(file, schema, codec, rows);
  }

  private static List<String> write(
      Path file, Schema schema, String codec, List<GenericRecord> rows) throws IOException {
    try (DataFileWriter<GenericRecord> writer =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(schema))) {
      writer
          .setCodec(CodecFactory.fromString(codec))
          .setSyncInterval(4_000)
          .create(schema, cluster.files().create(file));
      for (GenericRecord row : rows) {
        writer.append(row);
      }
    }
    return rows.stream().map(GenericRecord::toString).toList();
  }

  @Override
  List<String> read(Path file) throws IOException {
    List<String> rows = new ArrayList<>();
    try (InputStream in = cluster.files().open(file);
        DataFileStream<GenericRecord> reader =
            new DataFileStream<>(in, new GenericDatumReader<>())) {
      for (GenericRecord row : reader) {
        rows.add(row.toString());
      }
    }
    return rows;
  }
}
