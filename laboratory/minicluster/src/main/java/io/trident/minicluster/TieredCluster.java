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
package io.trident.minicluster;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.util.RackResolver;
import org.apache.hadoop.yarn.util.RackResolverBridge;
import org.jspecify.annotations.Nullable;

/**
 * A real HDFS and YARN with storage tiers on one machine: NameNode, ResourceManager and job history
 * server, and per node a DataNode (one NVDIMM, one SSD and one DISK volume; the first on tmpfs
 * where there is one) and a NodeManager, all in this JVM. Containers are processes of their own.
 *
 * <p>Nodes are {@code node1}, {@code node2}, ... at loopback addresses of their own, in racks
 * {@code /r1}, {@code /r2}, ... in turn; this JVM must resolve them (system property {@code
 * jdk.net.hosts.file}). The configuration starts from the example files in conf/; only addresses,
 * directories and machine sizes are replaced. A JVM has one cluster with YARN at a time, because
 * YARN knows the racks of one.
 *
 * <p>Not thread-safe. {@link #close} stops every daemon and container and removes the memory tier.
 */
public final class TieredCluster implements AutoCloseable {
  private final ClusterLayout layout;
  private final Path baseDir;
  private final Configuration site;
  private final TierVolumes volumes;
  private final HdfsDaemons hdfs;
  private final @Nullable YarnDaemons yarn;
  private final @Nullable JobHistory history;
  private final Thread cleanUpOnExit;

  private TieredCluster(Builder builder) throws IOException {
    layout = new ClusterLayout(builder.nodes, builder.racks);
    layout.requireResolvableNames();
    DefaultMetricsSystem.setMiniClusterMode(true);
    baseDir = Files.createDirectories(builder.baseDir.toAbsolutePath());
    deleteOlderCluster(baseDir);
    site =
        SiteConfiguration.build(
            builder.confDir, baseDir, layout, builder.slotsPerNode, builder.settings);
    volumes = TierVolumes.create(baseDir);
    cleanUpOnExit = new Thread(this::cleanUp, "trident-minicluster-clean-up");
    Runtime.getRuntime().addShutdownHook(cleanUpOnExit);
    if (builder.cache != null) {
      NativeIO.POSIX.setCacheManipulator(builder.cache);
    }
    hdfs = HdfsDaemons.start(configuration(), layout, volumes);
    try {
      createDirectories();
      history = builder.jobHistory ? JobHistory.start(configuration()) : null;
      RackResolverBridge.forget();
      yarn = builder.withYarn ? YarnDaemons.start(configuration(), layout, baseDir) : null;
    } catch (IOException | RuntimeException e) {
      hdfs.close();
      cleanUp();
      throw e;
    }
    if (yarn != null) {
      requireRacks();
    }
  }

  /** Its NameNode is about to be formatted, and no DataNode with its volumes could join the new. */
  private static void deleteOlderCluster(Path baseDir) {
    if (!Files.exists(baseDir.resolve(SiteConfiguration.NAME_DIRECTORY))) {
      return; // what is there is not a cluster's
    }
    for (String directory : SiteConfiguration.DIRECTORIES) {
      FileUtil.fullyDelete(baseDir.resolve(directory).toFile());
    }
  }

  /** Returns a builder with 6 nodes in 2 racks, 4 slots each, under {@code target/minicluster}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns what the packaged examples of conf/ set, without Hadoop's defaults. */
  public static Configuration exampleConfiguration() throws IOException {
    return SiteConfiguration.read(null);
  }

  /** Returns a configuration for clients of this cluster; a copy. */
  public Configuration configuration() {
    Configuration conf = new YarnConfiguration(new HdfsConfiguration());
    settings().forEach(conf::set);
    return conf;
  }

