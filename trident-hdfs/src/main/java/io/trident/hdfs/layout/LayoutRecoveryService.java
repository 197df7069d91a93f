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
package io.trident.hdfs.layout;

import io.trident.core.guard.Guard;
import io.trident.core.layout.recovery.AwaitedReports;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.placement.TableShape;
import io.trident.hdfs.protocol.ExtentState;
import io.trident.hdfs.protocol.LayoutRecoveryProtocol;
import io.trident.hdfs.protocol.RebuildGrant;
import io.trident.hdfs.protocol.RebuildPoll;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockQueues;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockReplicas;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockReports;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.PatchedScheduler;
import org.apache.hadoop.hdfs.server.blockmanagement.RebuildBridge;
import org.apache.hadoop.hdfs.server.blockmanagement.ReplicaMarks;
import org.apache.hadoop.hdfs.server.namenode.CallerAccess;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has lost extents of registered tables rebuilt, while its NameNode is active and not in safe mode.
 *
 * <p>Each round it looks at HDFS's queue of blocks without a replica, a slice at a time, and at
 * what readers wait for; at what of the super-extents found there is lost; and has HDFS expect
 * those blocks that can be rebuilt now, those with the fewest remaining ways first and of these
 * those that are waited for, of as many as the DataNodes that poll have room for. {@link
 * DamageSearch} finds, {@link RebuildHandout} hands out, {@link RebuildLeases} ends what was handed
 * out and has HDFS no longer expect what has failed. {@link StartupSafeMode} ends the safe mode of
 * a start that waits for lost extents.
 */
