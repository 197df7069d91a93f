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

import io.trident.cli.FileFailures;
import io.trident.cli.HadoopLogs;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trident report LOG...}. */
@Command(
    name = "report",
    description = {
      "Shows how Trident placed the tasks of Spark applications, by their event logs: tasks by tier,"
          + " cost and optimum per stage; or why one task ran where it did.",
      "LOG is an event log, a file or a directory eventlog_v2_..., or a directory that has some; on"
          + " this machine, or a URL such as hdfs:. Set HADOOP_CONF_DIR for HDFS."
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
      description = "Say why a task ran where it did: 3/17 is task 17 of stage 3.")
  private @Nullable TaskId explain;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    HadoopLogs.drop();
    Configuration conf = new Configuration();
    List<ApplicationReport> applications = new ArrayList<>();
    for (String log : logs) {
      applications.addAll(read(log, conf));
    }
    PrintWriter err = spec.commandLine().getErr();
    for (ApplicationReport application : applications) {
      application.problems().forEach(problem -> err.println("trident: " + problem));
    }
    if (applications.stream().allMatch(one -> one.stages().isEmpty())) {
      throw new IOException(nothing(applications));
    }
    String answer =
        explain == null
            ? (json ? ReportJson.of(applications) : ReportTable.of(applications))
            : explain(applications, explain);
    PrintWriter out = spec.commandLine().getOut();
    out.print(answer);
    out.flush();
    return 0;
  }

  private String explain(List<ApplicationReport> applications, TaskId task) throws IOException {
    Explanation explanation = Explanation.of(applications, task);
    return json ? ReportJson.of(explanation) : explanation.text();
  }

  private static List<ApplicationReport> read(String log, Configuration conf) throws IOException {
    try {
      Path path = new Path(log);
      FileSystem fs = isLocal(log) ? FileSystem.getLocal(conf) : path.getFileSystem(conf);
      List<ApplicationReport> reports = new ArrayList<>();
      for (EventLog one : EventLog.at(fs, path)) {
        reports.add(EventLogReader.read(one));
      }
      return reports;
    } catch (IOException e) {
      throw FileFailures.of(log, conf, e);
    } catch (IllegalArgumentException e) {
      throw FileFailures.ofPath(log, e);
    }
  }

  private static boolean isLocal(String log) {
    try {
      return Files.exists(java.nio.file.Path.of(log));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static String nothing(List<ApplicationReport> applications) {
    return ("%s no report of Trident. Switch it on with"
            + " spark.plugins=org.apache.spark.scheduler.trident.TridentPlugin (see docs/spark.md),"
            + " and leave spark.scheduler.trident.report.enabled at true.")
        .formatted(
            applications.size() == 1
                ? applications.get(0).title() + " has"
                : applications.size() + " applications have");
  }
}
