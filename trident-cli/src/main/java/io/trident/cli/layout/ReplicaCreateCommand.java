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
import io.trident.core.replication.PartitionScheme;
import io.trident.layout.mapreduce.Conversion.Earlier;
import io.trident.layout.mapreduce.ReplicaCreation;
import io.trident.layout.mapreduce.replica.ReplicaRequest;
import io.trident.layout.table.ReplicaStatistics;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code trident replicas create SOURCE TARGET}. */
@Command(
    name = "create",
    description = {
      "Makes a replica of a directory of files, by jobs of MapReduce: another directory with the same"
          + " rows, in a file for each partition by Spark's hash of a column. The files stay as they"
          + " are. If it ends early, the same command goes on where it ended.",
      ""
    })
final class ReplicaCreateCommand implements Callable<Integer> {
  private static final double MIB = 1 << 20;

  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private TableArguments source;

  @Parameters(
      index = "1",
      paramLabel = "TARGET",
      description = "The replica's directory, which does not exist; on the same HDFS.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private String target;

  @Option(
      names = "--by",
      required = true,
      paramLabel = "hash(COLUMN,N)",
      description = "The column, and how many partitions there are: 4 to 1000.")
  private String by = "";

  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private FormatArguments format;

  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private ReplicaOptions options;

  @Option(
      names = "--max-row-mb",
      description = "Longest row: tasks hold some ten copies of one; ${DEFAULT-VALUE}.")
  private double maxRowMb = 32;

  @Option(names = "--restart", description = "Throw away what an earlier run did, and begin anew.")
  private boolean restart;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return source.run(this::create);
  }

  private int create(Path directory, Configuration conf) throws IOException, InterruptedException {
    Progress progress = source.progress();
    PartitionScheme scheme = ReplicaOptions.scheme(by);
    ReplicaRequest request =
        new ReplicaRequest(
            scheme,
            options.nodes(scheme.partitions()),
            options.failures(),
            format.schema(),
            format.format(),
            format.options(),
            Math.round(maxRowMb * MIB));
    ReplicaCreation.Result result =
        new ReplicaCreation(conf, line -> progress.report("%s", line))
            .run(directory, new Path(target), request, restart ? Earlier.RESTART : Earlier.RESUME);
    source.print(json(result, progress), text(directory, result, progress));
    return 0;
  }

  private ObjectNode json(ReplicaCreation.Result result, Progress progress) {
    ReplicaStatistics statistics = result.statistics();
    ObjectNode object =
        JobResults.withCost(
            JsonNodeFactory.instance
                .objectNode()
                .put("replica", target)
                .put("source", statistics.source())
                .put("by", statistics.scheme().toString())
                .put("nodes", statistics.nodes().toString())
                .put("rows", statistics.stored().rows())
                .put("bytes", statistics.stored().bytes())
                .put("collidingRows", statistics.colliding().rows())
                .put("largestToMean", result.skew().largestToMean()),
            result.cost(),
            progress);
    statistics.distinctKeys().ifPresent(keys -> object.put("distinctKeys", keys));
    return object;
  }

  private String text(Path directory, ReplicaCreation.Result result, Progress progress) {
    ReplicaStatistics statistics = result.statistics();
    return """
        %s is a replica of %s by %s: %d rows, %d bytes; the largest partition has %.2f times the mean.
        Rows of which %d lost nodes could take all copies: %d, stored apart.
        %.1f s; read %d bytes, shuffled %d, wrote %d (each replica once)."""
        .formatted(
            target,
            directory,
            statistics.scheme(),
            statistics.stored().rows(),
            statistics.stored().bytes(),
            result.skew().largestToMean(),
            statistics.failures(),
            statistics.colliding().rows(),
            progress.seconds(),
            result.cost().bytesRead(),
            result.cost().bytesShuffled(),
            result.cost().bytesWritten());
  }
}
