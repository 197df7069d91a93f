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
package io.trident.layout.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trident.core.replication.NodeMapId;
import io.trident.core.replication.PartitionScheme;
import io.trident.layout.table.ReplicaStatistics.Partition;
import io.trident.layout.table.ReplicaStatistics.Rows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/** The statistics of a replica as JSON, as {@code docs/replicas.md} describes it. */
public final class ReplicaStatisticsJson {
  private static final int VERSION = 1;
  private static final String DISTINCT = "distinctKeys";
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private ReplicaStatisticsJson() {}

  /** Writes statistics, with a checksum. */
  public static String write(ReplicaStatistics statistics) {
    ObjectNode replica =
        MAPPER
            .createObjectNode()
            .put("source", statistics.source())
            .put("column", statistics.scheme().column())
            .put("nodes", statistics.nodes().toString())
            .put("failures", statistics.failures());
    statistics.least().ifPresent(least -> replica.put("least", least));
    statistics.most().ifPresent(most -> replica.put("most", most));
    ArrayNode partitions = replica.putArray("partitions");
    for (Partition one : statistics.partitions()) {
      ObjectNode node = put(partitions.addObject(), one.stored());
      one.distinctKeys().ifPresent(keys -> node.put(DISTINCT, keys));
      one.nodes().forEach(node.putArray("nodes")::add);
    }
    put(replica.putObject("colliding"), statistics.colliding());
    ObjectNode root = MAPPER.createObjectNode().put("version", VERSION).put("crc", crc(replica));
    return root.set("replica", replica).toPrettyString() + "\n";
  }

  private static ObjectNode put(ObjectNode node, Rows rows) {
    return node.put("rows", rows.rows()).put("bytes", rows.bytes());
  }

  /** The checksum of the text without blanks. */
  private static String crc(JsonNode replica) {
    CRC32C crc = new CRC32C();
    crc.update(replica.toString().getBytes(StandardCharsets.UTF_8));
    return "%08x".formatted((int) crc.getValue());
  }

  /**
   * Reads statistics.
   *
   * @throws IOException if it is no JSON, of another version, or not what was written; the message
   *     names the member
   */
  public static ReplicaStatistics read(String text) throws IOException {
    try {
      JsonMembers root = new JsonMembers("", MAPPER.readTree(text));
      long version = root.number("version");
      if (version != VERSION) {
        throw new IllegalArgumentException(
            "version %d is not known; read it with another release of Trident.".formatted(version));
      }
      root.checkNames("version", "crc", "replica");
      JsonMembers replica = root.object("replica");
      if (!root.text("crc").equals(crc(replica.node()))) {
        throw new IllegalArgumentException(
            "its checksum does not match; register the replica again.");
      }
      return statistics(replica);
    } catch (JsonProcessingException e) {
      throw new IOException(
          "The statistics of the replica are no JSON: " + e.getOriginalMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new IOException("The statistics of the replica are not valid: " + e.getMessage(), e);
    }
  }

  private static ReplicaStatistics statistics(JsonMembers replica) {
    replica.checkNames(
        "source", "column", "nodes", "failures", "least", "most", "partitions", "colliding");
    List<Partition> partitions = new ArrayList<>();
    for (JsonMembers one : replica.objects("partitions")) {
      one.checkNames("rows", "bytes", DISTINCT, "nodes");
      List<String> nodes = new ArrayList<>();
      one.list("nodes").forEach(node -> nodes.add(node.asText()));
      partitions.add(
          new Partition(
              rows(one),
              one.names().contains(DISTINCT)
                  ? OptionalLong.of(one.number(DISTINCT))
                  : OptionalLong.empty(),
              nodes));
    }
    JsonMembers colliding = replica.object("colliding");
    colliding.checkNames("rows", "bytes");
    return new ReplicaStatistics(
        replica.text("source"),
        new PartitionScheme(replica.text("column"), partitions.size()),
        NodeMapId.parse(replica.text("nodes")),
        replica.integer("failures"),
        optional(replica, "least"),
        optional(replica, "most"),
        partitions,
        rows(colliding));
  }

  private static Optional<String> optional(JsonMembers replica, String name) {
    return replica.names().contains(name) ? Optional.of(replica.text(name)) : Optional.empty();
  }

  private static Rows rows(JsonMembers members) {
    return new Rows(members.number("rows"), members.number("bytes"));
  }
}
