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
package io.trident.lab.demo.layout;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The results as JSON. */
public final class LayoutDemoJson {
  private static final JsonMapper MAPPER = new JsonMapper();

  private LayoutDemoJson() {}

  /**
   * Returns the results: {@code recovery} has {@code lost}, {@code rebuilt}, {@code bytesLost},
   * {@code bytesRead} and {@code seconds}; each of {@code queries} has {@code name}, {@code
   * dimension}, {@code bytesRead}, {@code bytesScan}, {@code shuffleBytes}, {@code equal} and more;
   * {@code seconds} is what all took.
   */
  static String of(LayoutDemoResult result) throws JsonProcessingException {
    ObjectNode root = MAPPER.createObjectNode();
    Recovery recovery = result.recovery();
    root.putObject("conversion")
        .put("superExtents", result.superExtents())
        .put("extents", result.options().extents())
        .put("sourceBytes", result.sourceBytes())
        .put("tableBytes", result.tableBytes())
        .put("seconds", result.conversionSeconds());
    root.putObject("recovery")
        .put("lost", recovery.lost().size())
        .put("rebuilt", recovery.rebuilt())
        .put("bytesLost", recovery.bytesLost())
        .put("bytesRead", recovery.bytesRead())
        .put("seconds", recovery.seconds());
    ArrayNode queries = root.putArray("queries");
    result.queries().forEach(query -> queries.add(MAPPER.valueToTree(query)));
    root.put("seconds", result.seconds());
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root);
  }

  /** Writes the results of queries for the JVM that waits for them. */
  public static void write(Path file, List<QueryResult> queries) throws IOException {
    MAPPER.writeValue(file.toFile(), queries);
  }

  /** Reads what {@link #write} wrote. */
  static List<QueryResult> read(Path file) throws IOException {
    return MAPPER.readValue(file.toFile(), new TypeReference<List<QueryResult>>() {});
  }
}
