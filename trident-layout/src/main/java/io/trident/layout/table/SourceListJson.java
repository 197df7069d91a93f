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
import io.trident.layout.table.SourceList.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A list of source files as JSON, as {@code docs/layout-format.md} describes it. */
public final class SourceListJson {
  private static final int VERSION = 1;
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private SourceListJson() {}

  /** Writes a list. */
  public static String write(SourceList list) {
    ObjectNode root = MAPPER.createObjectNode().put("version", VERSION);
    ArrayNode sources = root.putArray("sources");
    for (Source source : list.sources()) {
      sources
          .addObject()
          .put("name", source.name())
          .put("length", source.length())
          .put("terminated", source.terminated());
    }
    return root.toPrettyString() + "\n";
  }

  /**
   * Reads a list.
   *
   * @throws IOException if it is no JSON, of another version, or not valid; the message names the
   *     member
   */
  public static SourceList read(String text) throws IOException {
    try {
      JsonMembers root = new JsonMembers("", MAPPER.readTree(text));
      if (root.number("version") != VERSION) {
        throw new IllegalArgumentException(
            "version %d is not known; read it with another release of Trident."
                .formatted(root.number("version")));
      }
      root.checkNames("version", "sources");
      List<Source> sources = new ArrayList<>();
      for (JsonMembers one : root.objects("sources")) {
        one.checkNames("name", "length", "terminated");
        sources.add(new Source(one.text("name"), one.number("length"), isTerminated(one)));
      }
      return new SourceList(sources);
    } catch (JsonProcessingException e) {
      throw new IOException("The list of source files is no JSON: " + e.getOriginalMessage(), e);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new IOException("The list of source files is not valid: " + e.getMessage(), e);
    }
  }

  private static boolean isTerminated(JsonMembers source) {
    JsonNode member = source.node().path("terminated");
    if (!member.isBoolean()) {
      throw new IllegalArgumentException(
          "%s.terminated is %s; give true or false.".formatted(source.path(), member));
    }
    return member.booleanValue();
  }
}
