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

import io.trident.core.layout.selection.ScanReport;
import io.trident.core.report.StageReport;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an event log records of one application.
 *
 * @param log where it was read
 * @param id identifier of the application; null if the log does not name it
 * @param name name of the application; null if the log does not name it
 * @param stages reports of Trident, by stage and attempt
 * @param scans what scans of logically replicated tables read, in their order
 * @param problems what could not be read, in words
 * @param absence why there is neither stage nor scan, and what helps; empty if there is one
 */
record ApplicationReport(
    String log,
    @Nullable String id,
    @Nullable String name,
    List<StageReport> stages,
    List<ScanReport> scans,
    List<String> problems,
    String absence) {
  /** What switches Trident on, among the names in {@code spark.plugins}. */
  static final String PLUGIN = "org.apache.spark.scheduler.trident.TridentPlugin";

  /** What switches its reports off. */
  static final String ENABLED = "spark.scheduler.trident.report.enabled";

  ApplicationReport {
    stages = List.copyOf(stages);
    scans = List.copyOf(scans);
    problems = List.copyOf(problems);
  }

  /** Whether there is no report. */
  boolean isEmpty() {
    return stages.isEmpty() && scans.isEmpty();
  }

  /** Returns what to call the application. */
  String title() {
    if (id == null) {
      return log;
    }
    return name == null ? id : "%s (%s)".formatted(name, id);
  }

  /** Returns the report of a stage's attempt. */
  Optional<StageReport> stage(int stage, int attempt) {
    return stages.stream()
        .filter(one -> one.stage() == stage && one.attempt() == attempt)
        .findFirst();
  }
}
