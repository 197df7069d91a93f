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
import io.trident.layout.mapreduce.ReplicaRegistration;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code trident replicas verify PATH}. */
@Command(
    name = "verify",
    description = {
      "Reads all of a source and of its replicas, and compares them: rows, where rows are, and their"
          + " places in the source. Of a replica only that is compared with its source. Exit code 1"
          + " if something is wrong.",
      ""
    })
final class ReplicaVerifyCommand implements Callable<Integer> {
  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private TableArguments group;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return group.run(this::verify);
  }

  private int verify(Path directory, Configuration conf) throws IOException, InterruptedException {
    Progress progress = group.progress();
    ReplicaRegistration.Verified result =
        new ReplicaRegistration(conf, line -> progress.report("%s", line)).verify(directory);
    ObjectNode object =
        JsonNodeFactory.instance
            .objectNode()
            .put("directory", directory.toString())
            .put("rows", result.rows())
            .put("seconds", progress.seconds());
    return JobResults.printProblems(
        group,
        object,
        result.problems(),
        "%s: %d rows, %d problems (%.1f s)."
            .formatted(directory, result.rows(), result.problems().size(), progress.seconds()));
  }
}
