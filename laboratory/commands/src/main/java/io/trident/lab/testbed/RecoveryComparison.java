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
package io.trident.lab.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trident.cli.Progress;
import io.trident.lab.testbed.RecoveryRun.Kind;
import io.trident.testbed.Node;
import io.trident.testbed.Role;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Loses one DataNode after the other, each twice: with a directory of three replicas in HDFS, and
 * with the table that the directory became.
 *
 * <p>Only one of both is there at a time, so that neither waits for the other's rebuilds.
 */
final class RecoveryComparison {
  private static final String METRICS = "/jmx?qry=Hadoop:service=NameNode,name=TridentLayouts";
  private static final long PAUSE_MS = 100;
  private static final double PLACED_WITHIN_SECONDS = 120;
  private static final double DEAD_WITHIN_SECONDS = 60;
  private static final double RECOVERED_WITHIN_SECONDS = 900;

  private final Testbed testbed;
  private final FileSystem fileSystem;
  private final RecoveryRows rows;
  private final int repetitions;
  private final Progress progress;
  private final List<RecoveryRun> runs = new ArrayList<>();

  RecoveryComparison(Testbed testbed, int rows, int repetitions, Progress progress)
      throws IOException {
    this.testbed = testbed;
    this.repetitions = repetitions;
    this.progress = progress;
    Configuration conf = new Configuration();
    conf.addResource(new Path(testbed.clientConfiguration().resolve("hdfs-site.xml").toUri()));
    fileSystem = FileSystem.get(conf);
    this.rows = new RecoveryRows(testbed, fileSystem, rows);
  }

  /**
   * Makes all runs.
   *
   * @throws IOException if a node is not recovered from, or the table is not what it was
   */
  RecoveryResult run() throws IOException, InterruptedException {
    long sourceBytes = 0;
    Map<String, Long> tableBytes = Map.of();
    List<Node> workers = testbed.description().layout().workers();
    for (int repetition = 1; repetition <= repetitions; repetition++) {
      Node node = workers.get(repetition - 1);
      progress.report("Repetition %d: writing the directory", repetition);
      sourceBytes = rows.write(repetition);
      lose(Kind.PHYSICAL, repetition, node);
      progress.report("Converting it");
      rows.convert();
      tableBytes = stored().bytesByPart();
      lose(Kind.LOGICAL, repetition, node);
      progress.report("Verifying the table");
      rows.verify();
    }
    return new RecoveryResult(testbed.description().layout(), sourceBytes, tableBytes, runs);
  }

  private void lose(Kind kind, int repetition, Node node) throws IOException, InterruptedException {
    await(StoredFiles::isWhole, "Replicas are not all written", PLACED_WITHIN_SECONDS);
    StoredFiles before = stored();
    long bytesLost = before.bytesAt(node.name());
    long bytesOnly = before.onlyAt(node.name());
    if (bytesLost == 0) {
      throw new IOException("%s has no replica; use more rows".formatted(node.name()));
    }
    long read = rebuildBytesRead();
    testbed.kill(node, Role.DATANODE);
    await(
        stored -> stored.bytesAt(node.name()) == 0,
        node.name() + " is not taken for dead",
        DEAD_WITHIN_SECONDS);
    double dead = progress.seconds();
    List<NodeUse> uses = NodeUse.of(testbed);
    await(StoredFiles::isAvailable, "Blocks stay without a replica", RECOVERED_WITHIN_SECONDS);
    double available = progress.seconds();
    await(StoredFiles::isWhole, "Replicas stay missing", RECOVERED_WITHIN_SECONDS);
    double whole = progress.seconds();
    RecoveryRun run =
        new RecoveryRun(
            kind,
            repetition,
            node.name(),
            available - dead,
            whole - dead,
            bytesLost,
            bytesOnly,
            rebuildBytesRead() - read,
            NodeUse.since(uses, NodeUse.of(testbed)));
    progress.report(
        "  %s, %s: %.1f MB lost, all available after %.1f s and replicated after %.1f s",
        kind, node.name(), bytesLost / 1e6, run.availableSeconds(), run.wholeSeconds());
    runs.add(run);
    testbed.start(node, Role.DATANODE);
  }

  private StoredFiles stored() throws IOException {
    return StoredFiles.of(fileSystem, RecoveryRows.DIRECTORY);
  }

  private void await(Predicate<StoredFiles> holds, String otherwise, double withinSeconds)
      throws IOException, InterruptedException {
    double start = progress.seconds();
    while (!holds.test(stored())) {
      if (progress.seconds() - start > withinSeconds) {
        throw new IOException("%s after %.0f s".formatted(otherwise, withinSeconds));
      }
      Thread.sleep(PAUSE_MS);
    }
  }

  /** Returns what the NameNode's plugin reports; DataNodes report after the block is there. */
  private long rebuildBytesRead() throws IOException, InterruptedException {
    Thread.sleep(10 * PAUSE_MS);
    JsonNode answer =
        new ObjectMapper()
            .readTree(URI.create(testbed.webInterfaces().get("HDFS") + METRICS).toURL());
    JsonNode read = answer.at("/beans/0/RebuildBytesRead");
    if (!read.isNumber()) {
      throw new IOException("The NameNode has no metrics TridentLayouts: " + answer);
    }
    return read.asLong();
  }
}
