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

import io.trident.cli.Progress;
import io.trident.lab.demo.layout.LayoutCluster;
import io.trident.lab.launch.SparkJvm;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The tables of a benchmark on a cluster of its own: made, converted, and given to programs on
 * Spark's class path.
 *
 * @param directory of data and logs on this machine
 */
record BenchmarkTables(
    QueryBenchmark benchmark,
    LayoutCluster cluster,
    java.nio.file.Path directory,
    Progress progress) {
  static final int NODES = 6;
  static final int RACKS = 3;
  private static final Path ROOT = new Path("/queries");
  private static final int BLOCK_BYTES = 128 << 20;
  private static final double MIB = 1 << 20;

  /** Extents by which a table is larger than its super-extents, which share what is left over. */
  private static final double LEFT_OVER = 0.5;

  /** Starts a cluster of so many nodes in so many racks. */
  static LayoutCluster cluster(java.nio.file.Path directory, Progress progress) throws IOException {
    progress.report("Starting HDFS and YARN: %d nodes in %d racks", NODES, RACKS);
    return LayoutCluster.start(NODES, RACKS, BLOCK_BYTES, directory);
  }

  FileSystem fileSystem() throws IOException {
    return cluster.daemons().fileSystem();
  }

  /** Returns the URI of the directory of all layouts. */
  String root() throws IOException {
    return fileSystem().makeQualified(ROOT).toString();
  }

  /** Returns where a layout has a table. */
  Path path(String layout, String table) throws IOException {
    return new Path(QueryPlan.path(root(), layout, table));
  }

  /** Writes the lines of tables. */
  void load(List<SourceTable> needed) throws IOException {
    for (SourceTable table : needed) {
      progress.report("Making %s", table.name());
      for (int part = 0; part < benchmark.parts(); part++) {
        Path file = new Path(path(QueryPlan.LINES, table.name()), "part-%05d.csv".formatted(part));
        try (OutputStream out =
            new BufferedOutputStream(fileSystem().create(file, (short) 1), 1 << 16)) {
          benchmark.write(table, part, out);
        }
      }
    }
  }

  /** Returns the bytes of a table in a layout, those of hidden files among them. */
  long bytes(String layout, String table) throws IOException {
    return fileSystem().getContentSummary(path(layout, table)).getLength();
  }

  /** Copies the lines of a table to where it is converted. */
  void copyLines(SourceTable table) throws IOException {
    Path to = path(QueryPlan.TRIDENT, table.name());
    for (FileStatus file : fileSystem().listStatus(path(QueryPlan.LINES, table.name()))) {
      try (OutputStream out = fileSystem().create(new Path(to, file.getPath().getName()));
          var in = fileSystem().open(file.getPath())) {
        in.transferTo(out);
      }
    }
  }

  /**
   * Converts the files of a table, in place.
   *
   * @param extents of a dimension of a super-extent
   * @param superExtents of the table
   */
  void convert(SourceTable table, String format, int extents, int superExtents)
      throws IOException, InterruptedException {
    progress.report("Converting %s: a copy by each of %s", table.name(), table.by());
    String path = path(QueryPlan.TRIDENT, table.name()).toString();
    List<String> words = new ArrayList<>(List.of("layout", "convert", path));
    words.addAll(List.of("--by", String.join(",", table.by()), "--format", format));
    if (!format.equals(QueryPlan.PARQUET)) {
      words.addAll(List.of("--schema", table.schema()));
      words.addAll(List.of("--option", "separator=" + table.separator()));
    }
    double target =
        bytes(QueryPlan.TRIDENT, table.name()) / MIB / (extents * superExtents + LEFT_OVER);
    words.addAll(List.of("--extents", Integer.toString(extents)));
    words.addAll(List.of("--target-mb", String.format(Locale.ROOT, "%.6f", target)));
    cluster.command(words);
  }

  /** Makes a replica of a table by each column of its dimensions, in so many partitions. */
  void replicate(SourceTable table, int partitions) throws IOException, InterruptedException {
    for (String column : table.columns()) {
      progress.report("Making the replica of %s by %s", table.name(), column);
      cluster.command(
          List.of(
              "replicas",
              "create",
              QueryPlan.source(root(), table.name()),
              QueryPlan.replica(root(), table.name(), column),
              "--by",
              "hash(%s,%d)".formatted(column, partitions),
              "--format",
              QueryPlan.PARQUET));
    }
  }

  /**
   * Runs a program on Spark's class path.
   *
   * @param plan file with what it is to do, its only argument
   */
  void spark(String program, java.nio.file.Path plan) throws IOException, InterruptedException {
    java.nio.file.Path log = directory.resolve("spark.log");
    int exitCode =
        SparkJvm.program(
            "io.trident.spark.demo.queries." + program,
            cluster.configuration(),
            List.of(plan.toString()),
            log);
    if (exitCode != 0) {
      throw new IOException(
          "%s failed with exit code %d; see %s".formatted(program, exitCode, log));
    }
  }
}
