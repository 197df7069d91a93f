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

import io.trident.benchmarks.workloads.InputTask;
import io.trident.core.storage.BlockToCache;
import io.trident.hdfs.cache.BlockCacher;
import io.trident.hdfs.protocol.LeaseInfo;
import io.trident.lab.testbed.ReadEvidence.MapRead;
import io.trident.mapreduce.prefetch.RequestedBlocks;
import io.trident.minicluster.CacheWatch.Copy;
import io.trident.minicluster.ServedRead;
import io.trident.testbed.Node;
import io.trident.testbed.Role;
import io.trident.testbed.Testbed;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** What a measurement asks the daemons of a test bed; to be used on its master. */
public final class BedCluster {
  private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(1);
  private static final long POLL_MS = 500;

  /** A request that is taken back is carried out before it is forgotten, disks being slow. */
  private static final Duration CACHE_TIMEOUT = Duration.ofMinutes(5);

  /** More than {@link CompareInput#prepareCaches} keeps there, and less than any input. */
  private static final long ALWAYS_CACHED_BYTES = 4096;

  private final Testbed testbed;
  private final Configuration conf;

  /**
   * @param conf as it is on the master
   */
  public BedCluster(Testbed testbed, Configuration conf) {
    this.testbed = testbed;
    this.conf = conf;
  }

  Configuration conf() {
    return conf;
  }

  /** Returns how long maps of earlier runs took until they read. */
  LaunchTimes launchTimes() {
    return new LaunchTimes(testbed.directory());
  }

  /**
   * Waits until nothing runs: not even the last container of an application that ended.
   *
   * @throws IOException if something still runs after a minute
   */
  public void requireIdle() throws IOException, InterruptedException {
    try (YarnClient yarn = YarnClient.createYarnClient()) {
      yarn.init(conf);
      yarn.start();
      long start = System.nanoTime();
      while (!idle(yarn)) {
        if (System.nanoTime() - start > IDLE_TIMEOUT.toNanos()) {
          throw new IOException(
              "Another application runs on the test bed; end it (see its web interface) first");
        }
        Thread.sleep(POLL_MS);
      }
    } catch (YarnException e) {
      throw new IOException(e);
    }
  }

