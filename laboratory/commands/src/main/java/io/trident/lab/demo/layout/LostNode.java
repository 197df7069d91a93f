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
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The node that dies, and what is lost with it.
 *
 * @param name of the node
 * @param only files of the table of which it has the only replica, relative to the table
 */
record LostNode(FileSystem fileSystem, Path table, String name, List<String> only) {
  private static final String METRICS = "Hadoop:service=NameNode,name=TridentLayouts";
  private static final List<String> FAILURES =
      List.of(
          "CorruptSource",
          "Mismatch",
          "Unreadable",
          "Unwritable",
          "Format",
          "Failed",
          "Silent",
          "Expired",
          "Unreported");
  private static final long PAUSE_MS = 100;
  private static final double DEAD_WITHIN_SECONDS = 60;
  private static final double REBUILT_WITHIN_SECONDS = 180;

  /** Chooses the node with the most. */
  static LostNode choose(FileSystem fileSystem, Path table, List<String> nodes) throws IOException {
    TableMap map = TableMap.of(fileSystem, table);
    return nodes.stream()
        .map(node -> new LostNode(fileSystem, table, node, map.onlyAt(node)))
        .max(Comparator.comparingInt(node -> node.only().size()))
        .orElseThrow();
  }

  /**
   * Waits until the NameNode takes the node for dead, and then until all that was lost is there
   * again.
   *
   * @throws IOException if one of both takes too long
   */
  Recovery awaitRecovery(Progress progress) throws IOException, InterruptedException {
    double stopped = progress.seconds();
    TableMap map = TableMap.of(fileSystem, table);
    while (map.lost().isEmpty()) {
      require(progress.seconds() - stopped < DEAD_WITHIN_SECONDS, "is not taken for dead", map);
      Thread.sleep(PAUSE_MS);
      map = TableMap.of(fileSystem, table);
    }
    double dead = progress.seconds();
    progress.report("  dead after %.1f s without a heartbeat", dead - stopped);
    while (!map.lost().isEmpty()) {
      require(progress.seconds() - dead < REBUILT_WITHIN_SECONDS, "is not rebuilt", map);
      Thread.sleep(PAUSE_MS);
      map = TableMap.of(fileSystem, table);
    }
    double rebuilt = progress.seconds();
    while (metric("RebuildsDone") < only.size()) { // reported after the block is there
      require(progress.seconds() - rebuilt < DEAD_WITHIN_SECONDS, "reported too few rebuilds", map);
      Thread.sleep(PAUSE_MS);
    }
    for (String failure : FAILURES) {
      long number = metric("Rebuilds" + failure);
      if (number > 0) {
        progress.report("  %d failed first: %s", number, failure);
      }
    }
    List<TableMap.Placed> after =
        map.files().entrySet().stream()
            .filter(file -> only.contains(file.getKey()))
            .map(Map.Entry::getValue)
            .toList();
    return new Recovery(
        name,
        only,
        (int) after.stream().filter(file -> !file.hosts().isEmpty()).count(),
        after.stream().mapToLong(TableMap.Placed::bytes).sum(),
        metric("RebuildBytesRead"),
        rebuilt - dead);
  }

  private void require(boolean holds, String what, TableMap map) throws IOException {
    if (!holds) {
      throw new IOException("%s %s; without a replica are %s".formatted(name, what, map.lost()));
    }
  }

  /** Returns a figure of the NameNode, which is in this JVM. */
  private static long metric(String attribute) throws IOException {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    try {
      return ((Number) beans.getAttribute(new ObjectName(METRICS), attribute)).longValue();
    } catch (JMException e) {
      throw new IOException("The NameNode has no %s of %s".formatted(attribute, METRICS), e);
    }
  }
}
