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
package io.trident.cli.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.trident.core.report.TaskReport;
import java.util.List;

/** Reports for programs: stages, tasks and scans as the events have them. */
final class ReportJson {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private ReportJson() {}

  static String of(List<ApplicationReport> applications, List<LeftOut> leftOut)
      throws JsonProcessingException {
    ObjectNode root = MAPPER.createObjectNode();
    ArrayNode array = root.putArray("applications");
    for (ApplicationReport application : applications) {
      ObjectNode node = array.addObject();
      node.put("log", application.log());
      node.put("id", application.id());
      node.put("name", application.name());
      node.set("stages", MAPPER.valueToTree(application.stages()));
      node.set("totals", MAPPER.valueToTree(Totals.of(application.stages())));
      node.set("scans", MAPPER.valueToTree(application.scans()));
      node.set("problems", MAPPER.valueToTree(application.problems()));
      node.put("absence", application.absence());
    }
    root.set("leftOut", MAPPER.valueToTree(leftOut));
    return MAPPER.writeValueAsString(root) + "\n";
  }

  static String of(Explanation explanation) throws JsonProcessingException {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("application", explanation.application());
    root.put("task", explanation.task().toString());
    root.put("stage", explanation.stage());
    ArrayNode attempts = root.putArray("attempts");
    for (TaskReport one : explanation.attempts()) {
      ObjectNode node = MAPPER.valueToTree(one);
      node.put("because", one.because());
      attempts.add(node);
    }
    return MAPPER.writeValueAsString(root) + "\n";
  }
}