  /** Returns what {@link #configuration} sets over Hadoop's defaults, variables not replaced. */
  public Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    for (Map.Entry<String, String> entry : site) {
      @Nullable String raw = site.getRaw(entry.getKey());
      if (raw != null) {
        settings.put(entry.getKey(), raw);
      }
    }
    return settings;
  }

  /**
   * Writes core-, hdfs-, yarn- and mapred-site.xml, for clients in other processes, which need no
   * class of this module.
   */
  public void writeClientConfiguration(Path dir) throws IOException {
    Files.createDirectories(dir);
    Configuration clients = new Configuration(site);
    clients.unset(SiteConfiguration.SOCKET_FACTORY);
    // Every file holds everything: which of them a client loads depends on the client.
    for (String file : List.of("core", "hdfs", "yarn", "mapred")) {
      try (OutputStream out = Files.newOutputStream(dir.resolve(file + "-site.xml"))) {
        clients.writeXml(out);
      }
    }
  }

  /** Returns the file system, as the user who runs this JVM. Closed by its own finaliser only. */
  public DistributedFileSystem fileSystem() throws IOException {
    return (DistributedFileSystem)
        org.apache.hadoop.fs.FileSystem.get(
            org.apache.hadoop.fs.FileSystem.getDefaultUri(site), configuration());
  }

  /**
   * Waits until each block of the files below a path has as many replicas as its file asks for: a
   * file can be closed as soon as its blocks have one.
   *
   * @throws IOException if that takes longer than a minute
   */
  public void awaitReplicas(org.apache.hadoop.fs.Path path) throws IOException {
    DistributedFileSystem fs = fileSystem();
    Await.until("the replicas of " + path, () -> hasAllReplicas(fs.listFiles(path, true)));
  }

  private static boolean hasAllReplicas(RemoteIterator<LocatedFileStatus> files)
      throws IOException {
    while (files.hasNext()) {
      LocatedFileStatus file = files.next();
      for (BlockLocation block : file.getBlockLocations()) {
        if (block.getHosts().length < file.getReplication()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns the host names of the nodes, in order. */
  public List<String> nodeNames() {
    return layout.names();
  }

  /** Returns the rack of a node by host name. */
  public String rackOf(String node) {
    return layout.rackOf(node);
  }

  /** Returns the directory that everything but the memory tier is written under. */
  public Path baseDir() {
    return baseDir;
  }

  /** Returns storage type -> volume directory of a node by host name. */
  public Map<String, Path> volumesOf(String node) {
    return volumes.volumes(node);
  }

  /** Returns the NameNode that runs now. */
  public NameNode nameNode() {
    return hdfs.nameNode();
  }

  /** Returns the running DataNode of a node (by index from 0). */
  public DataNode dataNode(int node) {
    return hdfs.dataNode(node);
  }

  /** Returns the running NodeManager of a node (by index from 0). */
  public NodeManager nodeManager(int node) {
    return yarn().nodeManager(node);
  }

  /** Returns the ResourceManager that runs now. */
  public ResourceManager resourceManager() {
    return yarn().resourceManager();
  }

  /** Stops the DataNode of a node (by index from 0); its replicas stay on its volumes. */
  public void stopDataNode(int node) {
    hdfs.stopDataNode(node);
  }

  /**
   * Stops the DataNode of a node (by index from 0); the NameNode calls it dead when it looks next
   * ({@code dfs.namenode.heartbeat.recheck-interval}), not after the usual minutes.
   */
  public void loseDataNode(int node) {
    hdfs.loseDataNode(node);
  }

  /** Starts the DataNode of a node (by index from 0) again, on the same volumes. */
  public void startDataNode(int node) throws IOException {
    hdfs.startDataNode(node);
  }

  /**
   * Stops all DataNodes, which must run, and starts them with settings changed, on the same
   * volumes; returns once the NameNode has their block reports.
   */
  public void restartDataNodes(Map<String, String> changes) throws IOException {
    changes.forEach(site::set);
    hdfs.restartDataNodes(changes);
  }

  /** Restarts the NameNode; returns once it has left safe mode. */
  public void restartNameNode() throws IOException {
    hdfs.restartNameNode();
  }

  /** Stops the NodeManager of a node (by index from 0), and its containers with it. */
  public void stopNodeManager(int node) {
    yarn().stopNodeManager(node);
  }

  /** Restarts the ResourceManager, which recovers running applications from its state store. */
  public void restartResourceManager() throws IOException {
    restartResourceManager(Map.of());
  }

  /** Restarts the ResourceManager with settings changed, such as its scheduler class. */
  public void restartResourceManager(Map<String, String> changes) throws IOException {
    changes.forEach(site::set);
    yarn().restartResourceManager(changes);
  }

  @Override
  public void close() {
    try {
      if (history != null) {
        history.close();
      }
      if (yarn != null) {
        yarn.close();
      }
    } finally {
      try {
        hdfs.close();
      } finally {
        cleanUp();
        Runtime.getRuntime().removeShutdownHook(cleanUpOnExit);
      }
    }
  }

  private YarnDaemons yarn() {
    if (yarn == null) {
      throw new IllegalStateException("This cluster was started without YARN");
    }
    return yarn;
  }

  private void createDirectories() throws IOException {
    try (DistributedFileSystem fs =
        (DistributedFileSystem) org.apache.hadoop.fs.FileSystem.newInstance(configuration())) {
      fs.mkdirs(new org.apache.hadoop.fs.Path("/tmp"));
      fs.setPermission(
          new org.apache.hadoop.fs.Path("/tmp"), FsPermission.createImmutable((short) 01777));
      fs.mkdirs(fs.getHomeDirectory());
    }
  }

  private void requireRacks() {
    for (String node : layout.names()) {
      String actual = RackResolver.resolve(node).getNetworkLocation();
      if (!actual.equals(layout.rackOf(node))) {
        close();
        throw new IllegalStateException(
            "%s is in rack %s for YARN, in %s for this cluster; run one cluster at a time in a JVM"
                .formatted(node, actual, layout.rackOf(node)));
      }
    }
  }

  /** Ends what outlives its daemon: containers, known by our directory in their command lines. */
  private void cleanUp() {
    String mark = baseDir + File.separator;
    ProcessHandle.allProcesses()
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .filter(
            process ->
                process
                    .info()
                    .commandLine()
                    .filter(line -> line.contains("container_") && line.contains(mark))
                    .isPresent())
        .forEach(ProcessHandle::destroyForcibly);
    volumes.deleteMemoryTier();
  }

  /** Settings of a cluster. */
  public static final class Builder {
    private final Map<String, String> settings = new LinkedHashMap<>();
    private int nodes = 6;
    private int racks = 2;
    private int slotsPerNode = 4;
    private boolean withYarn = true;
    private Path baseDir = Path.of("target", "minicluster");
    private boolean jobHistory = true;
    private @Nullable Path confDir;
    private @Nullable PacedCache cache;

    private Builder() {
      settings.put("dfs.blocksize", Long.toString(4 << 20));
    }

    /** Sets the number of nodes, 1 to 32; 6 by default. */
    public Builder nodes(int count) {
      nodes = count;
      return this;
    }

    /** Sets the number of racks, at most one per node; 2 by default. */
    public Builder racks(int count) {
      racks = count;
      return this;
    }

    /** Sets how many containers of the smallest size (1 GiB) a node has room for; 4 by default. */
    public Builder slotsPerNode(int count) {
      slotsPerNode = count;
      return this;
    }

    /**
     * Sets the directory to write under; an older cluster there is replaced, and its files lost.
     */
    public Builder baseDir(Path dir) {
      baseDir = dir;
      return this;
    }

    /** Sets where the site files come from, instead of the packaged examples. */
    public Builder confDir(Path dir) {
      confDir = dir;
      return this;
    }

    /** Leaves out what only MapReduce needs: its job history server and its shuffle service. */
    public Builder withoutMapReduce() {
      jobHistory = false;
      return set("yarn.nodemanager.aux-services", "");
    }

    /** Starts HDFS alone; calls for daemons of YARN then throw IllegalStateException. */
    public Builder hdfsOnly() {
      withYarn = false;
      return withoutMapReduce();
    }

    /**
     * Gives every DataNode a block cache, which is off by default; no native code is needed. All
     * clusters of one JVM share the bandwidth that was set last.
     *
     * @param bytesPerNode room of a DataNode's cache
     * @param bytesPerSecond how fast blocks are cached from one volume; may be infinite
     */
    public Builder blockCache(long bytesPerNode, double bytesPerSecond) {
      cache = new PacedCache(bytesPerSecond);
      set("dfs.datanode.max.locked.memory", Long.toString(bytesPerNode));
      set("dfs.cachereport.intervalMsec", "500");
      return set("dfs.namenode.path.based.cache.refresh.interval.ms", "500");
    }

    /** Sets a configuration key, over everything else. */
    public Builder set(String key, String value) {
      settings.put(key, value);
      return this;
    }

    /**
     * Starts the cluster and waits until every node is registered with HDFS and YARN.
     *
     * @throws IllegalStateException if this JVM does not resolve the nodes' names
     */
    public TieredCluster start() throws IOException {
      return new TieredCluster(this);
    }
  }
}
