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
package io.trident.hdfs.datanode;

import io.trident.core.guard.Guard;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.layout.TableFiles;
import io.trident.hdfs.protocol.LayoutRecoveryClient;
import io.trident.hdfs.protocol.LayoutRecoveryProtocol;
import io.trident.hdfs.protocol.NameNodeProxies;
import io.trident.hdfs.protocol.RebuildGrant;
import io.trident.hdfs.protocol.RebuildOutcome;
import io.trident.hdfs.protocol.RebuildPoll;
import io.trident.hdfs.protocol.RebuildTask;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes rebuilds of the default file system from its active NameNode. It takes as many at a time as
 * HDFS lets a DataNode have of reconstructions, {@code dfs.namenode.replication.max-streams}, less
 * those that HDFS has it do meanwhile.
 */
final class RebuildWorker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RebuildWorker.class);

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final long POLL_MS = 1_000;
  private static final long AFTER_FAILURE_MS = 3_000;

  private final DataNode node;
  private final Configuration conf;
  private final Guard guard;
  private final int streams;
  private final Optional<RowWorkers> workers;
  private final ExecutorService rebuilders;
  private final Thread poller;
  private volatile boolean isClosed;

  /**
   * For the poller: whether the last poll was; starts true, so that the first failure is logged.
   */
  private boolean isAnswered = true;

  /** All below: by this worker's lock. */
  private final Map<Long, Running> running = new HashMap<>();

  private final List<RebuildOutcome> outcomes = new ArrayList<>();
  private long epoch;

  /** A task that is being done, or waits for a thread. */
  private record Running(Future<?> work, RebuildProgress progress) {}

  private RebuildWorker(
      DataNode node, Configuration conf, Guard guard, Optional<RowWorkers> workers) {
    this.node = node;
    this.conf = conf;
    this.guard = guard;
    this.workers = workers;
    this.streams =
        conf.getInt(
            DFSConfigKeys.DFS_NAMENODE_REPLICATION_MAX_STREAMS_KEY,
            DFSConfigKeys.DFS_NAMENODE_REPLICATION_MAX_STREAMS_DEFAULT);
    this.rebuilders = Executors.newFixedThreadPool(Math.max(1, streams), daemons("rebuild"));
    this.poller = daemons("poll").newThread(this::run);
  }

  /** Starts to take rebuilds. */
  static RebuildWorker start(DataNode node, Configuration conf, Guard guard)
      throws URISyntaxException {
    RebuildWorker worker = new RebuildWorker(node, conf, guard, RowWorkers.of(conf));
    worker.poller.start();
    return worker;
  }

  private static ThreadFactory daemons(String name) {
    return task -> {
      Thread daemon = new Thread(task, "trident-datanode-" + name);
      daemon.setDaemon(true);
      return daemon;
    };
  }

  private void run() {
    while (!isClosed) {
      boolean isStarted =
          guard.run(
              "This DataNode takes no rebuilds for now",
              () -> {
                while (node.getDatanodeUuid() == null || !node.isDatanodeFullyStarted()) {
                  Thread.sleep(POLL_MS);
                }
                pollForever();
              });
      if (!isStarted && !pause(AFTER_FAILURE_MS)) {
        return;
      }
    }
  }

  private void pollForever() throws IOException {
    URI fileSystem = FileSystem.getDefaultUri(conf);
    LayoutRecoveryProtocol nameNode =
        NameNodeProxies.toActive(
            fileSystem,
            conf,
            LayoutRecoveryProtocol.class,
            (address, user, settings) -> LayoutRecoveryClient.to(address, user, settings, TIMEOUT));
    WorkSpace space =
        WorkSpace.of(conf, node.getDatanodeUuid(), HdfsKeys.LAYOUT_SORT_MEMORY_MB.read(conf::get));
    FileUtil.fullyDelete(space.directory().toFile()); // of a process that was killed
    Configuration quick = TableFiles.clientConfiguration(conf);
    try (FileSystem client = FileSystem.newInstance(fileSystem, quick);
        FileSystem unverified = FileSystem.newInstance(fileSystem, quick)) {
      unverified.setVerifyChecksum(false);
      ExtentRebuild rebuild =
          new ExtentRebuild(
              new TableFiles(client), unverified, space, new BlockWriter(node), workers);
      boolean goesOn = true;
      while (goesOn && !isClosed) {
        goesOn = pause(poll(nameNode, rebuild) ? POLL_MS : AFTER_FAILURE_MS);
      }
    }
  }

  /** Polls once; returns whether the NameNode answered. */
  private boolean poll(LayoutRecoveryProtocol nameNode, ExtentRebuild rebuild) {
    RebuildPoll report = report();
    try {
      take(report, nameNode.poll(report), rebuild);
      isAnswered = true;
      return true;
    } catch (IOException e) {
      if (isAnswered) {
        LOG.info("The NameNode hands out no rebuilds for now: {}", e.toString());
      }
      isAnswered = false;
      return false;
    }
  }

  private synchronized RebuildPoll report() {
    int busy = Math.max(running.size(), node.getXmitsInProgress());
    Map<Long, Long> progress = new HashMap<>();
    running.forEach((id, one) -> progress.put(id, one.progress().bytes()));
    return new RebuildPoll(
        node.getDatanodeUuid(), epoch, progress, outcomes, Math.max(0, streams - busy));
  }

  private synchronized void take(RebuildPoll report, RebuildGrant grant, ExtentRebuild rebuild) {
    if (grant.epoch() < epoch) {
      return; // a NameNode that does not know yet that it is no longer active
    }
    if (grant.epoch() > epoch) {
      running.values().forEach(one -> one.work().cancel(true));
      running.clear();
      outcomes.clear();
      epoch = grant.epoch();
      return;
    }
    outcomes.removeAll(report.outcomes());
    for (long id : grant.revoked()) {
      Running task = running.remove(id);
      if (task != null) {
        task.work().cancel(true);
      }
    }
    for (RebuildTask task : grant.tasks()) {
      if (!running.containsKey(task.id())) {
        RebuildProgress progress = new RebuildProgress();
        running.put(
            task.id(),
            new Running(
                rebuilders.submit(() -> rebuild(task, grant, rebuild, progress)), progress));
      }
    }
  }

  private void rebuild(
      RebuildTask task, RebuildGrant grant, ExtentRebuild rebuild, RebuildProgress progress) {
    node.incrementXmitsInProgress();
    try {
      RebuildOutcome outcome = rebuild.run(task, grant.blockPool(), progress);
      end(outcome, grant.epoch());
    } finally {
      node.decrementXmitsInProgress();
    }
  }

  private synchronized void end(RebuildOutcome outcome, long ofEpoch) {
    if (ofEpoch == epoch && running.remove(outcome.id()) != null) {
      outcomes.add(outcome);
    }
  }

  private static boolean pause(long millis) {
    try {
      Thread.sleep(millis);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    isClosed = true;
    poller.interrupt();
    rebuilders.shutdownNow();
    workers.ifPresent(RowWorkers::close);
  }
}
