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
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.cli.FileFailures;
import io.trident.core.report.StageReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads the reports out of one event log. Lines that are not of interest are not parsed; those that
 * cannot be read are left out and told of. Not thread-safe.
 */
final class EventLogReader {
  /** The class of the event, in Trident's module for Spark. */
  static final String REPORT = "io.trident.spark.report.TridentStageReport";

  private static final String START = "SparkListenerApplicationStart";
  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /** The event's name comes first in a line. */
  private static final int NAME_WITHIN = 100;

  private final EventLog log;
  private final List<StageReport> stages = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private @Nullable String id;
  private @Nullable String name;

  private EventLogReader(EventLog log) {
    this.log = log;
  }

  /**
   * Reads a log, as far as it can be read.
   *
   * @throws IOException if a file cannot be opened
   */
  static ApplicationReport read(EventLog log) throws IOException {
    EventLogReader reader = new EventLogReader(log);
    for (Path file : log.files()) {
      reader.read(file);
    }
    reader.stages.sort(
        Comparator.comparingInt(StageReport::stage).thenComparingInt(StageReport::attempt));
    return new ApplicationReport(
        log.path().toString(), reader.id, reader.name, reader.stages, reader.problems);
  }

  private void read(Path file) throws IOException {
    int number = 0;
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(log.open(file), StandardCharsets.UTF_8))) {
      number = 1;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        line(line, file, number);
        number++;
      }
    } catch (IOException e) {
      if (number == 0) {
        throw e;
      }
      problems.add(
          "%s breaks off at line %d: %s".formatted(file.getName(), number, e.getMessage()));
    }
  }

  private void line(String line, Path file, int number) {
    String head = line.substring(0, Math.min(line.length(), NAME_WITHIN));
    boolean isReport = head.contains(REPORT);
    if (!isReport && !head.contains(START)) {
      return;
    }
    try {
      JsonNode event = MAPPER.readTree(line);
      if (isReport) {
        stages.add(MAPPER.treeToValue(event.required("report"), StageReport.class));
      } else {
        id = event.path("App ID").asText(null);
        name = event.path("App Name").asText(null);
      }
    } catch (JsonProcessingException | IllegalArgumentException e) {
      problems.add(
          "%s has a line that cannot be read, %d: %s"
              .formatted(file.getName(), number, FileFailures.firstLine(e)));
    }
  }
}
