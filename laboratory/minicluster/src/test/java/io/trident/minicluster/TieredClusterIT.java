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

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TieredClusterIT {
  private static final java.nio.file.Path BASE =
      java.nio.file.Path.of("target", "it", "tiered-cluster-" + UUID.randomUUID());

  private static TieredCluster cluster;

  @BeforeAll
  static void start() throws IOException {
    cluster =
        TieredCluster.builder()
            .baseDir(BASE)
            .set("dfs.blocksize", Integer.toString(1 << 20))
            .set("mapreduce.framework.name", "yarn")
            .start();
  }

  @AfterAll
  static void closeLeavesNothingBehind() {
    java.nio.file.Path memory = Objects.requireNonNull(cluster.volumesOf("node1").get("NVDIMM"));
    assertThat(memory).exists();
    cluster.close();
    assertThat(memory.getParent()).doesNotExist();
    assertThat(
            ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains("container_") && line.contains(BASE.toString())))
        .isEmpty();
  }

  @Test
  void nodesHaveTheirOwnNamesAddressesAndRacks() throws IOException {
    Map<String, String> addresses = new HashMap<>();
    for (DatanodeInfo node : cluster.fileSystem().getDataNodeStats()) {
      addresses.put(node.getHostName(), node.getIpAddr());
      assertThat(node.getNetworkLocation()).isEqualTo(cluster.rackOf(node.getHostName()));
    }
    assertThat(addresses)
        .hasSize(6)
        .containsEntry("node1", "127.0.0.11")
        .containsEntry("node6", "127.0.0.16");
    assertThat(
            cluster.resourceManager().getRMContext().getRMNodes().values().stream()
                .map(node -> node.getHostName() + node.getRackName()))
        .contains("node1/r1", "node2/r2", "node6/r2")
        .hasSize(6);
  }

  @Test
  void everyNodeHasOneVolumePerTier() throws IOException {
    for (DatanodeStorageReport node :
        cluster.fileSystem().getClient().getDatanodeStorageReport(DatanodeReportType.LIVE)) {
      assertThat(Arrays.stream(node.getStorageReports()).map(r -> r.getStorage().getStorageType()))
          .containsExactlyInAnyOrder(StorageType.NVDIMM, StorageType.SSD, StorageType.DISK);
    }
  }

  @Test
  void everyBlockHasOneReplicaPerTier() throws IOException {
    Path file = new Path("/it/tiers");
    try (FSDataOutputStream out = cluster.fileSystem().create(file)) {
      out.write(new byte[12 << 20]);
    }
    cluster.awaitReplicas(file);
    BlockLocation[] blocks = cluster.fileSystem().getFileBlockLocations(file, 0, 12 << 20);
    assertThat(blocks).hasSize(12);
    for (BlockLocation block : blocks) {
      assertThat(block.getStorageTypes())
          .containsExactlyInAnyOrder(StorageType.NVDIMM, StorageType.SSD, StorageType.DISK);
      assertThat(Arrays.stream(block.getHosts()).map(cluster::rackOf).distinct()).hasSize(2);
    }
  }

  /** The examples name classes that exist, and the daemons run with them. */
  @Test
  void daemonsRunOnTheExamples() throws IOException {
    Configuration example = TieredCluster.exampleConfiguration();
    assertThat(cluster.resourceManager().getResourceScheduler().getClass().getName())
        .isEqualTo(example.get("yarn.resourcemanager.scheduler.class"));
    assertThat(
            cluster
                .nameNode()
                .getNamesystem()
                .getBlockManager()
                .getBlockPlacementPolicy()
                .getClass()
                .getName())
        .isEqualTo(example.get("dfs.block.replicator.classname"));
  }

  /** A task reads its block from its own node where that has a replica; the trace proves it. */
  @Test
  void tasksReadFromTheirOwnNode() throws Exception {
    DistributedFileSystem fs = cluster.fileSystem();
    Path input = new Path("/it/words");
    byte[] line = "the quick brown fox jumps over the lazy dog\n".getBytes(StandardCharsets.UTF_8);
    try (FSDataOutputStream out = fs.create(input)) {
      for (int written = 0; written < 5 << 20; written += line.length) {
        out.write(line);
      }
    }
    cluster.awaitReplicas(input);
    Job job = Job.getInstance(cluster.configuration(), "word count");
    job.setMapperClass(TokenCounterMapper.class);
    job.setCombinerClass(IntSumReducer.class);
    job.setReducerClass(IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    FileInputFormat.addInputPath(job, input);
    FileOutputFormat.setOutputPath(job, new Path("/it/counts"));
    Map<String, String> hostOfDataNode = new HashMap<>();
    for (DatanodeInfo node : fs.getDataNodeStats()) {
      hostOfDataNode.put(node.getDatanodeUuid(), node.getHostName());
    }
    List<ServedRead> reads;
    try (ReadTrace trace = ReadTrace.start()) {
      assertThat(job.waitForCompletion(false)).isTrue();
      reads = trace.drain();
    }

    try (FSDataInputStream in = fs.open(new Path("/it/counts/part-r-00000"))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).contains("the\t");
    }
    Map<Long, List<String>> replicas = new HashMap<>();
    for (LocatedBlock block :
        fs.getClient().getLocatedBlocks("/it/words", 0, 6 << 20).getLocatedBlocks()) {
      replicas.put(
          block.getBlock().getBlockId(),
          Stream.of(block.getLocations()).map(DatanodeInfo::getHostName).toList());
    }
    assertThat(replicas).hasSizeGreaterThanOrEqualTo(5);
    Map<String, String> hosts = new HashMap<>();
    for (TaskCompletionEvent event : job.getTaskCompletionEvents(0, 100)) {
      hosts.put(
          event.getTaskAttemptId().toString(),
          event.getTaskTrackerHttp().replaceAll("http://|:.*", ""));
    }
    List<ServedRead> ofTasks =
        reads.stream()
            .filter(read -> read.bytes() > 512 << 10 && read.attempt().isPresent())
            .toList();
    assertThat(ofTasks.stream().map(ServedRead::attempt).distinct()).hasSizeGreaterThanOrEqualTo(5);
    // Where a task runs is up to the scheduler, which does not wait for a node for ever.
    List<ServedRead> near =
        ofTasks.stream()
            .filter(
                read ->
                    replicas
                        .getOrDefault(read.blockId(), List.of())
                        .contains(hosts.get(read.attempt().get())))
            .toList();
    assertThat(near)
        .isNotEmpty()
        .allSatisfy(
            read ->
                assertThat(hostOfDataNode.get(read.dataNodeUuid()))
                    .isEqualTo(hosts.get(read.attempt().orElseThrow())));
  }

  @Test
  void daemonsStopAndStart() throws IOException {
    cluster.stopDataNode(5);
    cluster.startDataNode(5);
    assertThat(isReported(5)).isTrue();
    cluster.restartResourceManager();
    assertThat(cluster.resourceManager().getResourceScheduler().getNumClusterNodes()).isEqualTo(6);
    assertThat(cluster.dataNode(5).isDatanodeFullyStarted()).isTrue();
  }

  /**
   * Else a file that is written at once has fewer replicas, or others, than its policy asks for.
   */
  @Test
  void everyNodeHasReportedItsStorages() {
    for (int node = 0; node < 6; node++) {
      assertThat(isReported(node)).as("node " + node).isTrue();
    }
  }

  private static boolean isReported(int node) {
    return cluster
        .nameNode()
        .getNamesystem()
        .getBlockManager()
        .getDatanodeManager()
        .getDatanode(cluster.dataNode(node).getDatanodeUuid())
        .checkBlockReportReceived();
  }

  @Test
  void writesAConfigurationThatClientsInOtherProcessesCanUse() throws IOException {
    java.nio.file.Path dir = BASE.resolve("client-conf");
    cluster.writeClientConfiguration(dir);
    Configuration conf = new Configuration(false);
    conf.addResource(dir.resolve("yarn-site.xml").toUri().toURL());
    assertThat(conf.get("fs.defaultFS")).isEqualTo(cluster.fileSystem().getUri().toString());
    assertThat(conf.get("yarn.resourcemanager.address"))
        .isEqualTo(cluster.configuration().get("yarn.resourcemanager.address"));
    assertThat(Files.list(dir)).hasSize(4);
  }
}
