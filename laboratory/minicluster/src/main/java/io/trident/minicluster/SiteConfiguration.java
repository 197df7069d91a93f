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
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The site configuration of a cluster: the example files, with addresses, directories and machine
 * sizes replaced, and the caller's own settings on top.
 */
final class SiteConfiguration {
  static final List<String> FILES =
      List.of(
          "core-site.xml",
          "hdfs-site.xml",
          "yarn-site.xml",
          "capacity-scheduler.xml",
          "mapred-site.xml");

  /** Where a cluster keeps what it writes, below its directory. */
  static final List<String> DIRECTORIES =
      List.of("hdfs", "yarn", "rm-state", "node-attributes", "tmp");

  /** The NameNode's, below a cluster's directory. */
  static final String NAME_DIRECTORY = "hdfs/name";

  /**
   * One container, and with it one slot, in MiB. It is YARN's default minimum, which the
   * ResourceManager reads from class-path defaults once per JVM, whatever a cluster sets; a smaller
   * request would be rounded up to it. The memory is only accounted for, not used.
   */
  static final int CONTAINER_MB = 1024;

  /** Which addresses this JVM's nodes, and containers, connect from. */
  static final String SOCKET_FACTORY = "hadoop.rpc.socket.factory.class.default";

  private static final String LOCAL = "localhost";

  private SiteConfiguration() {}

  static Configuration build(
      @Nullable Path confDir,
      Path baseDir,
      ClusterLayout layout,
      int slotsPerNode,
      Map<String, String> settings)
      throws IOException {
    Configuration site = read(confDir);
    addresses(site);
    directories(site, baseDir, layout);
    machine(site, slotsPerNode);
    settings.forEach(site::set);
    return site;
  }

  /** Reads the site files of a directory, or the packaged examples. */
  static Configuration read(@Nullable Path confDir) throws IOException {
    Configuration site = new Configuration(false);
    for (String file : FILES) {
      site.addResource(example(confDir, file));
    }
    return site;
  }

  private static URL example(@Nullable Path confDir, String file) throws IOException {
    if (confDir != null) {
      Path path = confDir.resolve(file);
      if (!Files.isReadable(path)) {
        throw new IOException("%s is missing in the configuration directory".formatted(path));
      }
      return path.toUri().toURL();
    }
    @Nullable URL packaged = SiteConfiguration.class.getResource("conf/" + file);
    if (packaged == null) {
      throw new IOException(file + " is not packaged with trident-minicluster");
    }
    return packaged;
  }

  private static void addresses(Configuration site) throws IOException {
    List<String> keys =
        List.of(
            "dfs.namenode.http-address",
            "yarn.resourcemanager.address",
            "yarn.resourcemanager.scheduler.address",
            "yarn.resourcemanager.resource-tracker.address",
            "yarn.resourcemanager.admin.address",
            "yarn.resourcemanager.webapp.address",
            "mapreduce.jobhistory.address",
            "mapreduce.jobhistory.webapp.address",
            "mapreduce.jobhistory.admin.address");
    List<Integer> ports = FreePorts.choose(keys.size() + 1, new Random());
    for (int i = 0; i < keys.size(); i++) {
      site.set(keys.get(i), LOCAL + ":" + ports.get(i));
    }
    site.set("yarn.resourcemanager.hostname", LOCAL);
    site.set("fs.defaultFS", "hdfs://%s:%d".formatted(LOCAL, ports.get(keys.size())));
    site.setInt("mapreduce.shuffle.port", 0);
    site.setClass(SOCKET_FACTORY, NodeSocketFactory.class, javax.net.SocketFactory.class);
  }

  private static void directories(Configuration site, Path baseDir, ClusterLayout layout)
      throws IOException {
    Path racks = baseDir.resolve("racks");
    Files.writeString(racks, layout.topologyTable());
    site.set("net.topology.table.file.name", racks.toString());
    site.set("hadoop.tmp.dir", baseDir.resolve("tmp").toString());
    site.set("dfs.namenode.name.dir", baseDir.resolve(NAME_DIRECTORY).toUri().toString());
    site.set(
        "yarn.resourcemanager.fs.state-store.uri", baseDir.resolve("rm-state").toUri().toString());
    site.set(
        "yarn.node-attribute.fs-store.root-dir",
        baseDir.resolve("node-attributes").toUri().toString());
  }

