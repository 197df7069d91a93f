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
package io.trident.cli.inspect;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trident.cli.Columns;
import io.trident.cli.HadoopLogs;
import io.trident.core.model.ReplicaState;
import io.trident.core.storage.SegmentTiers;
import io.trident.core.storage.StoredBlock;
import io.trident.core.storage.StoredReplica;
import io.trident.core.text.EnumNames;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trident tiers PATH}. */
@Command(
    name = "tiers",
    description = {
      "Shows where each block of a file or directory is, on which medium, and whether it is cached"
          + " or about to be.",
      "Set HADOOP_CONF_DIR to the configuration of the cluster."
    })
public final class TiersCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Parameters(
      paramLabel = "PATH",
      description = "A file, a directory, or a glob such as /data/2026-*.")
  private String path = "";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    HadoopLogs.drop();
    InputFiles files = new InputFiles(InputFiles.forPerson(new HdfsConfiguration()));
    List<SegmentTiers> blocks = files.locate(files.segments(path));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(json(blocks));
    } else {
      table(blocks, out);
    }
    out.flush();
    return 0;
  }

  private static void table(List<SegmentTiers> segments, PrintWriter out) {
    Columns table = new Columns("file", "offset", "bytes", "block", "replicas");
    Map<String, Integer> media = new TreeMap<>();
    for (SegmentTiers segment : segments) {
      if (segment.blocks().isEmpty()) {
        table.add(
            segment.segment().path(),
            segment.segment().offset(),
            segment.segment().length(),
            "-",
            segment.availability().name().toLowerCase(Locale.ROOT).replace('_', ' '));
      }
      for (StoredBlock block : segment.blocks()) {
        block.replicas().forEach(replica -> media.merge(medium(replica), 1, Integer::sum));
        table.add(
            segment.segment().path(),
            block.offset(),
            block.length(),
            block.blockId(),
            block.replicas().stream()
                .map(replica -> replica.node() + ":" + medium(replica))
                .collect(Collectors.joining("  ")));
      }
    }
    out.print(table);
    out.printf(
        "%n%d blocks; replicas by medium: %s%n",
        segments.size(),
        media.entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey())
            .collect(Collectors.joining(", ")));
  }

  private static String medium(StoredReplica replica) {
    String type = replica.storageType();
    return switch (replica.state()) {
      case STORED -> type;
      case CACHED -> type + "+cached";
      case CACHE_PENDING -> type + "+pending";
    };
  }

  private static String json(List<SegmentTiers> segments) throws IOException {
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    ObjectNode root = mapper.createObjectNode();
    ArrayNode blocks = root.putArray("blocks");
    for (SegmentTiers segment : segments) {
      for (StoredBlock block : segment.blocks()) {
        ObjectNode node = blocks.addObject();
        node.put("file", segment.segment().path());
        node.put("offset", block.offset());
        node.put("length", block.length());
        node.put("block", block.blockId());
        ArrayNode replicas = node.putArray("replicas");
        for (StoredReplica replica : block.replicas()) {
          ObjectNode one = replicas.addObject();
          one.put("node", replica.node());
          one.put("storageType", replica.storageType());
          one.put("tier", replica.tier().label());
          one.put("storageId", replica.storageId());
          one.put("cached", replica.state() == ReplicaState.CACHED);
          one.put("pending", replica.state() == ReplicaState.CACHE_PENDING);
        }
      }
      if (segment.blocks().isEmpty()) {
        ObjectNode node = blocks.addObject();
        node.put("file", segment.segment().path());
        node.put("offset", segment.segment().offset());
        node.put("length", segment.segment().length());
        node.put("unknown", EnumNames.dashed(segment.availability()));
      }
    }
    return mapper.writeValueAsString(root);
  }
}
