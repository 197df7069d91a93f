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

import io.trident.core.report.StageReport;
import io.trident.core.report.TaskReport;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Why a task ran where it did.
 *
 * @param application what to call the application
 * @param task which task
 * @param stage what Spark calls the stage
 * @param attempts its attempts, in order of launch
 */
record Explanation(String application, TaskId task, String stage, List<TaskReport> attempts) {
  Explanation {
    attempts = List.copyOf(attempts);
  }

  /**
   * Explains a task of the one application that has its stage.
   *
   * @throws IOException if no or several applications have it, or the task is not in the report
   */
  static Explanation of(List<ApplicationReport> applications, TaskId task) throws IOException {
    List<ApplicationReport> having =
        applications.stream()
            .filter(one -> one.stage(task.stage(), task.attempt()).isPresent())
            .toList();
    if (having.isEmpty()) {
      throw new IOException(
          "There is no report of stage %d, attempt %d; the stages are %s."
              .formatted(
                  task.stage(),
                  task.attempt(),
                  applications.stream()
                      .flatMap(one -> one.stages().stream())
                      .map(StageReport::id)
                      .distinct()
                      .collect(Collectors.joining(", "))));
    }
    if (having.size() > 1) {
      throw new IOException(
          "%d applications have a stage %d; give the event log of one."
              .formatted(having.size(), task.stage()));
    }
    StageReport stage = having.get(0).stage(task.stage(), task.attempt()).orElseThrow();
    List<TaskReport> attempts =
        stage.details().stream().filter(one -> one.index() == task.index()).toList();
    if (attempts.isEmpty()) {
      throw new IOException(missing(stage, task));
    }
    return new Explanation(having.get(0).title(), task, stage.name(), attempts);
  }

  private static String missing(StageReport stage, TaskId task) {
    String where = "Stage %s".formatted(stage.id());
    if (task.index() >= stage.tasks()) {
      return "%s has no task %d; it has %d tasks, from 0."
          .formatted(where, task.index(), stage.tasks());
    }
    if (stage.details().isEmpty() && !stage.withoutTiers().isEmpty()) {
      return "%s was scheduled by Spark: %s.".formatted(where, ReportTable.withoutTiers(stage));
    }
    return ("%s was reported without task %d: %d of its tasks were left out. Raise"
            + " spark.scheduler.trident.report.tasks in the application.")
        .formatted(where, task.index(), stage.leftOut());
  }

  String text() {
    StringBuilder out = new StringBuilder();
    out.append("%s, stage %s%n".formatted(application, stage));
    for (TaskReport one : attempts) {
      out.append(
          String.format(
              Locale.ROOT,
              "Task %s (attempt id %d) ran on executor %s, host %s.%n"
                  + "  Read from: %s. Cost: %.1f; the least on any slot on offer: %.1f.%n  %s%n",
              task,
              one.id(),
              one.executor(),
              one.host(),
              one.source(),
              one.cost(),
              one.bestCost(),
              one.because()));
    }
    return out.toString();
  }
}