public final class LayoutRecoveryService implements LayoutRecoveryProtocol, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LayoutRecoveryService.class);

  private final NameNode nameNode;
  private final FSNamesystem namesystem;
  private final BlockManager blocks;
  private final FileStates states;
  private final DamageSearch.Places places;
  private final QueuedRebuilds queue = new QueuedRebuilds();
  private final RebuildLeases leases;
  private final RebuildHandout handout;
  private final LongSupplier nanoTime;
  private final LayoutMetrics metrics = new LayoutMetrics();
  private final OwnClient client;
  private final StartupSafeMode startup;

  /** Of this session; for the thread that makes the rounds. */
  private AwaitedReports reports;

  private volatile @Nullable Session session;
  private volatile @Nullable LayoutReport report;
  private volatile @Nullable Map<Long, TableShape> shapes;

  /**
   * What is known while the NameNode is active without a break.
   *
   * @param epoch unique, and greater than those before
   */
  private record Session(
      long epoch,
      LayoutTables tables,
      DamageSearch search,
      RebuildTasks tasks,
      RebuildRetries retries,
      RebuildDemands demands,
      Suspects suspects) {}

  private LayoutRecoveryService(NameNode nameNode, LongSupplier nanoTime, Guard guard) {
    this.nameNode = nameNode;
    this.namesystem = nameNode.getNamesystem();
    this.blocks = namesystem.getBlockManager();
    BlockReplicas replicas = new BlockReplicas(blocks, nameNode.getConf());
    RebuildBridge bridge = new RebuildBridge(namesystem, replicas);
    PatchedScheduler patched = new PatchedScheduler(namesystem, replicas);
    this.states = new FileStates(namesystem, replicas);
    this.places =
        new DamageSearch.Places(
            new BlockQueues(namesystem, replicas),
            patched,
            queue,
            states,
            HdfsKeys.LAYOUT_STALE_REBUILD.read(nameNode.getConf()::get),
            metrics);
    this.nanoTime = nanoTime;
    this.reports = AwaitedReports.begin(nanoTime.getAsLong());
    this.client = new OwnClient(nameNode);
    this.startup = new StartupSafeMode(nameNode, states, client, nanoTime);
    this.handout = new RebuildHandout(blocks, bridge, queue);
    this.leases = new RebuildLeases(blocks, bridge, states, metrics);
    queue.register(patched, guard);
  }

  /**
   * Prepares to serve; does nothing until {@link #round}.
   *
   * @param nanoTime monotonic clock in nanoseconds
   * @param guard contains what fails where HDFS calls
   */
  public static LayoutRecoveryService start(NameNode nameNode, LongSupplier nanoTime, Guard guard) {
    LayoutRecoveryService service = new LayoutRecoveryService(nameNode, nanoTime, guard);
    service.metrics.register();
    LOG.info(
        service.queue.isUsed()
            ? "HDFS has Trident's patches: lost extents are in its own queues, and not missing"
            : "HDFS is unpatched: lost extents count as missing until they are rebuilt");
    return service;
  }

  /**
   * Returns how the registered tables are grouped, by the inodes of their directories; nothing
   * until they have been read.
   */
  public Optional<Map<Long, TableShape>> shapes() {
    return Optional.ofNullable(shapes);
  }

  /**
   * Does one round, on one thread at a time.
   *
   * @throws IOException if the namespace cannot be read; the next round tries again
   */
  public void round() throws IOException {
    if (namesystem.isInSafeMode()) {
      startup.round();
    }
    if (!nameNode.isActiveState()) {
      session = null;
      queue.forget();
      shapes = null;
      metrics.health(0, 0, 0);
      return;
    }
    if (namesystem.isInSafeMode() || !blocks.isPopulatingReplQueues()) {
      return;
    }
    Session current = session;
    if (current == null) {
      current = begin();
      reports = AwaitedReports.begin(nanoTime.getAsLong());
      session = current;
    }
    if (!hasReports()) {
      return;
    }
    current.tables().refresh();
    queue.know(current.tables().index());
    shapes = current.tables().shapes();
    metrics.files(current.tables().index().size());
    leases.round(current.tasks(), current.retries(), current.suspects());
    Set<Long> demanded = current.demands().files();
    current.search().round(demanded);
    handout.hand(current.search().damaged(), current.tasks(), current.retries(), demanded);
    report = report(current);
  }

  /** Returns how the tables were in the last round; nothing on a standby, or in safe mode. */
  public Optional<LayoutReport> report() {
    return session == null ? Optional.empty() : Optional.ofNullable(report);
  }

  private LayoutReport report(Session current) {
    List<LayoutReporter.Damage> damage = new ArrayList<>();
    current
        .search()
        .damaged()
        .forEach(
            (id, one) ->
                damage.add(
                    new LayoutReporter.Damage(
                        id,
                        one.health(),
                        one.order().unrecoverable(),
                        current.retries().of(one.stored()))));
    return new LayoutReporter(namesystem)
        .report(current.tables(), damage, current.tasks().open(), metrics);
  }

  private boolean hasReports() {
    long now = nanoTime.getAsLong();
    reports =
        reports.after(
            blocks.getDatanodeManager().getDatanodes().stream()
                .filter(node -> node.isAlive() && !BlockReports.areIn(node))
                .map(DatanodeDescriptor::getDatanodeUuid)
                .collect(Collectors.toSet()),
            now);
    return reports.areIn(now);
  }

  private Session begin() throws IOException {
    TableFiles files = new TableFiles(client.fileSystem());
    LayoutTables tables = new LayoutTables(namesystem, files, nanoTime);
    Suspects suspects = new Suspects(states, new ReplicaMarks(namesystem));
    // Becoming active writes a transaction, so no two epochs have the same number.
    return new Session(
        namesystem.getFSImage().getLastAppliedOrWrittenTxId(),
        tables,
        new DamageSearch(places, files, tables, suspects),
        new RebuildTasks(nanoTime),
        new RebuildRetries(nanoTime),
        new RebuildDemands(nanoTime),
        suspects);
  }

  @Override
  public RebuildGrant poll(RebuildPoll poll) throws IOException {
    if (!CallerAccess.of(namesystem).isSuperUser()) {
      throw new AccessControlException("Only superusers, as DataNodes are, take work");
    }
    if (!nameNode.isActiveState()) {
      throw new StandbyException("Trident answers on the active NameNode only");
    }
    Session current = session;
    if (current == null) {
      throw new RetriableException("This NameNode has just become active, or is in safe mode");
    }
    String pool = namesystem.getBlockPoolId();
    if (poll.epoch() != current.epoch()) {
      current.tasks().greet(poll.node());
      return new RebuildGrant(current.epoch(), List.of(), poll.running(), pool);
    }
    RebuildTasks.Answer answer = current.tasks().poll(poll);
    answer.ended().forEach(metrics::ended);
    return new RebuildGrant(current.epoch(), answer.tasks(), answer.revoked(), pool);
  }

  /**
   * Notes that a reader waits for a file.
   *
   * @param file inode id of a file that exists
   * @throws RetriableException if the NameNode has just become active, or is in safe mode
   */
  ExtentState demand(long file) throws RetriableException {
    Session current = session;
    // Before the tables have been read no file is known as an extent.
    if (current == null || shapes == null || namesystem.isInSafeMode()) {
      throw new RetriableException("This NameNode has just become active, or is in safe mode");
    }
    if (!current.tables().index().has(file)) {
      return ExtentState.NOT_REBUILT;
    }
    if (states.isReadable(file)) {
      return ExtentState.READABLE;
    }
    return current.demands().make(file) ? ExtentState.AWAITED : ExtentState.NOT_REBUILT;
  }

  @Override
  public void close() {
    session = null;
    queue.forget();
    metrics.close();
    client.close();
  }
}
