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

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every jar that users install, looked at as it is packaged. */
class ShippedJarsIT {
  private static final Map<Host, JarCheck> CHECKS = new EnumMap<>(Host.class);

  @ParameterizedTest
  @EnumSource
  void aJarNeedsNothingButItsStockHostAndBringsNothingOfAnother(Host host) throws Exception {
    assertThat(check(host).findings(host.jar())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "HDFS, io/trident/hdfs/shaded/core/fairness/FairTurns",
    "HDFS, io/trident/hdfs/shaded/layout/extent/ExtentRebuilder",
    "HDFS, io/trident/hdfs/shaded/layout/avro/AvroFormat",
    "HDFS, io/trident/hdfs/shaded/layout/parquet/ParquetFormat",
    "HDFS, io/trident/hdfs/protocol/BlockTiersServer",
    "HDFS, org/apache/hadoop/hdfs/server/namenode/CacheManagerBridge",
    "YARN, io/trident/yarn/shaded/core/request/PreferenceMap",
    "YARN, io/trident/yarn/wire/PreferenceMaps",
    "MAPREDUCE, io/trident/mapreduce/shaded/core/cost/CostModel",
    "MAPREDUCE, io/trident/mapreduce/shaded/hdfs/locate/TierLocator",
    "MAPREDUCE, io/trident/mapreduce/shaded/com/github/benmanes/caffeine/cache/Caffeine",
    "MAPREDUCE, io/trident/mapreduce/client/TridentClientProtocolProvider",
    "SPARK, io/trident/spark/shaded/core/matching/MatchingProblem",
    "SPARK, io/trident/spark/shaded/hdfs/protocol/proto/BlockTiersProtos",
    "SPARK, io/trident/spark/shaded/layout/table/TableSpec",
    "SPARK, io/trident/spark/layout/TridentTable",
    "SPARK, org/apache/spark/scheduler/trident/TridentClusterManager"
  })
  void aClassThatIsTakenOutIsMissed(Host host, String name, @TempDir Path directory)
      throws Exception {
    Path copy = Files.copy(host.jar(), directory.resolve("copy.jar"));
    try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + copy.toUri()), Map.of())) {
      Files.delete(jar.getPath(name + ".class"));
    }

    assertThat(check(host).findings(copy))
        .anySatisfy(finding -> assertThat(finding.replace('.', '/')).startsWith(name + ","));
  }

  @ParameterizedTest
  @CsvSource({
    "HDFS, io/trident/core/cost/CostModel",
    "YARN, io/trident/hdfs/HdfsKeys",
    "MAPREDUCE, io/trident/mapreduce/shaded/hdfs/namenode/LeaseTable",
    "SPARK, com/github/benmanes/caffeine/cache/Caffeine"
  })
  void aClassThatBelongsElsewhereIsNoticed(Host host, String name, @TempDir Path directory)
      throws Exception {
    Path copy = Files.copy(host.jar(), directory.resolve("copy.jar"));
    byte[] any = JarClasses.of(copy).classes().values().iterator().next();
    try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + copy.toUri()), Map.of())) {
      Path entry = jar.getPath(name + ".class");
      Files.createDirectories(entry.getParent());
      Files.write(entry, any);
    }

    assertThat(check(host).findings(copy)).contains(name + " is no class for " + host);
  }

  @Test
  void noClassIsInTwoJars() throws Exception {
    Map<String, List<Host>> holders = new HashMap<>();
    for (Host host : Host.values()) {
      JarClasses.of(host.jar())
          .names()
          .forEach(name -> holders.computeIfAbsent(name, key -> new ArrayList<>()).add(host));
    }

    assertThat(holders.values()).allSatisfy(hosts -> assertThat(hosts).hasSize(1));
  }

  /** Of a class that is replaced all nested ones are, too: compilers name what they share. */
  @Test
  void patchesReplaceWholeClassesOfHdfsAndNeedNoOther() throws Exception {
    Set<String> stock = JarClasses.namesIn(Host.HDFS.stock());
    JarClasses patches = JarClasses.of(Host.patches());
    List<String> patched =
        List.of(
            "org/apache/hadoop/hdfs/server/blockmanagement/BlockManager",
            "org/apache/hadoop/hdfs/server/blockmanagement/LowRedundancyBlocks",
            "org/apache/hadoop/hdfs/server/namenode/NamenodeFsck");

    assertThat(patches.names())
        .containsExactlyInAnyOrderElementsOf(
            stock.stream()
                .filter(
                    name ->
                        patched.stream()
                            .anyMatch(outer -> name.equals(outer) || name.startsWith(outer + "$")))
                .toList());
    assertThat(check(Host.HDFS).missing(patches)).isEmpty();
  }

  /**
   * Names that users write into configurations and programs, records on disk hold, and hosts look
   * up.
   */
  @ParameterizedTest
  @CsvSource({
    "HDFS, io/trident/hdfs/placement/TierPlacementPolicy",
    "HDFS, io/trident/hdfs/namenode/TridentNameNodePlugin",
    "HDFS, io/trident/hdfs/datanode/TridentDataNodePlugin",
    "HDFS, io/trident/hdfs/rpc/LayoutRecovery",
    "YARN, io/trident/yarn/scheduler/TridentCapacityScheduler",
    "YARN, io/trident/yarn/scheduler/TridentFairScheduler",
    "YARN, io/trident/yarn/scheduler/TridentFifoScheduler",
    "YARN, io/trident/yarn/scheduler/TridentPlacementAllocator",
    "YARN, io/trident/yarn/web/TridentWebServices",
    "YARN, org/apache/hadoop/yarn/server/resourcemanager/webapp/TridentController",
    "MAPREDUCE, org/apache/hadoop/mapreduce/v2/app/TridentMRAppMaster",
    "MAPREDUCE, io/trident/mapreduce/TridentCounter",
    "MAPREDUCE, io/trident/mapreduce/workflow/WorkflowChain",
    "SPARK, org/apache/spark/scheduler/trident/TridentPlugin",
    "SPARK, org/apache/spark/ui/trident/TridentHistoryPlugin",
    "SPARK, io/trident/spark/layout/TridentCatalog",
    "SPARK, io/trident/spark/layout/TridentExtensions",
    "SPARK, io/trident/spark/layout/TridentSource"
  })
  void aNameThatUsersKnowStaysAsItIs(Host host, String name) throws Exception {
    assertThat(JarClasses.of(host.jar()).names()).contains(name);
  }

  /** A relocated client asks for the protocol by the name of a class that the NameNode has. */
  @ParameterizedTest
  @CsvSource({
    "MAPREDUCE, io.trident.mapreduce.shaded.hdfs",
    "SPARK, io.trident.spark.shaded.hdfs",
  })
  void clientsAskForTheProtocolsThatTheNameNodeServes(Host client, String clients)
      throws Exception {
    for (String protocol :
        List.of("protocol.BlockTiersProtocolPB", "protocol.BlockCacheProtocolPB")) {
      String asked = protocolName(client, clients + "." + protocol);

      assertThat(asked).isEqualTo(protocolName(Host.HDFS, "io.trident.hdfs." + protocol));
      assertThat(JarClasses.of(Host.HDFS.jar()).names()).contains(asked.replace('.', '/'));
    }
  }

  private static String protocolName(Host host, String protocol) throws Exception {
    try (URLClassLoader loader = loader(host)) {
      Class<?> rpc = loader.loadClass("org.apache.hadoop.ipc.RPC");
      return (String)
          rpc.getMethod("getProtocolName", Class.class).invoke(null, loader.loadClass(protocol));
    }
  }

  private static URLClassLoader loader(Host host) throws Exception {
    List<URL> path = new ArrayList<>();
    for (Path jar : Stream.concat(Stream.of(host.jar()), host.stock().stream()).toList()) {
      path.add(jar.toUri().toURL());
    }
    return new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  private static JarCheck check(Host host) throws Exception {
    JarCheck known = CHECKS.get(host);
    if (known == null) {
      known = JarCheck.of(host);
      CHECKS.put(host, known);
    }
    return known;
  }
}
