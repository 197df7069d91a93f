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
package io.trident.mapreduce.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.hdfs.cache.BlockCacher;
import io.trident.hdfs.protocol.LeaseInfo;
import io.trident.minicluster.TieredCluster;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/** A cluster of three nodes whose files are on disks only and whose DataNodes cache blocks. */
final class CachingCluster implements AutoCloseable {
  static final int BLOCK = 1 << 20;

  private final TieredCluster cluster;
  private final Duration patience;

  private CachingCluster(TieredCluster cluster, Duration patience) {
    this.cluster = cluster;
    this.patience = patience;
  }

  /**
   * Starts it.
   *
   * @param bytesPerSecond how fast blocks are cached
   * @param patience how long to wait for what is to happen
   * @param settings further keys
   */
  static CachingCluster start(
      String name,
      int slotsPerNode,
      double bytesPerSecond,
      Duration patience,
      Map<String, String> settings)
      throws Exception {
    TieredCluster.Builder builder =
        TieredCluster.builder()
            .nodes(3)
            .slotsPerNode(slotsPerNode)
            .baseDir(java.nio.file.Path.of("target", name + "-" + System.nanoTime()))
            .blockCache(16L * BLOCK, bytesPerSecond)
            .set("dfs.blocksize", Integer.toString(BLOCK))
            .set("trident.hdfs.placement.tiers", "DISK");
    settings.forEach(builder::set);
    CachingCluster started = new CachingCluster(builder.start(), patience);
    started
        .hdfs()
        .addCachePool(new CachePoolInfo("trident").setMode(new FsPermission((short) 0777)));
    started.await(
        "caches known",
        () ->
            Stream.of(started.hdfs().getDataNodeStats())
                .allMatch(node -> node.getCacheCapacity() > 0));
    return started;
  }

  /** Returns the home directory of a user, who may submit jobs from then on. */
  Path homeOf(String user) throws Exception {
    for (String dir : List.of("", "/staging", "/staging/history")) { // as a real cluster has them
      Path path = new Path("/tmp/hadoop-yarn" + dir);
      hdfs().mkdirs(path);
      hdfs().setPermission(path, new FsPermission((short) 01777));
    }
    Path home = new Path("/user", user);
    hdfs().mkdirs(home);
    hdfs().setOwner(home, user, user);
    return home;
  }

  TieredCluster daemons() {
    return cluster;
  }

  DistributedFileSystem hdfs() throws Exception {
    return cluster.fileSystem();
  }

  /** Returns a configuration for jobs with Trident's application master. */
  Configuration jobConfiguration() {
    Configuration conf = cluster.configuration();
    conf.set("mapreduce.framework.name", "trident-yarn");
    return conf;
  }

  /** Writes blocks of words. */
  void write(Path file, int blocks, int replication, long seed) throws Exception {
    TestData.write(
        hdfs().create(file, true, 4096, (short) replication, BLOCK), blocks * BLOCK, seed);
  }

  /** Writes blocks of words, each with one replica, all on the first node. */
  void writeOnFirstNode(Path file, int blocks, long seed) throws Exception {
    DatanodeInfo first =
        Stream.of(hdfs().getDataNodeStats())
            .filter(node -> node.getHostName().equals(cluster.nodeNames().get(0)))
            .findFirst()
            .orElseThrow();
    TestData.write(
        hdfs()
            .create(
                file,
                FsPermission.getFileDefault(),
                true,
                4096,
                (short) 1,
                BLOCK,
                null,
                new InetSocketAddress[] {
                  new InetSocketAddress(first.getIpAddr(), first.getXferPort())
                }),
        blocks * BLOCK,
        seed);
    for (BlockLocation block : hdfs().getFileBlockLocations(file, 0, Long.MAX_VALUE)) {
      assertThat(block.getHosts()).containsExactly(first.getHostName());
    }
  }

  List<LeaseInfo> leases() throws Exception {
    try (BlockCacher cacher = new BlockCacher(hdfs().getConf())) {
      return cacher.leases(hdfs());
    }
  }

  /** Returns how many blocks of a file HDFS names a cached replica of. */
  int cachedBlocks(Path file) throws Exception {
    int cached = 0;
    FileSystem fs = hdfs();
    for (BlockLocation block : fs.getFileBlockLocations(file, 0, Long.MAX_VALUE)) {
      cached += block.getCachedHosts().length;
    }
    return cached;
  }

  /** By heartbeats: DataNodes do not report that their cache is empty. */
  long cachedBytes() throws Exception {
    long bytes = 0;
    for (DatanodeInfo node : hdfs().getDataNodeStats()) {
      bytes += node.getCacheUsed();
    }
    return bytes;
  }

  /** Waits until no lease is left and every cache is empty. */
  void awaitNothingPinned() throws Exception {
    await("no lease is left", () -> leases().isEmpty());
    await("every cache is empty", () -> cachedBytes() == 0);
  }

  void await(String what, Condition condition) throws Exception {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as(what).isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  /** What is waited for. */
  interface Condition {
    boolean holds() throws Exception;
  }

  /**
   * Returns what the application masters of a job logged.
   *
   * @param job identifier of the job
   */
  String masterLog(String job) throws Exception {
    String application = job.replace("job_", "application_");
    StringBuilder text = new StringBuilder();
    Files.walkFileTree(
        cluster.baseDir().resolve("yarn"),
        new SimpleFileVisitor<java.nio.file.Path>() {
          @Override
          public FileVisitResult visitFile(java.nio.file.Path file, BasicFileAttributes attributes)
              throws IOException {
            if (file.endsWith("syslog")
                && file.toString().contains(application)
                && file.getParent().toString().endsWith("_000001")) {
              text.append(Files.readAllLines(file).stream().collect(Collectors.joining("\n")));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(java.nio.file.Path file, IOException failure)
              throws IOException {
            // Node managers tidy up meanwhile.
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }
        });
    return text.toString();
  }

  @Override
  public void close() {
    cluster.close();
  }
}