  private static boolean idle(YarnClient yarn) throws YarnException, IOException {
    EnumSet<YarnApplicationState> busy =
        EnumSet.of(
            YarnApplicationState.NEW,
            YarnApplicationState.NEW_SAVING,
            YarnApplicationState.SUBMITTED,
            YarnApplicationState.ACCEPTED,
            YarnApplicationState.RUNNING);
    if (!yarn.getApplications(busy).isEmpty()) {
      return false;
    }
    for (NodeReport node : yarn.getNodeReports(NodeState.RUNNING)) {
      if (node.getUsed().getMemorySize() > 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Ends what earlier runs left in the caches, and waits until it is gone: from the DataNodes, and
   * from what the NameNode knows of an input.
   *
   * @throws IOException if something is still there after some minutes
   */
  public void requireEmptyCaches(org.apache.hadoop.fs.Path input)
      throws IOException, InterruptedException {
    DistributedFileSystem hdfs = hdfs();
    if (Arrays.stream(hdfs.getDataNodeStats()).allMatch(node -> node.getCacheCapacity() == 0)) {
      return;
    }
    try (BlockCacher cacher = new BlockCacher(conf)) {
      for (LeaseInfo lease : cacher.leases(hdfs)) {
        cacher.release(hdfs, lease.leaseId());
      }
    }
    long start = System.nanoTime();
    while (!areEmpty(hdfs, input)) {
      if (System.nanoTime() - start > CACHE_TIMEOUT.toNanos()) {
        throw new IOException("Blocks of earlier runs are still in the caches of DataNodes");
      }
      Thread.sleep(POLL_MS);
    }
  }

  private static boolean areEmpty(DistributedFileSystem hdfs, org.apache.hadoop.fs.Path input)
      throws IOException {
    for (DatanodeInfo node : hdfs.getDataNodeStats()) {
      if (node.getCacheUsed() > ALWAYS_CACHED_BYTES) {
        return false;
      }
    }
    RemoteIterator<LocatedFileStatus> files = hdfs.listFiles(input, true);
    while (files.hasNext()) {
      for (BlockLocation block : files.next().getBlockLocations()) {
        if (block.getCachedHosts().length > 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns what the client of a job that it just submitted had asked to be cached. */
  Set<Copy> requested(Job job) throws IOException {
    Map<String, String> uuids = new HashMap<>();
    for (DatanodeInfo node : hdfs().getDataNodeStats()) {
      uuids.put(node.getHostName(), node.getDatanodeUuid());
    }
    org.apache.hadoop.fs.Path file =
        new org.apache.hadoop.fs.Path(
            new org.apache.hadoop.fs.Path(job.getJobFile()).getParent(), RequestedBlocks.FILE_NAME);
    Set<Copy> copies = new LinkedHashSet<>();
    try {
      for (BlockToCache block : RequestedBlocks.read(hdfs(), file).blocks()) {
        copies.add(new Copy(block.blockId(), uuids.getOrDefault(block.node(), block.node())));
      }
    } catch (FileNotFoundException e) {
      return Set.of(); // nothing was
    }
    return copies;
  }

  /** Returns what the maps read of a job that ended just now. */
  List<MapRead> reads(Job job) throws IOException {
    ReadEvidence evidence = evidence();
    evidence.add(blocksOf(job));
    return evidence.of(
        successfulMaps(job), ReadEvidence.readsOf(job.getJobID().toString(), logsOfDataNodes()));
  }

  /** Returns when the containers of a job's maps were launched, by attempt, since the epoch. */
  static Map<String, Long> launchMillis(Job job) throws IOException, InterruptedException {
    Map<String, Long> launched = new HashMap<>();
    for (TaskReport map : job.getTaskReports(TaskType.MAP)) {
      launched.put(map.getSuccessfulTaskAttemptId().toString(), map.getStartTime());
    }
    return launched;
  }

  /** Returns what tasks of an engine that ended just now read, those that did. */
  List<MapRead> reads(List<InputTask> tasks) throws IOException {
    Map<String, String> addresses =
        testbed.description().layout().all().stream()
            .collect(Collectors.toMap(Node::name, Node::address));
    Map<String, List<LocatedBlock>> blocks = new HashMap<>();
    ReadEvidence evidence = evidence();
    for (InputTask task : tasks) {
      for (InputTask.Range range : task.partition()) {
        String file = range.file().toUri().getPath();
        if (!blocks.containsKey(file)) {
          blocks.put(file, blocksOf(hdfs(), file));
          evidence.add(blocks.getOrDefault(file, List.of()));
        }
      }
    }
    Map<String, List<ServedRead>> reads =
        new TaskReads(addresses, blocks)
            .of(tasks, ReadEvidence.reads("op: HDFS_READ", logsOfDataNodes()));
    return evidence.of(List.copyOf(reads.keySet()), reads);
  }

  private List<Path> logsOfDataNodes() throws IOException {
    return testbed.status().stream()
        .filter(daemon -> daemon.role() == Role.DATANODE)
        .map(Testbed.DaemonStatus::log)
        .toList();
  }

  /** Returns what DataNodes report of their caches and racks, without any blocks. */
  private ReadEvidence evidence() throws IOException {
    Map<String, String> racks =
        testbed.description().layout().all().stream()
            .collect(Collectors.toMap(Node::address, Node::rack));
    Map<String, String> uuids = new HashMap<>();
    for (DatanodeInfo node : hdfs().getDataNodeStats()) {
      uuids.put(node.getIpAddr(), node.getDatanodeUuid());
    }
    CacheLog caches = new CacheLog();
    for (Testbed.DaemonStatus daemon : testbed.status()) {
      if (daemon.role() == Role.DATANODE) {
        String address = daemon.node().address();
        caches.read(uuids.getOrDefault(address, address), daemon.log());
      }
    }
    return new ReadEvidence(racks, caches);
  }

  /** Returns how long the masters of a job took to match maps with containers; empty if stock. */
  OptionalDouble matchingMillis(Job job) throws IOException {
    String application = job.getJobID().toString().replaceFirst("^job_", "application_");
    List<Path> directories = new ArrayList<>();
    for (Node node : testbed.description().layout().workers()) {
      directories.add(testbed.containerLogs(node).resolve(application));
    }
    return MatchingLog.millis(directories);
  }

  /** Returns what the ResourceManager reports of its plans; none if it is stock. */
  PlanTimes planTimes() throws IOException {
    String url = testbed.webInterfaces().get("YARN");
    if (url == null) {
      throw new IllegalStateException("The test bed has no ResourceManager");
    }
    return PlanTimes.read(url);
  }

  private DistributedFileSystem hdfs() throws IOException {
    return (DistributedFileSystem) FileSystem.get(conf);
  }

  private List<LocatedBlock> blocksOf(Job job) throws IOException {
    List<LocatedBlock> blocks = new ArrayList<>();
    for (org.apache.hadoop.fs.Path input : JobPaths.inputsOf(job)) {
      DistributedFileSystem files = (DistributedFileSystem) input.getFileSystem(conf);
      for (FileStatus file : filesOf(files, input)) {
        blocks.addAll(blocksOf(files, file.getPath().toUri().getPath()));
      }
    }
    return blocks;
  }

  private static List<LocatedBlock> blocksOf(DistributedFileSystem files, String path)
      throws IOException {
    return files.getClient().getLocatedBlocks(path, 0, Long.MAX_VALUE).getLocatedBlocks();
  }

  private static List<FileStatus> filesOf(
      DistributedFileSystem files, org.apache.hadoop.fs.Path path) throws IOException {
    return Arrays.stream(files.listStatus(path)).filter(FileStatus::isFile).toList();
  }

  private static List<String> successfulMaps(Job job) throws IOException {
    List<String> attempts = new ArrayList<>();
    int from = 0;
    TaskCompletionEvent[] events = job.getTaskCompletionEvents(from);
    while (events.length > 0) {
      for (TaskCompletionEvent event : events) {
        if (event.isMapTask() && event.getStatus() == TaskCompletionEvent.Status.SUCCEEDED) {
          attempts.add(event.getTaskAttemptId().toString());
        }
      }
      from += events.length;
      events = job.getTaskCompletionEvents(from);
    }
    return attempts;
  }
}
