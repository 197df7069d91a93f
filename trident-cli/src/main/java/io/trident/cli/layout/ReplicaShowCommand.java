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
import io.trident.cli.Columns;
import io.trident.layout.mapreduce.ReplicaView;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code trident replicas show PATH}. */
@Command(
    name = "show",
    description = {
      "Shows a replica group: how its members are partitioned, what they have, and what of them is"
          + " lost or has moved.",
      ""
    })
final class ReplicaShowCommand implements Callable<Integer> {
  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private TableArguments group;

  @Override
  public Integer call() throws IOException, InterruptedException {
    return group.run(this::show);
  }

  private int show(Path directory, Configuration conf) throws IOException {
    ReplicaView view = ReplicaView.of(directory, conf);
    group.print(json(view), text(view));
    return 0;
  }

  private static String text(ReplicaView view) {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s: %d files, of which %d are lost%n"
            .formatted(view.source(), view.sourceFiles(), view.lostFiles().size()));
    view.changed().ifPresent(what -> text.append("It was changed: %s%n".formatted(what)));
    Columns columns =
        new Columns(
            "replica",
            "by",
            "nodes",
            "rows",
            "bytes",
            "keys",
            "largest/mean",
            "lost",
            "moved",
            "apart");
    for (ReplicaView.Member one : view.members()) {
      OptionalLong keys = one.statistics().distinctKeys();
      columns.add(
          one.path().toUri().getPath(),
          one.statistics().scheme(),
          one.statistics().nodes(),
          one.statistics().stored().rows(),
          one.statistics().stored().bytes(),
          keys.isPresent() ? keys.getAsLong() : "-",
          "%.2f".formatted(one.skew().largestToMean()),
          one.lost().size(),
          one.moved().size(),
          one.statistics().colliding().rows());
    }
    text.append(columns);
    for (Map.Entry<Path, String> absent : view.absent().entrySet()) {
      text.append("%s cannot be read: %s%n".formatted(absent.getKey(), absent.getValue()));
    }
    return text.toString();
  }

  private static ObjectNode json(ReplicaView view) {
    ObjectNode object =
        JsonNodeFactory.instance
            .objectNode()
            .put("source", view.source().toString())
            .put("files", view.sourceFiles());
    view.lostFiles().forEach(object.putArray("lostFiles")::add);
    view.changed().ifPresent(what -> object.put("changed", what));
    ArrayNode members = object.putArray("replicas");
    for (ReplicaView.Member one : view.members()) {
      ObjectNode member =
          members
              .addObject()
              .put("path", one.path().toString())
              .put("by", one.statistics().scheme().toString())
              .put("nodes", one.statistics().nodes().toString())
              .put("survives", one.statistics().failures())
              .put("rows", one.statistics().stored().rows())
              .put("bytes", one.statistics().stored().bytes())
              .put("collidingRows", one.statistics().colliding().rows())
              .put("largestToMean", one.skew().largestToMean());
      one.statistics().distinctKeys().ifPresent(keys -> member.put("distinctKeys", keys));
      one.statistics().least().ifPresent(least -> member.put("least", least));
      one.statistics().most().ifPresent(most -> member.put("most", most));
      one.lost().forEach(member.putArray("lost")::add);
      one.moved().forEach(member.putArray("moved")::add);
    }
    ObjectNode absent = object.putObject("absent");
    view.absent().forEach((path, why) -> absent.put(path.toString(), why));
    return object;
  }
}
