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
package io.trident.testbed;

import io.trident.minicluster.NodeSocketFactory;
import io.trident.minicluster.PluginJars;
import io.trident.minicluster.TieredCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/**
 * The configuration of each node, from the examples for operators: addresses, directories and
 * machine sizes are replaced, and the caller's own settings are put on top. The master's is that of
 * clients, too.
 */
final class SiteFiles {
  /** Of the NameNode's web interface. */
  static final int NAMENODE_WEB_PORT = 9870;

  /** Every file holds everything: which of them is read depends on the reader. */
  private static final List<String> FILES =
      List.of(
          "core-site.xml",
          "hdfs-site.xml",
          "yarn-site.xml",
          "mapred-site.xml",
          "capacity-scheduler.xml");

  private static final String LOG4J =
      """
      log4j.rootLogger=INFO, console
      # Who read which block from which DataNode: HDFS logs that at DEBUG.
      log4j.logger.org.apache.hadoop.hdfs.server.datanode.DataNode.clienttrace=DEBUG
      # Which block was in a DataNode's cache from when to when, likewise.
      log4j.logger.org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetCache=DEBUG
      log4j.appender.console=org.apache.log4j.ConsoleAppender
      log4j.appender.console.target=System.err
      log4j.appender.console.layout=org.apache.log4j.PatternLayout
      log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{2}: %m%n
      """;

  /** One container, and with it one slot, in MB. It is accounted for, not used. */
  private static final int CONTAINER_MB = 1024;

  private final Layout layout;
  private final Path directory;
  private final Volumes volumes;
  private final Map<String, String> settings;

  /**
   * Creates it.
   *
   * @param directory the test bed's
   * @param settings over everything else
   */
  SiteFiles(Layout layout, Path directory, Volumes volumes, Map<String, String> settings) {
    this.layout = layout;
    this.directory = directory;
    this.volumes = volumes;
    this.settings = Map.copyOf(settings);
  }

  /** Returns the configuration directory of a node. */
  Path of(Node node) {
    return directory.resolve(node.name()).resolve("conf");
  }

  /** Returns where a node keeps the logs of its containers. */
  static Path containerLogs(Path directory, Node node) {
    return directory.resolve(node.name()).resolve("container-logs");
  }

  /** Returns the file that names all nodes, for JVMs that are not in a namespace. */
  Path hosts() {
    return directory.resolve("hosts");
  }

  void write() throws IOException {
    // A JVM with a file of names knows no others, its own machine's included.
    String machine = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    Files.writeString(hosts(), NodeNetwork.hosts(layout) + "127.0.0.1 " + machine + "\n");
    Files.writeString(
        racks(),
        layout.workers().stream()
            .map(
                node ->
                    "%s %s\n%s %s\n"
                        .formatted(node.name(), node.rack(), node.address(), node.rack()))
            .collect(Collectors.joining()));
    for (Node node : layout.all()) {
      Files.createDirectories(of(node));
      Configuration site = site(node);
      for (String file : FILES) {
        try (OutputStream out = Files.newOutputStream(of(node).resolve(file))) {
          site.writeXml(out);
        }
      }
      Files.writeString(of(node).resolve("log4j.properties"), LOG4J);
    }
  }

  private Configuration site(Node node) throws IOException {
    Configuration site = TieredCluster.exampleConfiguration();
    Path own = directory.resolve(node.name());
    masters(site);
    site.set("net.topology.table.file.name", racks().toString());
    site.set("hadoop.tmp.dir", own.resolve("tmp").toString());
    machine(site);
    if (!node.equals(layout.master())) {
      dataNode(site, node);
      nodeManager(site, node);
    }
    if (layout.isolation() == Isolation.LOOPBACK) {
      site.setClass(
          "hadoop.rpc.socket.factory.class.default",
          NodeSocketFactory.class,
          javax.net.SocketFactory.class);
      site.set(NodeSocketFactory.NODE, node.address());
    }
    settings.forEach(site::set);
    return site;
  }

