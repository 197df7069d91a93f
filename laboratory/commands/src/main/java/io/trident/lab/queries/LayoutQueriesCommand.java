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
package io.trident.lab.queries;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.trident.cli.HadoopLogs;
import io.trident.cli.Progress;
import io.trident.lab.demo.DemoDirectory;
import io.trident.lab.demo.DemoFiles;
import io.trident.lab.queries.LayoutQueriesOptions.BenchmarkName;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code trident layout-queries}. */
@Command(
    name = "layout-queries",
    description = {
      "Measures queries of a benchmark on logically replicated tables and on other layouts of the"
          + " same rows, by Spark on a real HDFS on this machine: what they read, shuffle and take."
          + " Answers are compared with DuckDB's; one that differs is a failure.",
      "The other layouts are stock Spark's, in Parquet: as written, by single columns (buckets, or"
          + " sorted), and sorted along a Z-curve over the columns of the dimensions.",
      "Takes some ten minutes; needs about 5 GB of free memory. Everything it starts is gone when"
          + " it ends."
    })
public final class LayoutQueriesCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Parameters(
      paramLabel = "amp|tpch",
      description =
          "amp: queries 1A to 3C of AMPLab's Big Data Benchmark. tpch: queries 4, 12, 13, 14, 17 and"
              + " 22 of TPC-H.")
  private BenchmarkName benchmark = BenchmarkName.AMP;

  @Option(
      names = "--scale",
      defaultValue = "0.1",
      description =
          "Size of the tables: 1 is ten million visits, or TPC-H's scale factor 1; default"
              + " ${DEFAULT-VALUE}.")
  private double scale;

  @Option(
      names = "--format",
      defaultValue = QueryPlan.PARQUET,
      description =
          "Format of the logically replicated tables, parquet or csv; default ${DEFAULT-VALUE}.")
  private String format = "";

  @Option(
      names = "--extents",
      defaultValue = "16",
      description =
          "Extents of a dimension, and files of the other layouts; default ${DEFAULT-VALUE}.")
  private int extents;

  @Option(
      names = "--repetitions",
      defaultValue = "5",
      description =
          "How often each query is measured on each layout, in turns; default ${DEFAULT-VALUE}.")
  private int repetitions;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "layout-queries",
      description = "Where to write BENCHMARK.md and BENCHMARK.json; default ${DEFAULT-VALUE}.")
  private Path out = Path.of("");

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Directory for data and logs, kept afterwards; default: temporary, removed.")
  private @Nullable Path directory;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter text = spec.commandLine().getOut();
    DemoDirectory dir = DemoDirectory.of(directory);
    LayoutQueriesOptions options = options(dir);
    HadoopLogs.toFile(dir.path().resolve("cluster.log"));
    LayoutQueriesResult result;
    try {
      result = LayoutQueries.run(options, new Progress(text, System::nanoTime));
    } catch (IOException | RuntimeException e) {
      spec.commandLine().getErr().println("The logs are in " + dir.path());
      throw e;
    }
    String page = LayoutQueriesPage.of(result);
    text.println();
    text.println(page);
    String name = benchmark.name().toLowerCase(Locale.ROOT);
    DemoFiles.write(out.resolve(name + ".md"), page);
    DemoFiles.write(out.resolve(name + ".json"), json(result));
    text.println(out.toAbsolutePath());
    dir.discard();
    return 0;
  }

  private static String json(LayoutQueriesResult result) throws IOException {
    return new JsonMapper()
        .writerWithDefaultPrettyPrinter()
        .writeValueAsString(
            Map.of(
                "benchmark", result.options().benchmark().name(),
                "scale", result.options().scale(),
                "format", result.options().format(),
                "extents", result.options().extents(),
                "conversionSeconds", result.conversionSeconds(),
                "bytes", result.bytes(),
                "measurements", result.measurements()));
  }

  private LayoutQueriesOptions options(DemoDirectory dir) {
    try {
      return new LayoutQueriesOptions(benchmark, scale, format, extents, repetitions, dir.path());
    } catch (IllegalArgumentException e) {
      dir.discard();
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
