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
import java.util.List;
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
          + " sorted), and sorted along a Z-curve over the columns of the dimensions. TPC-H has"
          + " replica groups, too.",
      "slices is Table 1 of INSTalytics: the join of query 3C alone, on tables of CSV: shuffled, by"
          + " partitions without a shuffle, and by slices of partitions with more and less memory"
          + " for slices on DataNodes.",
      "Takes some ten minutes; needs about 5 GB of free memory. Everything it starts is gone when"
          + " it ends."
    })
public final class LayoutQueriesCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  /** What can be measured. */
  enum Measured {
    /** AMPLab's queries. */
    AMP,
    /** Queries of TPC-H. */
    TPCH,
    /** A join by slices. */
    SLICES
  }

  @Parameters(
      paramLabel = "amp|tpch|slices",
      description =
          "amp: queries 1A to 3C of AMPLab's Big Data Benchmark. tpch: queries 4, 12, 13, 14, 17 and"
              + " 22 of TPC-H. slices: the join of query 3C.")
  private Measured measured = Measured.AMP;

  @Option(
      names = "--scale",
      defaultValue = "0.1",
      description =
          "Size of the tables: 1 is ten million visits, or TPC-H's scale factor 1; default"
              + " ${DEFAULT-VALUE}.")
  private double scale;

  @Option(
      names = "--format",
      description =
          "Format of the logically replicated tables, parquet or csv; default parquet, and csv of"
              + " slices, which has no other.")
  private @Nullable String format;

  @Option(
      names = "--extents",
      defaultValue = "16",
      description =
          "Extents of a dimension, and files of the other layouts; default ${DEFAULT-VALUE}.")
  private int extents;

  @Option(
      names = "--queries",
      paramLabel = "LIST",
      split = ",",
      description = "Names of the queries, such as 3A,3C; default: all.")
  private List<String> queries = List.of();

  @Option(
      names = "--layouts",
      paramLabel = "LIST",
      split = ",",
      description =
          "Names of the layouts beside those of the files as they were written and of the logically"
              + " replicated tables, such as by_url,z_order or replicas, or of the ways to join, such"
              + " as partitions,slices; default: all.")
  private List<String> layouts = List.of();

  @Option(
      names = "--slices",
      defaultValue = "20",
      description = "slices: slices of each partition; default ${DEFAULT-VALUE}.")
  private int slices;

  @Option(
      names = "--slots",
      defaultValue = "20",
      description =
          "slices: tasks that run at a time, of all ways to join; default ${DEFAULT-VALUE}. With as"
              + " many as slices the tasks of one partition run together.")
  private int slots;

  @Option(
      names = "--super-extents",
      defaultValue = "4",
      description =
          "slices: super-extents of the visits; default ${DEFAULT-VALUE}. A limit of memory must"
              + " have room for an extent: with more of them these are smaller.")
  private int superExtents;

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
      description =
          "Where to write what was measured, such as amp.md and amp.json; default ${DEFAULT-VALUE}.")
  private Path out = Path.of("");

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Directory for data and logs, kept afterwards; default: temporary, removed.")
  private @Nullable Path directory;

  /** The result in both forms. */
  private record Written(String page, Map<String, Object> json) {}

  /** A run, of options that were checked. */
  private interface Run {
    Written with(Progress progress) throws IOException, InterruptedException;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter text = spec.commandLine().getOut();
    DemoDirectory dir = DemoDirectory.of(directory);
    Run run = run(dir);
    HadoopLogs.toFile(dir.path().resolve("cluster.log"));
    Written written;
    try {
      written = run.with(new Progress(text, System::nanoTime));
    } catch (IOException | RuntimeException e) {
      spec.commandLine().getErr().println("The logs are in " + dir.path());
      throw e;
    }
    text.println();
    text.println(written.page());
    String name = measured.name().toLowerCase(Locale.ROOT);
    DemoFiles.write(out.resolve(name + ".md"), written.page());
    DemoFiles.write(
        out.resolve(name + ".json"),
        new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(written.json()));
    text.println(out.toAbsolutePath());
    dir.discard();
    return 0;
  }

  private Run run(DemoDirectory dir) {
    try {
      return switch (measured) {
        case AMP -> layouts(BenchmarkName.AMP, dir);
        case TPCH -> layouts(BenchmarkName.TPCH, dir);
        case SLICES -> slices(dir);
      };
    } catch (IllegalArgumentException e) {
      dir.discard();
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private Run layouts(BenchmarkName benchmark, DemoDirectory dir) {
    String of = format == null ? QueryPlan.PARQUET : format;
    LayoutQueriesOptions options =
        new LayoutQueriesOptions(
            benchmark, scale, of, extents, queries, layouts, repetitions, dir.path());
    return progress -> {
      LayoutQueriesResult result = LayoutQueries.run(options, progress);
      return new Written(LayoutQueriesPage.of(result), result.json());
    };
  }

  private Run slices(DemoDirectory dir) {
    if (format != null && !format.equals(SliceQueriesOptions.FORMAT)) {
      throw new IllegalArgumentException("slices has tables of csv, not --format " + format);
    }
    if (!queries.isEmpty()) {
      throw new IllegalArgumentException("slices has one query; leave --queries out");
    }
    SliceQueriesOptions options =
        new SliceQueriesOptions(
            scale, extents, superExtents, slices, slots, layouts, repetitions, dir.path());
    return progress -> {
      SliceQueriesResult result = SliceQueries.run(options, progress);
      return new Written(SliceQueriesPage.of(result), result.json());
    };
  }
}
