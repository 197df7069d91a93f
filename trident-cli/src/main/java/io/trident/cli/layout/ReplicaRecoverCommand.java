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
import io.trident.layout.mapreduce.ReplicaRecovery;
import io.trident.layout.mapreduce.ReplicaRecovery.Collisions;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code trident replicas recover PATH}. */
@Command(
    name = "recover",
    description = {
      "Writes again what is lost of a group: partitions whose blocks are missing, from what is left of"
          + " the other copies, then files of the source. Of a replica only that is written. It"
          + " refuses if a row would be missing. If it ends early, run it again.",
      ""
    })
final class ReplicaRecoverCommand implements Callable<Integer> {
  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private TableArguments group;

  @Option(
      names = "--collisions",
      description =
          "Determine anew which rows are stored apart, also if no partition has moved: files of the"
              + " source with a single replica may have.")
  private boolean collisions;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return group.run(this::recover);
  }

  private int recover(Path directory, Configuration conf) throws IOException, InterruptedException {
    Progress progress = group.progress();
    ReplicaRecovery.Result result =
        new ReplicaRecovery(conf, line -> progress.report("%s", line))
            .run(directory, collisions ? Collisions.ALWAYS : Collisions.IF_MOVED);
    group.print(
        JobResults.withCost(
            JsonNodeFactory.instance
                .objectNode()
                .put("directory", directory.toString())
                .put("partitions", result.partitions())
                .put("files", result.files())
                .put("collidingRows", result.collidingRows()),
            result.cost(),
            progress),
        "%s: %d partitions and %d files of the source were written again; %d rows are stored apart (%.1f s)."
            .formatted(
                directory,
                result.partitions(),
                result.files(),
                result.collidingRows(),
                progress.seconds()));
    return 0;
  }
}
