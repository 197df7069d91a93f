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
package io.trident.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the only application of a directory of event logs wrote.
 *
 * @param events all of them, in order
 */
record SparkEvents(List<JsonNode> events) {
  static SparkEvents in(Path directory) throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<JsonNode> events = new ArrayList<>();
    try (Stream<Path> files =
        Files.find(
            directory, 2, (file, is) -> file.getFileName().toString().startsWith("events_"))) {
      for (Path file : files.toList()) {
        for (String line : Files.readAllLines(file)) {
          events.add(json.readTree(line));
        }
      }
    }
    return new SparkEvents(events);
  }

  /** Returns what Trident reported, of each stage that reads HDFS. */
  List<JsonNode> reports() {
    return named("io.trident.spark.report.TridentStageReport")
        .map(event -> event.get("report"))
        .toList();
  }

  /** Returns the host of each task of the first stage, by the task's index. */
  Map<Integer, String> hosts() {
    Map<Integer, String> hosts = new TreeMap<>();
    named("SparkListenerTaskEnd")
        .filter(end -> end.get("Stage ID").asInt() == 0)
        .map(end -> end.get("Task Info"))
        .forEach(task -> hosts.put(task.get("Index").asInt(), task.get("Host").asText()));
    return hosts;
  }

  private Stream<JsonNode> named(String name) {
    return events.stream().filter(event -> event.get("Event").asText().equals(name));
  }
}
