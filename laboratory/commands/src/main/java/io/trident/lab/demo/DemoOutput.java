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
package io.trident.lab.demo;

import io.trident.cli.HadoopLogs;
import io.trident.cli.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all demos have in common: where they keep data and logs, and what they leave. */
public final class DemoOutput {
  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write the results as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Directory for data and logs, kept afterwards; default: temporary, removed.")
  private @Nullable Path directory;

  /** A demo. */
  @FunctionalInterface
  public interface Demonstration<O, R> {
    /** Runs it. */
    R run(O options, Progress progress) throws IOException, InterruptedException;
  }

  /** A form of its result. */
  @FunctionalInterface
  public interface View<R> {
    /** Returns it. */
    String of(R result) throws IOException;
  }

  /** What a result is shown as. */
  public record Views<R>(View<R> table, View<R> html, View<R> json) {}

  /**
   * Runs a demo, prints its result and writes the files.
   *
   * @param report where the HTML report goes
   * @param options what is demonstrated, by the directory for data and logs
   * @return the exit code
   * @throws ParameterException if the options are not valid
   */
  public <O, R> int run(
      Path report, Function<Path, O> options, Demonstration<O, R> demo, Views<R> views)
      throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    DemoDirectory dir = DemoDirectory.of(directory);
    O chosen;
    try {
      chosen = options.apply(dir.path());
    } catch (IllegalArgumentException | ArithmeticException e) {
      dir.discard();
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    HadoopLogs.toFile(dir.path().resolve("demo.log"));
    R result;
    try {
      result = demo.run(chosen, new Progress(out, System::nanoTime));
    } catch (IOException | RuntimeException e) {
      spec.commandLine().getErr().println("The logs are in " + dir.path());
      throw e;
    }
    out.println();
    out.println(views.table().of(result));
    DemoFiles.write(report, views.html().of(result));
    out.println("Report: " + report.toAbsolutePath());
    if (json != null) {
      DemoFiles.write(json, views.json().of(result));
      out.println("JSON:   " + json.toAbsolutePath());
    }
    dir.discard();
    return 0;
  }
}
