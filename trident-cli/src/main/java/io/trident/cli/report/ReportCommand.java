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

import io.trident.cli.HadoopLogs;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trident report LOG...}. */
@Command(
    name = "report",
    description = {
      "Shows how Trident placed the tasks of Spark applications, by their event logs: tasks by"
          + " tier, cost and optimum per stage; what scans of logically replicated tables read; or"
          + " why one task ran where it did.",
      "LOG is an event log, a file or a directory eventlog_v2_..., an archive of some (*.zip), or a"
          + " directory that has some; on this machine, or a URL such as hdfs:. Set HADOOP_CONF_DIR"
          + " for HDFS.",
      "A log that cannot be read is left out; standard error (with --json, leftOut) names it and"
          + " the reason, and the exit code is 1."
    })
public final class ReportCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Parameters(paramLabel = "LOG", arity = "1..*", description = "Event logs of Spark.")
  private List<String> logs = List.of();

  @Option(
      names = "--explain",
      paramLabel = "STAGE[.ATTEMPT]/TASK",
      converter = TaskId.Converter.class,
      description = "Explain why a task ran where it did: 3/17 is task 17 of stage 3.")
  private @Nullable TaskId explain;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    HadoopLogs.drop();
    LogReports reports = new LogReports(new Configuration());
    logs.forEach(reports::add);
    List<ApplicationReport> applications = reports.applications();
    PrintWriter err = spec.commandLine().getErr();
    reports.leftOut().forEach(one -> err.println("trident: " + one));
    for (ApplicationReport application : applications) {
      application.problems().forEach(problem -> err.println("trident: " + problem));
    }
    boolean hasNothing = applications.stream().allMatch(ApplicationReport::isEmpty);
    if (hasNothing) {
      applications.forEach(
          one ->
              err.printf(
                  "trident: %s has no report of Trident: %s.%n", one.title(), one.absence()));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (explain == null && (json || !hasNothing)) {
      out.print(
          json ? ReportJson.of(applications, reports.leftOut()) : ReportTable.of(applications));
    } else if (explain != null && !hasNothing) {
      out.print(explain(applications, explain));
    }
    out.flush();
    return hasNothing || !reports.leftOut().isEmpty()
        ? CommandLine.ExitCode.SOFTWARE
        : CommandLine.ExitCode.OK;
  }

  private String explain(List<ApplicationReport> applications, TaskId task) throws IOException {
    Explanation explanation = Explanation.of(applications, task);
    return json ? ReportJson.of(explanation) : explanation.text();
  }
}