  /**
   * Many small nodes on one small machine: little memory, quick heartbeats, clients that ask again
   * soon, no disk alarm.
   */
  private static void machine(Configuration site, int slotsPerNode) {
    site.setInt("yarn.nodemanager.resource.memory-mb", slotsPerNode * CONTAINER_MB);
    site.setInt("yarn.nodemanager.resource.cpu-vcores", slotsPerNode);
    site.setInt("yarn.scheduler.minimum-allocation-mb", CONTAINER_MB);
    site.setInt("yarn.app.mapreduce.am.resource.mb", CONTAINER_MB);
    site.set("yarn.app.mapreduce.am.command-opts", "-Xmx256m");
    for (String task : List.of("map", "reduce")) {
      site.setInt("mapreduce." + task + ".memory.mb", CONTAINER_MB);
      site.set("mapreduce." + task + ".java.opts", "-Xmx200m");
      site.set("mapreduce.admin." + task + ".child.java.opts", taskJvmOptions());
    }
    site.set("yarn.app.mapreduce.am.admin-command-opts", containerJvmOptions());
    site.setInt("mapreduce.task.io.sort.mb", 40);
    site.set("yarn.application.classpath", containerClassPath());
    site.set("mapreduce.application.classpath", containerClassPath());
    PluginJars.given()
        .ifPresent(jars -> site.set("trident.mapreduce.am-jar", jars.of("mapreduce").toString()));

    site.setInt("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", 250);
    site.setInt("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", 500);
    site.setInt("mapreduce.client.completion.pollinterval", 100);
    site.setInt("yarn.resourcemanager.connect.retry-interval.ms", 500);
    site.setInt("yarn.nodemanager.sleep-delay-before-sigkill.ms", 250);
    site.setInt("yarn.nodemanager.process-kill-wait.ms", 750);
    site.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 5);
    site.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12); // 20 s in all
    site.setInt("dfs.heartbeat.interval", 1);
    site.setInt("dfs.namenode.safemode.extension", 0);
    // A node with twice the average of connections gets no replica; of a handful of nodes that are
    // written to one file at a time, that is the one written to last.
    site.setBoolean("dfs.namenode.redundancy.considerLoad", false);
    site.setInt(
        "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", 100);
    site.setBoolean("yarn.nodemanager.pmem-check-enabled", false);
  }

  /** Containers resolve the nodes' names as this JVM does, and start as quickly as they can. */
  private static String containerJvmOptions() {
    return "-D%s=%s -Djava.net.preferIPv4Stack=true -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
        .formatted(
            ClusterLayout.HOSTS_FILE,
            Path.of(System.getProperty(ClusterLayout.HOSTS_FILE, "")).toAbsolutePath());
  }

  /** A fifth of what a small task costs is verification of Hadoop's classes. */
  private static String taskJvmOptions() {
    return containerJvmOptions()
        + " -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote";
  }

  /**
   * Hadoop as this JVM has it, without Trident: a node of a real cluster has none of Trident's
   * MapReduce classes either; they travel with the job. Only this module stays, for its sockets.
   */
  private static String containerClassPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !isTrident(entry))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(","));
  }

  /** Whether a class path entry is a jar, or the classes directory, of another module. */
  static boolean isTrident(String entry) {
    String product = "trident-(core|storage|hdfs|hdfs-client|yarn|mapreduce|cli)";
    Path path = Path.of(entry).toAbsolutePath();
    return path.getFileName().toString().matches("(" + product + "|trident-lab)-.*jar")
        || path.toString()
            .matches(".*/(" + product + "|laboratory/commands)/target/(test-)?classes");
  }
}
