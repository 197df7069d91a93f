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
import io.trident.cli.Progress;
import io.trident.layout.mapreduce.ReplicaRegistration;
import io.trident.layout.mapreduce.replica.Replica;
import io.trident.layout.table.ReplicaStatistics;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code trident replicas register SOURCE TARGET}. */
@Command(
    name = "register",
    description = {
      "Registers a directory that exists as a replica of another one: a replica that was copied or"
          + " renamed, or a table of one super-extent and one dimension by hash. All of both is read"
          + " and compared first.",
      ""
    })
final class ReplicaRegisterCommand implements Callable<Integer> {
  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private TableArguments source;

  @Parameters(index = "1", paramLabel = "TARGET", description = "The replica's directory.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private String target;

  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private ReplicaOptions options;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return source.run(this::register);
  }

  private int register(Path directory, Configuration conf)
      throws IOException, InterruptedException {
    Progress progress = source.progress();
    Path replica = new Path(target);
    int partitions = Replica.open(replica.getFileSystem(conf), replica).scheme().partitions();
    ReplicaStatistics statistics =
        new ReplicaRegistration(conf, line -> progress.report("%s", line))
            .register(directory, replica, options.nodes(partitions), options.failures());
    source.print(
        JsonNodeFactory.instance
            .objectNode()
            .put("replica", target)
            .put("source", statistics.source())
            .put("by", statistics.scheme().toString())
            .put("rows", statistics.stored().rows())
            .put("seconds", progress.seconds()),
        "%s is registered as a replica of %s by %s: %d rows (%.1f s)."
            .formatted(
                target,
                directory,
                statistics.scheme(),
                statistics.stored().rows(),
                progress.seconds()));
    return 0;
  }
}
