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
package io.trident.cli.layout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.trident.cli.FileFailures;
import io.trident.cli.HadoopLogs;
import io.trident.cli.Progress;
import io.trident.hdfs.protocol.LayoutTableClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What the commands about a table have in common. */
final class TableArguments {
  private static final JsonMapper MAPPER = new JsonMapper();

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Parameters(paramLabel = "PATH", description = "The table's directory on HDFS.")
  @SuppressWarnings("NullAway.Init") // set by picocli
  private String path;

  @Option(
      names = "-D",
      paramLabel = "KEY=VALUE",
      description =
          "Set a configuration key for this run, such as mapreduce.job.queuename=night or"
              + " mapreduce.framework.name=local; may be repeated.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(names = "--json", description = "Print the result as an object of JSON.")
  private boolean json;

  /** What is done with a table. */
  @FunctionalInterface
  interface Work {
    /**
     * Does it.
     *
     * @return the exit code
     */
    int on(Path table, Configuration conf) throws IOException, InterruptedException;
  }

  /** Runs it with the configuration of the cluster. */
  int run(Work work) throws IOException, InterruptedException {
    HadoopLogs.drop();
    Configuration conf = new HdfsConfiguration();
    settings.forEach(conf::set);
    try {
      Path given = new Path(path);
      return work.on(given.getFileSystem(conf).makeQualified(given), conf);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    } catch (IOException e) {
      throw FileFailures.of(path, conf, e);
    } finally {
      out().flush();
    }
  }

  /** Returns a client of the NameNode of the table. */
  static LayoutTableClient client(Path table, Configuration conf) throws IOException {
    return LayoutTableClient.of(table.getFileSystem(conf));
  }

  /** Returns where progress is shown: not between the lines of a result in JSON. */
  Progress progress() {
    PrintWriter to = json ? spec.commandLine().getErr() : out();
    return new Progress(to, System::nanoTime);
  }

  /** Prints a result: the object, or else the text. */
  void print(JsonNode object, String text) throws IOException {
    out().println(json ? MAPPER.writeValueAsString(object) : text.stripTrailing());
  }

  /** Prints a line of a result that JSON has only the summary of. */
  void printLine(String line) {
    if (!json) {
      out().println(line);
    }
  }

  /** Prints a summary: the object, or else the text, but not between the lines. */
  void printSummary(JsonNode object, String text) throws IOException {
    if (json) {
      print(object, text);
    } else {
      out().flush();
      spec.commandLine().getErr().println(text);
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Returns where a former directory is, as a line for the user. */
  static String keptLine(@Nullable Path kept) {
    return kept == null
        ? "What was there is in the trash."
        : "What was there is %s; there is no trash. Remove it when you no longer need it: hdfs dfs -rm -r %s"
            .formatted(kept, kept.toUri().getPath());
  }
}
