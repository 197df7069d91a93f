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
package io.trident.hdfs;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.BindException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.metrics.NameNodeMetrics;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.metrics2.lib.MutableCounterLong;
import org.jspecify.annotations.Nullable;

/** A real HDFS in this JVM whose DataNodes node1, node2, … each have a volume per tier. */
public final class TieredHdfs implements AutoCloseable {
  public static final int BLOCK = 64 * 1024;
  private static final StorageType[] TIERS = {
    StorageType.NVDIMM, StorageType.SSD, StorageType.DISK
  };

  private final MiniDFSCluster cluster;
  private final File directory;
  private final NameNodeMetrics metrics = NameNode.getNameNodeMetrics();

  private TieredHdfs(MiniDFSCluster cluster, File directory) {
    this.cluster = cluster;
    this.directory = directory;
  }

  /** Settings that make NameNode and DataNodes quick enough for tests. */
  public static Configuration configuration() {
    Configuration conf = new Configuration();
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_MIN_BLOCK_SIZE_KEY, 1024);
    conf.setTimeDuration(DFSConfigKeys.DFS_HEARTBEAT_INTERVAL_KEY, 1, TimeUnit.SECONDS);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_HEARTBEAT_RECHECK_INTERVAL_KEY, 500);
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_REDUNDANCY_INTERVAL_SECONDS_KEY, 1);
    // A volume that fills up refuses a copy which the NameNode asked for before it heard of that;
    // HDFS asks again after five minutes.
    conf.setInt(DFSConfigKeys.DFS_NAMENODE_RECONSTRUCTION_PENDING_TIMEOUT_SEC_KEY, 3);
    conf.setLong(DFSConfigKeys.DFS_CACHEREPORT_INTERVAL_MSEC_KEY, 500);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_PATH_BASED_CACHE_REFRESH_INTERVAL_MS, 500);
    conf.setLong(DFSConfigKeys.DFS_DATANODE_MAX_LOCKED_MEMORY_KEY, 16L * BLOCK);
    // In three seconds a slow machine may not even have started a process to rebuild in.
    conf.set(HdfsKeys.LAYOUT_WORKER.name(), "in-jvm");
    conf.setInt("ipc.client.connect.max.retries", 1);
    // Clients ask again soon whether a block has arrived.
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 5);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12); // 20 s in all
    return conf;
  }

  /** Starts nodes spread evenly over racks /r1, /r2, …; each has a volume of every tier. */
  public static TieredHdfs start(Configuration conf, int nodes, int racks) throws IOException {
    StorageType[][] types = new StorageType[nodes][];
    Arrays.fill(types, TIERS);
    return start(conf, racks, types);
  }

  /** Starts one node per row of {@code types}, with a volume per entry. */
  public static TieredHdfs start(Configuration conf, int racks, StorageType[][] types)
      throws IOException {
    return start(conf, racks, types, null);
  }

  /** Starts one node per row of {@code types}; {@code capacities} are bytes, alike in shape. */
  public static TieredHdfs start(
      Configuration conf, int racks, StorageType[][] types, long @Nullable [][] capacities)
      throws IOException {
    NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator());
    File directory =
        new File(System.getProperty("test.build.data", "target/test-data"), "" + UUID.randomUUID());
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.getAbsolutePath());
    String[] hosts = new String[types.length];
    String[] rackOf = new String[types.length];
    for (int i = 0; i < types.length; i++) {
      hosts[i] = "node" + (i + 1);
      rackOf[i] = "/r" + (1 + i * racks / types.length);
    }
    MiniDFSCluster.Builder builder =
        new MiniDFSCluster.Builder(conf)
            .numDataNodes(types.length)
            .hosts(hosts)
            .racks(rackOf)
            .storagesPerDatanode(types[0].length)
            .storageTypes(types);
    if (capacities != null) {
      builder.storageCapacities(capacities);
    }
    MiniDFSCluster cluster = builder.build();
    cluster.waitActive();
    return new TieredHdfs(cluster, directory);
  }

  public MiniDFSCluster cluster() {
    return cluster;
  }

  public DistributedFileSystem fileSystem() throws IOException {
    return cluster.getFileSystem();
  }

  /** Configuration for clients. */
  public Configuration clientConfiguration() throws IOException {
    return new Configuration(fileSystem().getConf());
  }

  /** Writes a file of the given number of full blocks and waits for its replicas. */
  public Path write(String name, int blocks, int replication) throws Exception {
    return write(name, blocks * (long) BLOCK, replication);
  }

  /** Writes a file of the given number of bytes and waits for its replicas. */
  public Path write(String name, long bytes, int replication) throws Exception {
    Path path = fileSystem().makeQualified(new Path(name));
    byte[] data = new byte[BLOCK];
    new Random(bytes).nextBytes(data);
    try (FSDataOutputStream out =
        fileSystem().create(path, true, 4096, (short) replication, BLOCK)) {
      for (long left = bytes; left > 0; left -= BLOCK) {
        out.write(data, 0, (int) Math.min(left, BLOCK));
      }
    }
    int copies = Math.min(replication, cluster.getDataNodes().size());
    await(
        copies + " reported replicas of each block of " + path,
        () -> blocks(path).stream().allMatch(block -> block.getLocations().length == copies));
    return path;
  }

  public List<LocatedBlock> blocks(Path path) throws IOException {
    return fileSystem()
        .getClient()
        .getLocatedBlocks(path.toUri().getPath(), 0, Long.MAX_VALUE)
        .getLocatedBlocks();
  }

  /** Returns how many calls for block locations the NameNode has served. */
  public long blockLocationCalls() throws ReflectiveOperationException {
    return calls("getBlockLocations");
  }

  /** Returns how many calls for listings the NameNode has served. */
  public long listingCalls() throws ReflectiveOperationException {
    return calls("getListingOps");
  }

  private long calls(String metric) throws ReflectiveOperationException {
    // Not by the metrics system: it names the sources of several NameNodes as it likes.
    Field counter = NameNodeMetrics.class.getDeclaredField(metric);
    counter.setAccessible(true);
    return ((MutableCounterLong) counter.get(metrics)).value();
  }

  /**
   * Waits until a condition holds, looking every 50 ms; fails after three minutes: Trident itself
   * may wait for a minute, for a report that HDFS has lost.
   */
  public static void await(String what, Condition condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
    while (!condition.holds()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("Not within three minutes: " + what);
      }
      Thread.sleep(50);
    }
  }

  /** Starts a DataNode that was stopped, where it was. */
  public void restart(DataNodeProperties stopped) throws Exception {
    onItsPort(() -> cluster.restartDataNode(stopped, true));
  }

  /** Stops the NameNode and starts it where it was; does not wait until it is active. */
  public void restartNameNode() throws Exception {
    onItsPort(() -> cluster.restartNameNode(0, false));
  }

  /** Does so, and waits until files can be written: an active one may be in safe mode. */
  public void restartNameNodeUntilWritable() throws Exception {
    restartNameNode();
    cluster.waitActive(0);
    await("out of safe mode", () -> !cluster.getNamesystem().isInSafeMode());
  }

  /** Starts a server, again if somebody who connects elsewhere has its port for the moment. */
  private static void onItsPort(Start start) throws Exception {
    await(
        "the port is free",
        () -> {
          try {
            start.run();
            return true;
          } catch (BindException e) {
            return false;
          }
        });
  }

  /** Starts a server. */
  @FunctionalInterface
  private interface Start {
    void run() throws Exception;
  }

  /** A condition that may fail to be evaluated. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws Exception;
  }

  @Override
  public void close() {
    cluster.shutdown(true);
    FileUtil.fullyDelete(directory);
  }
}
