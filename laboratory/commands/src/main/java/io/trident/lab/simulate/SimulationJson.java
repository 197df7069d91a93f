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
package io.trident.lab.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trident.benchmarks.simulator.SetupComparisonResult;
import io.trident.benchmarks.simulator.SimulationConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Results and constants as JSON. */
final class SimulationJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private SimulationJson() {}

  static String of(SetupComparisonResult result) throws JsonProcessingException {
    return MAPPER.writeValueAsString(result) + System.lineSeparator();
  }

  /**
   * Reads constants; those that are not given are the paper's.
   *
   * @throws IllegalArgumentException if there is no such constant, or a value is out of range
   */
  static SimulationConfig config(@Nullable Path file) throws IOException {
    ObjectNode tree = MAPPER.valueToTree(SimulationConfig.PAPER);
    if (file != null) {
      JsonNode given = MAPPER.readTree(file.toFile());
      if (!given.isObject()) {
        throw new IllegalArgumentException(
            "%s is no JSON object with cluster and jobs.".formatted(file));
      }
      merge(tree, given);
    }
    try {
      return MAPPER.treeToValue(tree, SimulationConfig.class);
    } catch (UnrecognizedPropertyException e) {
      throw new IllegalArgumentException(
          "There is no constant '%s'; there are %s."
              .formatted(e.getPropertyName(), e.getKnownPropertyIds()),
          e);
    } catch (JsonProcessingException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IllegalArgumentException(
          "%s: %s".formatted(file, String.valueOf(cause.getMessage())), e);
    }
  }

  private static void merge(ObjectNode into, JsonNode given) {
    for (Iterator<Map.Entry<String, JsonNode>> fields = given.fields(); fields.hasNext(); ) {
      Map.Entry<String, JsonNode> field = fields.next();
      JsonNode there = into.get(field.getKey());
      if (there instanceof ObjectNode object && field.getValue().isObject()) {
        merge(object, field.getValue());
      } else {
        into.set(field.getKey(), field.getValue());
      }
    }
  }
}
