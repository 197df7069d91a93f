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

import com.fasterxml.jackson.databind.JsonNode;
import io.trident.cli.Columns;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** What a scheduler reports of an application, for a terminal. */
final class ApplicationText {
  private ApplicationText() {}

  /** Returns the lines, of the JSON of {@link io.trident.yarn.report.ApplicationReport}. */
  static String of(JsonNode report) {
    StringBuilder text = new StringBuilder();
    line(
        text,
        "%s: %s; %s of requests with preferences placed, %s made",
        report.path("application").asText(),
        report.path("queue").isTextual()
            ? "queue %s, mode %s"
                .formatted(report.path("queue").asText(), report.path("mode").asText())
            : "not running",
        many(report.path("containers").asLong(), "container"),
        many(report.path("plans").asLong(), "plan"));
    if (!report.path("fallbacks").isEmpty()) {
      line(
          text,
          "Offers left to the stock scheduler: %s",
          fields(report.path("fallbacks"), " ", ", "));
    }
    for (JsonNode request : report.path("requests")) {
      request(text, request);
    }
    if (report.path("requests").isEmpty()) {
      line(text, "It asks for nothing now.");
    }
    return text.toString();
  }

  private static void request(StringBuilder text, JsonNode request) {
    line(
        text,
        "%nPriority %d: %s pending, asked for at %s; %d in flight",
        request.path("priority").asInt(),
        many(request.path("pending").asLong(), "container"),
        many(request.path("places").asLong(), "place"),
        request.path("inFlight").asInt());
    if (request.path("preferences").isEmpty()) {
      line(text, "  without preferences: served as by the stock scheduler");
      return;
    }
    line(text, "  at best (score=containers): %s", fields(request.path("preferences"), "=", " "));
    JsonNode plan = request.path("plan");
    if (!plan.isObject()) {
      line(text, "  no plan: the next offer makes one");
      return;
    }
    int left = plan.path("candidatesLeft").asInt();
    int shown = plan.path("candidates").size();
    line(
        text,
        "  plan of %d ms ago, %s left%s",
        plan.path("ageMs").asLong(),
        many(left, "container"),
        left > shown ? ", of which " + shown + ":" : left > 0 ? ":" : "");
    if (shown > 0) {
      Columns candidates = new Columns("    node", "cost", "locality");
      for (JsonNode one : plan.path("candidates")) {
        candidates.add(
            "    " + one.path("node").asText(),
            one.path("cost").asDouble(),
            one.path("locality").asText());
      }
      text.append(candidates);
    }
  }

  private static String many(long count, String thing) {
    return count + " " + thing + (count == 1 ? "" : "s");
  }

  private static String fields(JsonNode object, String between, String next) {
    Iterable<Map.Entry<String, JsonNode>> fields = object::fields;
    return StreamSupport.stream(fields.spliterator(), false)
        .map(field -> field.getKey() + between + field.getValue().asText())
        .collect(Collectors.joining(next));
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(format.formatted(values)).append(System.lineSeparator());
  }
}