  private void masters(Configuration site) {
    // By address, so that the machine itself, which knows no names, is a client, too.
    String master = layout.master().address();
    site.set("fs.defaultFS", "hdfs://" + master + ":8020");
    site.set("dfs.namenode.http-address", master + ":" + NAMENODE_WEB_PORT);
    site.set("yarn.resourcemanager.hostname", master);
    site.set("mapreduce.jobhistory.address", master + ":10020");
    site.set("mapreduce.jobhistory.webapp.address", master + ":19888");
    site.set("mapreduce.jobhistory.admin.address", master + ":10033");
    Path own = directory.resolve(layout.master().name());
    site.set("dfs.namenode.name.dir", own.resolve("name").toUri().toString());
    site.set("yarn.resourcemanager.fs.state-store.uri", own.resolve("rm-state").toUri().toString());
    site.set("yarn.node-attribute.fs-store.root-dir", own.resolve("attributes").toUri().toString());
    site.setInt("dfs.namenode.safemode.extension", 0);
    // A node with twice the average of connections gets no replica; of a handful of nodes that are
    // written to one file at a time, that is the one written to last.
    site.setBoolean("dfs.namenode.redundancy.considerLoad", false);
    // By default, nodes look every 30 seconds whether a restarted ResourceManager is back.
    site.setInt("yarn.resourcemanager.connect.retry-interval.ms", 1000);
    site.setInt("dfs.heartbeat.interval", 1);
    site.setInt("dfs.cachereport.intervalMsec", 1000);
  }

  private void dataNode(Configuration site, Node node) {
    site.set("dfs.datanode.hostname", node.name());
    site.set("dfs.datanode.address", node.address() + ":9866");
    site.set("dfs.datanode.ipc.address", node.address() + ":9867");
    site.set("dfs.datanode.http.address", node.address() + ":9864");
    site.set(
        "dfs.datanode.data.dir",
        Arrays.stream(Tier.values())
            .map(
                tier ->
                    "[%s]%s".formatted(tier.storageType(), volumes.replicas(node, tier).toUri()))
            .collect(Collectors.joining(",")));
    // Volumes are small here: by default none is written to that has less than 1 GiB left.
    site.setLong("dfs.datanode.round-robin-volume-choosing-policy.additional-available-space", 0);
    if (layout.sizes().cache() > 0) {
      site.set("dfs.datanode.pmem.cache.dirs", volumes.cache(node).toString());
    }
  }

  private void nodeManager(Configuration site, Node node) {
    site.set("yarn.nodemanager.hostname", node.name());
    site.set("yarn.nodemanager.address", node.name() + ":8041");
    site.set("yarn.nodemanager.localizer.address", node.name() + ":8040");
    site.set("yarn.nodemanager.webapp.address", node.name() + ":8042");
    site.set(
        "yarn.nodemanager.local-dirs",
        volumes.mountPoint(node, Tier.DISK).resolve("yarn").toString());
    site.set("yarn.nodemanager.log-dirs", containerLogs(directory, node).toString());
    site.setInt("mapreduce.shuffle.port", layout.isolation() == Isolation.KERNEL ? 13562 : 0);
  }

  /** Many small nodes on one small machine. */
  private void machine(Configuration site) {
    site.setInt("yarn.nodemanager.resource.memory-mb", layout.slots() * CONTAINER_MB);
    site.setInt("yarn.nodemanager.resource.cpu-vcores", layout.slots());
    site.setInt("yarn.scheduler.minimum-allocation-mb", CONTAINER_MB);
    site.setInt("yarn.app.mapreduce.am.resource.mb", CONTAINER_MB);
    site.set("yarn.app.mapreduce.am.command-opts", "-Xmx256m");
    site.set("yarn.app.mapreduce.am.admin-command-opts", containerJvmOptions());
    for (String task : List.of("map", "reduce")) {
      site.setInt("mapreduce." + task + ".memory.mb", CONTAINER_MB);
      site.set("mapreduce." + task + ".java.opts", "-Xmx200m");
      site.set("mapreduce.admin." + task + ".child.java.opts", containerJvmOptions());
    }
    site.setInt("mapreduce.task.io.sort.mb", 40);
    site.setLong("dfs.blocksize", layout.sizes().blockBytes());
    site.set("yarn.application.classpath", ClassPaths.ofContainers());
    site.set("mapreduce.application.classpath", ClassPaths.ofContainers());
    PluginJars.given()
        .ifPresent(jars -> site.set("trident.mapreduce.am-jar", jars.of("mapreduce").toString()));
    site.setBoolean("yarn.nodemanager.pmem-check-enabled", false);
    // Containers inherit nothing; without the mark, tasks of a job that runs would outlive "down".
    new Members(directory)
        .environment()
        .forEach((name, value) -> site.set("yarn.nodemanager.admin-env." + name, value));
    site.setInt(
        "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", 100);
  }

  private String containerJvmOptions() {
    String quick = "-Djava.net.preferIPv4Stack=true -XX:TieredStopAtLevel=1 -XX:+UseSerialGC";
    return layout.isolation() == Isolation.KERNEL
        ? quick
        : quick + " -Djdk.net.hosts.file=" + hosts();
  }

  private Path racks() {
    return directory.resolve("racks");
  }
}
