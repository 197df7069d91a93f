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
package io.trident.dist;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A host that one jar is installed in: where classes of that jar may lie, and what it may name. */
enum Host {
  HDFS(
      List.of(
          "io/trident/hdfs/",
          "org/apache/hadoop/fs/HdfsRecoveryBridge",
          "org/apache/hadoop/hdfs/ReadRecovery",
          "org/apache/hadoop/hdfs/Recovering",
          "org/apache/hadoop/hdfs/server/blockmanagement/BlockPlacementBridge",
          "org/apache/hadoop/hdfs/server/blockmanagement/BlockQueues",
          "org/apache/hadoop/hdfs/server/blockmanagement/BlockReplicas",
          "org/apache/hadoop/hdfs/server/blockmanagement/BlockReports",
          "org/apache/hadoop/hdfs/server/blockmanagement/OfferedRebuild",
          "org/apache/hadoop/hdfs/server/blockmanagement/PatchedScheduler",
          "org/apache/hadoop/hdfs/server/blockmanagement/Rebuild",
          "org/apache/hadoop/hdfs/server/blockmanagement/ReplicaMarks",
          "org/apache/hadoop/hdfs/server/datanode/BlockAccess",
          "org/apache/hadoop/hdfs/server/namenode/CacheManagerBridge",
          "org/apache/hadoop/hdfs/server/namenode/CallerAccess",
          "org/apache/hadoop/hdfs/server/namenode/NamespaceChange",
          "org/apache/hadoop/hdfs/server/namenode/PathStorageBridge"),
      List.of("io/trident/hdfs/cache/", "io/trident/hdfs/locate/")),
  YARN(
      List.of(
          "io/trident/yarn/",
          "org/apache/hadoop/yarn/server/resourcemanager/scheduler/fair/FairSchedulerBridge",
          "org/apache/hadoop/yarn/server/resourcemanager/webapp/Trident"),
      List.of()),
  MAPREDUCE(
      List.of(
          "io/trident/mapreduce/",
          "org/apache/hadoop/mapred/lib/Trident",
          "org/apache/hadoop/mapreduce/lib/input/Trident",
          "org/apache/hadoop/mapreduce/v2/app/Trident",
          "org/apache/hadoop/mapreduce/v2/app/rm/Trident"),
      List.of(
          "io/trident/mapreduce/shaded/hdfs/namenode/",
          "io/trident/mapreduce/shaded/hdfs/placement/",
          "io/trident/mapreduce/shaded/hdfs/rpc/",
          "io/trident/mapreduce/shaded/yarn/scheduler/")),
  SPARK(
      List.of(
          "io/trident/spark/",
          "org/apache/spark/scheduler/trident/",
          "org/apache/spark/sql/trident/",
          "org/apache/spark/ui/trident/"),
      List.of(
          "io/trident/spark/shaded/hdfs/namenode/",
          "io/trident/spark/shaded/hdfs/placement/",
          "io/trident/spark/shaded/hdfs/rpc/",
          "io/trident/spark/shaded/yarn/"));

  private final List<String> own;
  private final List<String> ofOthers;

  Host(List<String> own, List<String> ofOthers) {
    this.own = own;
    this.ofOthers = ofOthers;
  }

  /** Returns whether a class may be in this host's jar; the name as in a class file. */
  boolean mayHold(String name) {
    return own.stream().anyMatch(name::startsWith) && ofOthers.stream().noneMatch(name::startsWith);
  }

  /** Returns the jar that users install in this host. */
  Path jar() {
    return jar("trident-" + module() + "-.*-plugin\\.jar");
  }

  /** Returns the jar that goes before those of stock HDFS. */
  static Path patches() {
    return jar("trident-hdfs-patches-.*(?<!-sources|-tests)\\.jar");
  }

  private static Path jar(String name) {
    try (Stream<Path> files = Files.walk(Path.of(System.getProperty("trident.plugins")), 2)) {
      return files
          .filter(file -> file.getFileName().toString().matches(name))
          .reduce(
              (one, other) -> {
                throw new IllegalStateException(
                    "Two jars are named %s: %s, %s".formatted(name, one, other));
              })
          .orElseThrow(() -> new IllegalStateException("No jar is named " + name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the jars of the stock host that the jar was compiled against. */
  List<Path> stock() throws IOException {
    Path file =
        Path.of(
            System.getProperty("trident.modules"), "trident-" + module(), "target/stock.classpath");
    return Arrays.stream(Files.readString(file).trim().split(File.pathSeparator))
        .map(Path::of)
        .toList();
  }

  private String module() {
    return name().toLowerCase(Locale.ROOT);
  }
}
