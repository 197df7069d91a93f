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
import io.trident.layout.mapreduce.Reversion;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code trident layout revert PATH}. */
@Command(
    name = "revert",
    description = {
      "Makes a table the files again that it was converted from, in place, by a job of MapReduce:"
          + " files of lines byte for byte, others with all of their rows, in their order.",
      ""
    })
final class RevertCommand implements Callable<Integer> {
  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private TableArguments table;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return table.run(this::revert);
  }

  private int revert(Path directory, Configuration conf) throws IOException, InterruptedException {
    Progress progress = table.progress();
    try (LayoutTableClient client = TableArguments.client(directory, conf)) {
      client.describe(); // if the NameNode serves no tables, before hours of work
      Reversion.Result result =
          new Reversion(conf, client::publish, line -> progress.report("%s", line)).run(directory);
      ObjectNode object =
          JobResults.withCost(
              JsonNodeFactory.instance
                  .objectNode()
                  .put("directory", directory.toString())
                  .put("files", result.files())
                  .put("bytes", result.bytes())
                  .put("equal", result.equality().name().toLowerCase(Locale.ROOT)),
              result.cost(),
              progress);
      result.kept().ifPresent(kept -> object.put("kept", kept.toString()));
      table.print(
          object,
          "%s has its %d files again, %s, of %d bytes (%.1f s).%n%s"
              .formatted(
                  directory,
                  result.files(),
                  switch (result.equality()) {
                    case BYTES -> "byte for byte";
                    case ROWS -> "all rows in their order, in other bytes";
                  },
                  result.bytes(),
                  progress.seconds(),
                  TableArguments.keptLine(result.kept().orElse(null))));
    }
    return 0;
  }
}
