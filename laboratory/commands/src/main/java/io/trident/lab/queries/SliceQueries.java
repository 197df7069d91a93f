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
import io.trident.core.layout.DataExtent;
import io.trident.lab.demo.layout.LayoutCluster;
import io.trident.layout.table.TablePaths;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;

/** A run: makes the tables, joins them in each way, and compares the answers. */
final class SliceQueries {
  private final SliceQueriesOptions options;
  private final BenchmarkTables tables;
  private final Progress progress;

  private SliceQueries(SliceQueriesOptions options, BenchmarkTables tables, Progress progress) {
    this.options = options;
    this.tables = tables;
    this.progress = progress;
  }

  /**
   * Runs it on a cluster of its own.
   *
   * @throws IOException if a step fails or an answer is wrong; the message names it
   */
  static SliceQueriesResult run(SliceQueriesOptions options, Progress progress)
      throws IOException, InterruptedException {
    try (LayoutCluster cluster = BenchmarkTables.cluster(options.directory(), progress)) {
      QueryBenchmark benchmark = new Amp(options.scale(), options.extents());
      BenchmarkTables tables =
          new BenchmarkTables(benchmark, cluster, options.directory(), progress);
      return new SliceQueries(options, tables, progress).run();
    }
  }

  private SliceQueriesResult run() throws IOException, InterruptedException {
    tables.load(tables.benchmark().tables());
    progress.report("DuckDB joins the tables");
    answerByDuckDb();
    for (SourceTable table : tables.benchmark().tables()) {
      tables.copyLines(table);
      tables.convert(
          table,
          SliceQueriesOptions.FORMAT,
          options.extents(),
          table.name().equals(Amp.VISITS_TABLE) ? options.superExtents() : 1);
    }
    List<Placed> extents = extents();
    Set<String> nodes = new HashSet<>();
    extents.forEach(extent -> nodes.add(extent.node()));
    long bytes = extents.stream().mapToLong(extent -> extent.input().bytes()).sum();
    List<SliceVariant> variants =
        SliceVariant.all(options.slices(), bytes, nodes.size()).stream()
            .filter(options::includes)
            .toList();
    progress.report(
        "Spark joins the tables in %d ways, %d times", variants.size(), options.repetitions());
    join(variants);
    new Answers(options.directory())
        .compare(List.of(Amp.joinAlone()), variants.stream().map(SliceVariant::name).toList());
    return new SliceQueriesResult(
        options,
        variants,
        bytes,
        extents.size(),
        nodes.size(),
        RackTraffic.betweenRacks(extents.stream().map(Placed::input).toList()),
        Measurement.read(options.directory().resolve("measurements.json")),
        NodeCounts.read(options.directory().resolve("node-counts.json")));
  }

  private void answerByDuckDb() throws IOException {
    Path local = options.directory().resolve(QueryPlan.LINES);
    tables
        .fileSystem()
        .copyToLocalFile(
            tables.path(QueryPlan.LINES, ""), new org.apache.hadoop.fs.Path(local.toString()));
    try (DuckDb duckDb = DuckDb.onLines(local, tables.benchmark().tables())) {
      duckDb.answer(List.of(Amp.joinAlone()), new Answers(options.directory()));
    } catch (SQLException e) {
      throw new IOException("DuckDB does not answer: " + e.getMessage(), e);
    }
  }

  private void join(List<SliceVariant> variants) throws IOException, InterruptedException {
    QueryPlan queries =
        new QueryPlan(
            tables.root(),
            tables.benchmark().tables(),
            List.of(),
            variants.stream().map(SliceVariant::name).toList(),
            List.of(Amp.joinAlone()),
            SliceQueriesOptions.FORMAT,
            options.extents(),
            options.repetitions(),
            options.directory().toString());
    try (ClusterControl control = ClusterControl.start(tables.cluster().daemons())) {
      Path file = options.directory().resolve("slices.json");
      new SlicePlan(queries, variants, options.slots(), control.address()).write(file);
      tables.spark("RunSlices", file);
    }
  }

  /**
   * An extent of the dimension of the join.
   *
   * @param node that has it
   */
  private record Placed(String node, RackTraffic.Input input) {}

  private List<Placed> extents() throws IOException {
    List<Placed> extents = new ArrayList<>();
    for (SourceTable table : tables.benchmark().tables()) {
      RemoteIterator<LocatedFileStatus> files =
          tables.fileSystem().listLocatedStatus(tables.path(QueryPlan.TRIDENT, table.name()));
      while (files.hasNext()) {
        LocatedFileStatus file = files.next();
        TablePaths.parse(file.getPath().getName())
            .filter(named -> file.getLen() > 0)
            .ifPresent(named -> extents.add(placed(file, (DataExtent) named.extent())));
      }
    }
    return extents;
  }

  private Placed placed(LocatedFileStatus file, DataExtent extent) {
    try {
      String node = file.getBlockLocations()[0].getHosts()[0];
      return new Placed(
          node,
          new RackTraffic.Input(
              extent.extent(), tables.cluster().daemons().rackOf(node), file.getLen()));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
