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
package io.trident.lab.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** The demo's result for programs. */
final class ResultJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private ResultJson() {}

  static String of(DemoResult result) throws IOException {
    ObjectNode root = MAPPER.createObjectNode();
    ArrayNode runs = root.putArray("runs");
    for (DemoRun run : Runs.ordered(result)) {
      ObjectNode node = runs.addObject();
      node.put("engine", result.engine());
      node.put("scheduler", run.scheduler());
      node.put("job", run.job());
      node.put("seconds", Math.round(run.seconds() * 1000) / 1000.0);
      ObjectNode tasks = node.putObject("tasks");
      run.counts().forEach((source, count) -> tasks.put(source.label(), count));
      node.put("cost", run.cost());
      node.put("optimalCost", run.optimalCost());
    }
    try {
      return MAPPER.writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IOException(e);
    }
  }
}
