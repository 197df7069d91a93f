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
package io.trident.lab.demo.layout;

import io.trident.cli.Progress;
import io.trident.lab.launch.SparkJvm;
import io.trident.lab.layout.VisitFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Runs the demo: loads a table, converts it with a job on YARN, stops a DataNode and waits until
 * what it had is rebuilt, then has Spark query the table and the files as they were.
 */
final class LayoutDemo {
  static final Path TABLE = new Path("/demo/visits");
  private static final Path COPY = new Path("/demo/visits-as-they-were");
  private static final long SEED = 20_190_225;

  private final LayoutDemoOptions options;
  private final Progress progress;
  private final LayoutCluster cluster;
  private final FileSystem fileSystem;

  private LayoutDemo(LayoutDemoOptions options, Progress progress, LayoutCluster cluster)
      throws IOException {
    this.options = options;
    this.progress = progress;
    this.cluster = cluster;
    fileSystem = cluster.daemons().fileSystem();
  }

  /** What is done while the cluster is still up. */
  @FunctionalInterface
  interface Afterwards {
    void with(java.nio.file.Path configuration) throws IOException;
  }

  /**
   * Runs it on a cluster of its own.
   *
   * @param afterwards called before the cluster is stopped
   * @throws IOException if a step fails; the message names it
   */
  static LayoutDemoResult run(LayoutDemoOptions options, Progress progress, Afterwards afterwards)
      throws IOException, InterruptedException {
    progress.report(
        "Starting HDFS and YARN: %d nodes in %d racks", options.nodes(), options.racks());
    try (LayoutCluster cluster =
        LayoutCluster.start(
            options.nodes(),
            options.racks(),
            8 * LayoutDemoOptions.EXTENT_BYTES,
            options.directory())) {
      LayoutDemo demo = new LayoutDemo(options, progress, cluster);
      LayoutDemoResult result = demo.run();
      afterwards.with(cluster.configuration());
      return result;
    }
  }

  private LayoutDemoResult run() throws IOException, InterruptedException {
    long sourceBytes = load();
    double conversionSeconds = convert();
    TableMap map = TableMap.of(fileSystem, TABLE);
    progress.report(
        "  %d super-extents of %d extents in %d dimensions, %.1f MB with parities",
        map.superExtents(),
        options.extents(),
        VisitFiles.DIMENSIONS.size(),
        map.storedBytes() / 1e6);
    Recovery recovery = loseANode();
    progress.report("Verifying each extent against its manifest");
    cluster.command(List.of("layout", "verify", TABLE.toString()));
    List<QueryResult> queries = query();
    return new LayoutDemoResult(
        options,
        VisitFiles.DIMENSIONS,
        map.superExtents(),
        sourceBytes,
        map.storedBytes(),
        conversionSeconds,
        recovery,
        queries,
        progress.seconds());
  }

  private long load() throws IOException {
    progress.report(
        "Loading %,d rows of uservisits in %d files, three replicas each",
        options.rows(), VisitFiles.FILES);
    VisitFiles.write(fileSystem, COPY, options.rows(), SEED);
    return VisitFiles.write(fileSystem, TABLE, options.rows(), SEED);
  }

  private double convert() throws IOException, InterruptedException {
    progress.report("Converting: a copy by each of %s", String.join(", ", VisitFiles.DIMENSIONS));
    double before = progress.seconds();
    cluster.command(
        VisitFiles.conversion(TABLE, options.extents(), LayoutDemoOptions.EXTENT_BYTES >> 20));
    return progress.seconds() - before;
  }

  private Recovery loseANode() throws IOException, InterruptedException {
    LostNode lost = LostNode.choose(fileSystem, TABLE, cluster.daemons().nodeNames());
    progress.report(
        "Stopping the DataNode of %s, which has the only replica of %d extents",
        lost.name(), lost.only().size());
    cluster.daemons().stopDataNode(cluster.daemons().nodeNames().indexOf(lost.name()));
    Recovery recovery = lost.awaitRecovery(progress);
    progress.report(
        "  %d of %d rebuilt in %.1f s: %.2f bytes read for each that was lost",
        recovery.rebuilt(),
        recovery.lost().size(),
        recovery.seconds(),
        (double) recovery.bytesRead() / Math.max(1, recovery.bytesLost()));
    return recovery;
  }

  private List<QueryResult> query() throws IOException, InterruptedException {
    progress.report("Starting Spark for queries on the table and on the files as they were");
    java.nio.file.Path results = options.directory().resolve("queries.json");
    int exitCode =
        SparkJvm.program(
            "io.trident.spark.demo.LayoutQueries",
            cluster.configuration(),
            List.of(
                fileSystem.makeQualified(TABLE).toString(),
                fileSystem.makeQualified(COPY).toString(),
                VisitFiles.SCHEMA,
                results.toString()),
            options.directory().resolve("spark.log"));
    if (exitCode != 0) {
      throw new IOException("Spark's queries failed with exit code " + exitCode);
    }
    List<QueryResult> queries = LayoutDemoJson.read(results);
    List<String> different = new ArrayList<>();
    for (QueryResult query : queries) {
      progress.report(
          "  %-12s dimension %s, %.2f of %.2f MB read, %.1f of %.1f kB shuffled",
          query.name(),
          query.dimension(),
          query.bytesRead() / 1e6,
          query.bytesScan() / 1e6,
          query.shuffleBytes() / 1e3,
          query.shuffleBytesScan() / 1e3);
      if (!query.equal()) {
        different.add(query.name());
      }
    }
    if (!different.isEmpty()) {
      throw new IOException("Answers differ from those of the files as they were: " + different);
    }
    return queries;
  }
}
