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
import io.trident.core.layout.selection.ScanReport;
import io.trident.core.report.StageReport;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.SnappyError;

/** Reads event logs: the reports of Trident, and whose they are. Other events are passed over. */
final class EventLogReader {
  /** The classes of the events, in Trident's module for Spark. */
  static final String STAGE_REPORT = "io.trident.spark.report.TridentStageReport";

  static final String SCAN_REPORT = "io.trident.spark.report.TridentScanReport";

  private static final String EVENT = "\"Event\"";
  private static final String START = "SparkListenerApplicationStart";
  private static final String ENVIRONMENT = "SparkListenerEnvironmentUpdate";
  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /** The event's name comes first in a line. */
  private static final int NAME_WITHIN = 100;

  private final EventLog log;
  private final List<StageReport> stages = new ArrayList<>();
  private final List<ScanReport> scans = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private @Nullable IOException failure;
  private long lines;
  private boolean hasEvents;
  private @Nullable String id;
  private @Nullable String name;
  private @Nullable JsonNode properties;

  private EventLogReader(EventLog log) {
    this.log = log;
  }

  /**
   * Reads a log, as far as it can be read.
   *
   * @throws IOException if it has no event, or none that can be read, with the {@link #reason}
   */
  static ApplicationReport read(EventLog log) throws IOException {
    EventLogReader reader = new EventLogReader(log);
    for (LogFile file : log.files()) {
      reader.read(file);
    }
    if (!reader.hasEvents) {
      throw reader.withoutEvents();
    }
    reader.stages.sort(
        Comparator.comparingInt(StageReport::stage).thenComparingInt(StageReport::attempt));
    return new ApplicationReport(
        log.path(),
        reader.id,
        reader.name,
        reader.stages,
        reader.scans,
        reader.problems,
        reader.absence());
  }

  /** Returns in words why a log, or a file of one, cannot be read. */
  static String reason(Throwable failure) {
    if (failure instanceof AccessControlException) {
      return "no permission to read it (%s); run as its owner or a user of its group"
          .formatted(FileFailures.firstLine(failure));
    }
    if (failure instanceof FileNotFoundException) {
      return "it went away while the logs were read: its application ended, or it was cleaned up";
    }
    return failure.getMessage() == null
        ? failure.getClass().getSimpleName()
        : FileFailures.firstLine(failure);
  }

  private IOException withoutEvents() {
    if (failure != null) {
      return failure;
    }
    if (log.files().isEmpty()) {
      return new IOException("it is a rolled log without a file of events (events_...) yet");
    }
    return new IOException(
        lines == 0
            ? "it is empty or cut off before the first event: its application has not written it"
                + " out"
            : "none of its %d lines is an event of Spark".formatted(lines));
  }

  private void read(LogFile file) {
    long number = 0;
    try (Reader text = new InputStreamReader(file.open(), StandardCharsets.UTF_8)) {
      BoundedLines bounded = new BoundedLines(text);
      number = 1;
      for (Optional<String> line = bounded.next(); line.isPresent(); line = bounded.next()) {
        line(line.get(), file, number);
        lines++;
        number++;
      }
    } catch (IOException | RuntimeException | SnappyError | OutOfMemoryError e) {
      // Libraries answer damaged data with any of them: the sizes in it are taken at their word.
      failed(file, number, e);
    }
  }

  private void failed(LogFile file, long number, Throwable e) {
    String reason = reason(e);
    if (failure == null) {
      failure =
          e instanceof IOException io && number == 0
              ? io
              : new IOException("its data is damaged or cut off: " + reason, e);
    }
    problems.add(
        number == 0
            ? "%s cannot be read: %s".formatted(file.name(), reason)
            : "%s breaks off at line %d: %s".formatted(file.name(), number, reason));
  }

  private void line(String line, LogFile file, long number) {
    String head = line.substring(0, Math.min(line.length(), NAME_WITHIN));
    hasEvents |= head.contains(EVENT);
    boolean isStage = head.contains(STAGE_REPORT);
    boolean isScan = head.contains(SCAN_REPORT);
    if (!isStage && !isScan && !head.contains(START) && !head.contains(ENVIRONMENT)) {
      return;
    }
    try {
      JsonNode event = MAPPER.readTree(line);
      if (isStage) {
        stages.add(MAPPER.treeToValue(event.required("report"), StageReport.class));
      } else if (isScan) {
        scans.add(MAPPER.treeToValue(event.required("report"), ScanReport.class));
      } else if (head.contains(ENVIRONMENT)) {
        properties = event.path("Spark Properties");
      } else {
        id = event.path("App ID").asText(null);
        name = event.path("App Name").asText(null);
      }
    } catch (JsonProcessingException | RuntimeException e) {
      problems.add(
          "%s has a line that cannot be read, %d: %s"
              .formatted(file.name(), number, FileFailures.firstLine(e)));
    }
  }

  private String absence() {
    if (!stages.isEmpty() || !scans.isEmpty()) {
      return "";
    }
    if (properties == null) {
      return "none was logged so far, and whether Trident was on is not in the log. Switch it on"
          + " with spark.plugins=%s (see docs/spark.md)".formatted(ApplicationReport.PLUGIN);
    }
    if (!properties.path("spark.plugins").asText("").contains(ApplicationReport.PLUGIN)) {
      return "it ran without Trident. Switch it on with spark.plugins=%s (see docs/spark.md)"
          .formatted(ApplicationReport.PLUGIN);
    }
    return properties.path(ApplicationReport.ENABLED).asText("true").strip().equals("false")
        ? "Trident was on, but not its reports; leave %s at true"
            .formatted(ApplicationReport.ENABLED)
        : "Trident was on, but no stage has ended so far";
  }
}
