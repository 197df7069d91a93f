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
import io.trident.layout.mapreduce.job.Jobs;
import io.trident.layout.mapreduce.table.Blocks;
import io.trident.layout.mapreduce.verify.Verification;
import io.trident.layout.table.TablePaths;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code trident layout verify PATH}. */
@Command(
    name = "verify",
    description = {
      "Reads all of a table and compares it with its manifests: bytes, rows, where rows are, parity,"
          + " and the original order. Exit code 1 if something is wrong.",
      ""
    })
final class VerifyCommand implements Callable<Integer> {
  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private TableArguments table;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return table.run(this::verify);
  }

  private int verify(Path directory, Configuration conf) throws IOException, InterruptedException {
    Progress progress = table.progress();
    DistributedFileSystem files = Blocks.hdfs(directory, conf);
    Path description = new Path(directory, TablePaths.HIDDEN);
    if (!files.exists(new Path(directory, TablePaths.SPEC))) {
      throw new IOException(
          "%s is no logically replicated table: it has no %s."
              .formatted(directory, TablePaths.SPEC));
    }
    Path output = new Path(files.getHomeDirectory(), ".trident-verify-" + UUID.randomUUID());
    Verification.Result result =
        new Verification(files, conf, new Jobs(files, line -> progress.report("%s", line)))
            .run(directory, description, output);
    ObjectNode object =
        JsonNodeFactory.instance
            .objectNode()
            .put("table", directory.toString())
            .put("rows", result.rows())
            .put("bytes", result.bytes())
            .put("seconds", progress.seconds());
    return JobResults.printProblems(
        table,
        object,
        result.problems(),
        "%s: %d rows, %d bytes compared, %d problems (%.1f s)."
            .formatted(
                directory,
                result.rows(),
                result.bytes(),
                result.problems().size(),
                progress.seconds()));
  }
}
