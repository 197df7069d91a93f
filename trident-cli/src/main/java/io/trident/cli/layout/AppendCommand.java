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
import io.trident.core.layout.partition.Skew;
import io.trident.hdfs.protocol.LayoutTableClient;
import io.trident.layout.mapreduce.Append;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code trident layout append PATH SOURCE}. */
@Command(
    name = "append",
    description = {
      "Appends the files of a directory to a logically replicated table, by jobs of MapReduce. Readers"
          + " see none of their rows until all of it is written and verified, and all of them from"
          + " then on; the directory is then gone. Format, dimensions and boundaries are the table's."
          + " If it ends early, the same command goes on where it ended.",
      ""
    })
final class AppendCommand implements Callable<Integer> {
  /** Extents of more than twice the target are written twice. */
  private static final double LARGE_SKEW = 2;

  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private TableArguments table;

  @Parameters(
      index = "1",
      paramLabel = "SOURCE",
      description = "The directory of files that are appended; on the same HDFS.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private String source;

  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private WriteOptions options;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return table.run(this::append);
  }

  private int append(Path directory, Configuration conf) throws IOException, InterruptedException {
    Progress progress = table.progress();
    try (LayoutTableClient client = TableArguments.client(directory, conf)) {
      Racks.check(client.describe(), options.isolation());
      Append.Result result =
          new Append(conf, client::append, line -> progress.report("%s", line))
              .run(
                  directory,
                  new Path(source),
                  options.batchBytes(),
                  options.maxRowBytes(),
                  options.earlier());
      table.print(json(directory, result, progress), text(directory, result, progress));
    }
    return 0;
  }

  private static ObjectNode json(Path directory, Append.Result result, Progress progress) {
    ObjectNode object =
        JobResults.withCost(
            JsonNodeFactory.instance
                .objectNode()
                .put("table", directory.toString())
                .put("firstSuperExtent", result.firstSuperExtent())
                .put("superExtents", result.superExtents())
                .put("superExtentsWritten", result.written())
                .put("rows", result.rows()),
            result.cost(),
            progress);
    ObjectNode skew = object.putObject("largestToMean");
    result.skew().forEach((column, one) -> skew.put(column, one.largestToMean()));
    result.kept().ifPresent(kept -> object.put("kept", kept.toString()));
    return object;
  }

  private static String text(Path directory, Append.Result result, Progress progress) {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s has %d more super-extents, from %d on, and %d more rows (%.1f s).%n"
            .formatted(
                directory,
                result.superExtents(),
                result.firstSuperExtent(),
                result.rows(),
                progress.seconds()));
    text.append(skew(result.skew()));
    return text.append(TableArguments.keptLine(result.kept().orElse(null))).toString();
  }

  /** Reports how unequal the extents of each dimension are, and warns where they are very. */
  static String skew(Map<String, Skew> dimensions) {
    StringBuilder text = new StringBuilder();
    dimensions.forEach(
        (column, skew) -> {
          text.append(
              "%s: the largest new extent has %.2f times the mean.%n"
                  .formatted(column, skew.largestToMean()));
          if (skew.largestToMean() > LARGE_SKEW) {
            text.append(
                "  That is much: the values are not spread as those for which the boundaries were drawn. Queries and rebuilds of it take longer; to have other boundaries, revert the table and convert it again.%n"
                    .formatted());
          }
        });
    return text.toString();
  }
}
