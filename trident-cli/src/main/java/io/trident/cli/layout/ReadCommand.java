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
package io.trident.cli.layout;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trident.core.layout.slice.Slice;
import io.trident.layout.mapreduce.read.ReadRequest;
import io.trident.layout.mapreduce.read.RowReader;
import io.trident.layout.mapreduce.read.TableReads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code trident layout read PATH}. */
@Command(
    name = "read",
    description = {
      "Prints the rows of a table that match a condition, without a job. Of each super-extent it"
          + " reads the dimension of which it has to read least, and of that only what can match;"
          + " standard error has how much that was.",
      "Rows of Avro are objects of JSON, as avro-tools prints them. For Parquet use Spark.",
      ""
    })
final class ReadCommand implements Callable<Integer> {
  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private TableArguments table;

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description =
          "Comparisons of columns with values, joined by AND: \"day >= 2026-01-01 AND name ="
              + " 'A B'\". Default: all rows.")
  private String where = "";

  @Option(
      names = "--dimension",
      paramLabel = "COLUMN",
      description = "Read this dimension, in its order within each extent. Default: the cheapest.")
  private @Nullable String dimension;

  @Option(
      names = "--slice",
      paramLabel = "NUMBER/SLICES",
      description =
          "Print the rows of one slice of the keys in --dimension: 0/8 is the first of eight. All"
              + " slices together are all rows. Default: all rows.")
  private @Nullable String slice;

  @Option(
      names = "--limit",
      paramLabel = "ROWS",
      description = "Print so many rows at most. Default: all.")
  private long limit = Long.MAX_VALUE;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return table.run(this::read);
  }

  private int read(Path directory, Configuration conf) throws IOException {
    TableReads reads =
        TableReads.of(
            directory,
            new ReadRequest(
                where,
                Optional.ofNullable(dimension),
                Optional.ofNullable(slice).map(Slice::parse)),
            conf);
    long rows = 0;
    for (FileSplit split : reads.splits()) {
      if (rows >= limit) {
        break;
      }
      try (RowReader reader = reads.open(split)) {
        Optional<byte[]> row = reader.next();
        while (row.isPresent() && rows < limit) {
          table.printLine(new String(row.get(), StandardCharsets.UTF_8));
          rows++;
          row = reader.next();
        }
      }
    }
    table.printSummary(json(directory, reads, rows), text(reads, rows));
    return 0;
  }

  private static String text(TableReads reads, long rows) {
    return "%d rows; those that match are in %d ranges, which have %d of %d bytes"
        .formatted(rows, reads.splits().size(), reads.bytes(), reads.allBytes());
  }

  private static ObjectNode json(Path directory, TableReads reads, long rows) {
    ObjectNode object =
        JsonNodeFactory.instance
            .objectNode()
            .put("table", directory.toString())
            .put("rows", rows)
            .put("bytes", reads.bytes())
            .put("allBytes", reads.allBytes());
    ArrayNode ranges = object.putArray("ranges");
    for (FileSplit split : reads.splits()) {
      ranges
          .addObject()
          .put("file", split.getPath().toUri().getPath())
          .put("from", split.getStart())
          .put("length", split.getLength());
    }
    return object;
  }
}
