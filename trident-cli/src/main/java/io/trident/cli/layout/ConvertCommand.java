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

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trident.cli.Progress;
import io.trident.hdfs.protocol.LayoutTableClient;
import io.trident.layout.mapreduce.Conversion;
import io.trident.layout.mapreduce.convert.ConversionRequest;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code trident layout convert PATH}. */
@Command(
    name = "convert",
    description = {
      "Converts a directory of files into a logically replicated table, in place, by jobs of"
          + " MapReduce. Readers see the files until all of it is written and verified, and the"
          + " table from then on. If it ends early, the same command goes on where it ended.",
      ""
    })
final class ConvertCommand implements Callable<Integer> {
  private static final double MIB = 1 << 20;

  /** As the paper has them: as many bytes of parity with either. */
  private static final int PARITY_GROUP = 10;

  private static final int DOUBLE_PARITY_GROUP = 20;

  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private TableArguments table;

  @Option(
      names = "--by",
      required = true,
      split = ",",
      paramLabel = "COLUMN[:hash]",
      description =
          "One to four columns, a copy of the rows partitioned by each: by ranges, or by Spark's"
              + " hash. Other readers see the rows in the order of the first.")
  private List<String> by = List.of();

  @Option(
      names = "--boundaries",
      paramLabel = "COLUMN=V1,V2...|FILE",
      description =
          "Where ranges begin, but for the first; or a file of JSON: {\"COLUMN\": [\"V1\", ...]}. May"
              + " be repeated. Those of other columns are drawn from a sample of the rows.")
  private List<String> boundaries = List.of();

  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private FormatArguments format;

  @Option(names = "--extents", description = "Extents of a super-extent; ${DEFAULT-VALUE}.")
  private int extents = 32;

  @Option(names = "--target-mb", description = "Size of an extent, about; ${DEFAULT-VALUE}.")
  private double targetMb = 128;

  @Option(
      names = "--parity-group",
      description = "Most extents of a parity group; 10, with two parities 20.")
  private @Nullable Integer parityGroup;

  @Option(
      names = {"--parities", "--parity"},
      description =
          "Parities of a group, and so how many of its extents can be lost in all copies: 0; 1, an"
              + " exclusive or with two replicas; or 2, of Reed and Solomon, with one replica each;"
              + " ${DEFAULT-VALUE}.")
  private int parities = 1;

  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private WriteOptions writing;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return table.run(this::convert);
  }

  private int convert(Path directory, Configuration conf) throws IOException, InterruptedException {
    ConversionRequest request =
        new ConversionRequest(
            Dimensions.of(by, boundaries),
            format.schema(),
            format.format(),
            format.options(),
            extents,
            Math.round(targetMb * MIB),
            parityGroup != null ? parityGroup : parities > 1 ? DOUBLE_PARITY_GROUP : PARITY_GROUP,
            parities,
            writing.batchBytes(),
            writing.maxRowBytes());
    Progress progress = table.progress();
    try (LayoutTableClient client = TableArguments.client(directory, conf)) {
      Racks.check(client.describe(), writing.isolation());
      Conversion.Result result =
          new Conversion(conf, client::publish, line -> progress.report("%s", line))
              .run(directory, request, writing.earlier());
      table.print(json(directory, result, progress), text(directory, result, progress));
    }
    return 0;
  }

  private static ObjectNode json(Path directory, Conversion.Result result, Progress progress) {
    ObjectNode object =
        JobResults.withCost(
            JsonNodeFactory.instance
                .objectNode()
                .put("table", directory.toString())
                .put("superExtents", result.superExtents())
                .put("superExtentsWritten", result.written())
                .put("rows", result.rows()),
            result.cost(),
            progress);
    result.kept().ifPresent(kept -> object.put("kept", kept.toString()));
    return object;
  }

  private static String text(Path directory, Conversion.Result result, Progress progress) {
    return """
        %s is a logically replicated table of %d super-extents and %d rows.
        %.1f s; read %d bytes, shuffled %d, wrote %d (each replica once).
        %s"""
        .formatted(
            directory,
            result.superExtents(),
            result.rows(),
            progress.seconds(),
            result.cost().bytesRead(),
            result.cost().bytesShuffled(),
            result.cost().bytesWritten(),
            TableArguments.keptLine(result.kept().orElse(null)));
  }
}
