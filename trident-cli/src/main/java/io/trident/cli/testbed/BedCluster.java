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
package io.trident.cli.testbed;

import io.trident.testbed.Node;
import io.trident.testbed.Role;
import io.trident.testbed.Testbed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** What a measurement asks the daemons of a test bed; to be used on its master. */
final class BedCluster {
  private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(1);
  private static final long POLL_MS = 500;

  private final Testbed testbed;
  private final Configuration conf;

  BedCluster(Testbed testbed, Configuration conf) {
    this.testbed = testbed;
    this.conf = conf;
  }

  Configuration conf() {
    return conf;
  }

  /**
   * Waits until nothing runs: not even the last container of an application that ended.
   *
   * @throws IOException if something still runs after a minute
   */
  void requireIdle() throws IOException, InterruptedException {
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

  /** Returns where the maps of a job read that ended just now. */
  Map<String, Integer> locality(Job job) throws IOException {
    Map<String, String> racks =
        testbed.description().layout().all().stream()
            .collect(Collectors.toMap(Node::address, Node::rack));
    ReadEvidence evidence = new ReadEvidence(racks);
    evidence.add(blocksOf(job));
    return evidence.count(
        successfulMaps(job), ReadEvidence.readsOf(job.getJobID().toString(), dataNodeLogs()));
  }

  private List<LocatedBlock> blocksOf(Job job) throws IOException {
    List<LocatedBlock> blocks = new ArrayList<>();
    for (org.apache.hadoop.fs.Path input : FileInputFormat.getInputPaths(job)) {
      DistributedFileSystem files = (DistributedFileSystem) input.getFileSystem(conf);
      for (FileStatus file : filesOf(files, input)) {
        blocks.addAll(
            files
                .getClient()
                .getLocatedBlocks(file.getPath().toUri().getPath(), 0, Long.MAX_VALUE)
                .getLocatedBlocks());
      }
    }
    return blocks;
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

  private List<Path> dataNodeLogs() throws IOException {
    return testbed.status().stream()
        .filter(daemon -> daemon.role() == Role.DATANODE)
        .map(Testbed.DaemonStatus::log)
        .toList();
  }
}
