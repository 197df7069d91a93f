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
import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.recovery.RebuildOrder;
import io.trident.core.layout.recovery.SuperExtentHealth;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.HdfsKeys.StaleRebuild;
import io.trident.hdfs.layout.RebuildTasks.Assigned;
import io.trident.hdfs.placement.TableShape;
import io.trident.hdfs.protocol.ExtentState;
import io.trident.hdfs.protocol.LayoutRecoveryProtocol;
import io.trident.hdfs.protocol.RebuildGrant;
import io.trident.hdfs.protocol.RebuildOutcome;
import io.trident.hdfs.protocol.RebuildOutcome.Result;
import io.trident.hdfs.protocol.RebuildPoll;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.RebuildBridge;
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
 * those that are waited for, of as many as the DataNodes that poll have room for. What is on stale
 * nodes only is rebuilt if a reader waits for it, or all of it by {@link
 * HdfsKeys#LAYOUT_STALE_REBUILD}. HDFS's own table of pending reconstructions decides when a
 * rebuild has failed. {@link StartupSafeMode} ends the safe mode of a start that waits for lost
 * extents.
 */
public final class LayoutRecoveryService implements LayoutRecoveryProtocol, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LayoutRecoveryService.class);

  /** Slices of HDFS's queue that are looked at in a round. */
  private static final int SLICES = 50;

  /** Damaged super-extents that are looked at in a round. */
  private static final int LOOKS = 50;

  private static final long REPORTS_NANOS = TimeUnit.MINUTES.toNanos(5);

  private final NameNode nameNode;
  private final FSNamesystem namesystem;
  private final BlockManager blocks;
  private final RebuildBridge bridge;
  private final FileStates states;
  private final StaleRebuild staleRebuild;
  private final QueuedRebuilds queue = new QueuedRebuilds();
  private final RebuildHandout handout;
  private final LongSupplier nanoTime;
  private final LayoutMetrics metrics = new LayoutMetrics();
  private final OwnClient client;
  private final StartupSafeMode startup;
  private volatile @Nullable Session session;
  private volatile @Nullable LayoutReport report;
  private volatile @Nullable Map<Long, TableShape> shapes;

  /** What is known while the NameNode is active without a break. */
  private static final class Session {
    private final long epoch;
    private final TableFiles files;
    private final LayoutTables tables;
    private final RebuildTasks tasks;
    private final RebuildDemands demands;
    private final long started;
    private final Set<Long> knownBroken = new HashSet<>();
    private final Map<SuperExtentId, DamagedSuperExtent> damaged = new LinkedHashMap<>();
    private int position;
    private int stalePosition;
    private int urgentPosition;

    Session(
        long epoch,
        TableFiles files,
        LayoutTables tables,
        RebuildTasks tasks,
        RebuildDemands demands,
        long started) {
      this.demands = demands;
      this.started = started;
      this.epoch = epoch;
      this.files = files;
      this.tables = tables;
      this.tasks = tasks;
    }
  }

  private LayoutRecoveryService(NameNode nameNode, LongSupplier nanoTime, Guard guard) {
    this.nameNode = nameNode;
    this.namesystem = nameNode.getNamesystem();
    this.blocks = namesystem.getBlockManager();
    this.bridge = new RebuildBridge(namesystem, nameNode.getConf());
    this.staleRebuild = HdfsKeys.LAYOUT_STALE_REBUILD.read(nameNode.getConf()::get);
    this.states = new FileStates(namesystem, bridge);
    this.nanoTime = nanoTime;
    this.client = new OwnClient(nameNode);
    this.startup = new StartupSafeMode(nameNode, states, client, nanoTime);
    this.handout = new RebuildHandout(blocks, bridge, states, queue);
    queue.register(bridge, guard);
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
      metrics.health(0, 0);
      return;
    }
    if (namesystem.isInSafeMode() || !blocks.isPopulatingReplQueues()) {
      return;
    }
    Session current = session;
    if (current == null) {
      current = begin();
      session = current;
    }
    if (!hasReports(current)) {
      return;
    }
    current.tables.refresh();
    queue.know(current.tables.index());
    shapes = current.tables.shapes();
    metrics.files(current.tables.index().size());
    endTasks(current);
    find(current);
    look(current);
    handout.hand(current.damaged, current.tasks, current.demands.files());
    report = report(current);
  }

  /** Returns how the tables were in the last round; nothing on a standby, or in safe mode. */
  public Optional<LayoutReport> report() {
    return session == null ? Optional.empty() : Optional.ofNullable(report);
  }

  private LayoutReport report(Session current) {
    List<LayoutReporter.Damage> damage = new ArrayList<>();
    current.damaged.forEach(
        (id, one) ->
            damage.add(new LayoutReporter.Damage(id, one.health(), one.order().unrecoverable())));
    return new LayoutReporter(namesystem)
        .report(current.tables, damage, current.tasks.open(), metrics);
  }

  /**
   * Returns whether all live nodes have reported their blocks, which look as if they were lost
   * before; after some minutes it no longer waits for the slowest.
   */
  private boolean hasReports(Session current) {
    return nanoTime.getAsLong() - current.started > REPORTS_NANOS
        || blocks.getDatanodeManager().getDatanodes().stream()
            .allMatch(node -> !node.isAlive() || node.checkBlockReportReceived());
  }

  private Session begin() throws IOException {
    TableFiles files = new TableFiles(client.fileSystem());
    // Becoming active writes a transaction, so no two epochs have the same number.
    return new Session(
        namesystem.getFSImage().getLastAppliedOrWrittenTxId(),
        files,
        new LayoutTables(namesystem, files, nanoTime),
        new RebuildTasks(nanoTime),
        new RebuildDemands(nanoTime),
        nanoTime.getAsLong());
  }

  private void endTasks(Session current) {
    for (Assigned task : current.tasks.open()) {
      switch (states.of(task.file())) {
        case READABLE -> current.tasks.settle(task.task().id());
        case LOST, STALE, BROKEN -> current.tasks.drop(task.task().id());
        case PENDING -> {}
      }
    }
  }

  private void find(Session current) {
    current.demands.files().forEach(file -> discover(current, file));
    current.position = find(current, current.position, bridge::lost);
    if (queue.isUsed()) {
      current.urgentPosition = find(current, current.urgentPosition, bridge::urgent);
    }
    if (staleRebuild == StaleRebuild.AT_ONCE) {
      current.stalePosition = find(current, current.stalePosition, bridge::silent);
    }
  }

  /** Looks at slices of some blocks; returns where to go on in the next round. */
  private int find(Session current, int from, Slices slices) {
    ExtentIndex index = current.tables.index();
    int position = from;
    for (int i = 0; i < SLICES && index.size() > 0; i++) {
      RebuildBridge.Slice slice = slices.look(position, FileStates.FILES_PER_LOCK, index::has);
      position = slice.next();
      slice.files().forEach(file -> discover(current, file));
      if (position == 0) {
        break;
      }
    }
    return position;
  }

  private void discover(Session current, long file) {
    current.tables.index().ownerOf(file).ifPresent(id -> discover(current, id));
  }

  private void discover(Session current, SuperExtentId id) {
    if (!current.damaged.containsKey(id)) {
      try {
        Manifest manifest = current.files.manifest(id);
        current.damaged.put(
            id,
            new DamagedSuperExtent(
                manifest,
                manifest.files(),
                Set.of(),
                SuperExtentHealth.READABLE,
                new RebuildOrder(List.of(), List.of())));
      } catch (IOException e) {
        LOG.debug("Not now", e); // found again in the next round
      }
    }
  }

  private void look(Session current) {
    Set<Long> demanded = current.demands.files();
    List<SuperExtentId> next = current.damaged.keySet().stream().limit(LOOKS).toList();
    for (SuperExtentId id : next) {
      DamagedSuperExtent before = current.damaged.remove(id);
      if (before == null || !current.tables.has(id)) {
        continue; // deleted, or no longer registered
      }
      SuperExtentHealth found = states.of(id, before.manifest());
      SuperExtentHealth health =
          found.rebuilding(extent -> isRebuiltWhileStale(before.stored().get(extent), demanded));
      reportBroken(current, id, before, health);
      RebuildOrder order = RebuildOrder.of(before.manifest(), before.manifest().parity(), health);
      DamagedSuperExtent damaged =
          new DamagedSuperExtent(before.manifest(), before.stored(), found.stale(), health, order);
      if (health.degraded() > 0) { // looked at again after all others
        current.damaged.put(id, damaged);
      }
      if (queue.isUsed()) {
        bridge.requeue(
            queue.look(damaged.stored(), found, order.unrecoverable()), FileStates.FILES_PER_LOCK);
      }
    }
    metrics.health(
        current.damaged.values().stream().mapToInt(one -> one.health().degraded()).sum(),
        current.damaged.values().stream()
            .mapToInt(one -> one.order().unrecoverable().size())
            .sum());
  }

  private boolean isRebuiltWhileStale(@Nullable StoredObject extent, Set<Long> demanded) {
    return staleRebuild == StaleRebuild.AT_ONCE
        || (extent != null && demanded.contains(extent.identity().inode()));
  }

  private void reportBroken(
      Session current, SuperExtentId id, DamagedSuperExtent damaged, SuperExtentHealth health) {
    List<Extent> found = new ArrayList<>();
    for (Extent extent : health.broken()) {
      StoredObject stored = damaged.stored().get(extent);
      if (stored != null && current.knownBroken.add(stored.identity().inode())) {
        found.add(extent);
      }
    }
    if (!found.isEmpty()) {
      metrics.broken(found.size());
      LOG.warn("Not the files that were written, so not rebuilt: of {}, {}", id, found);
    }
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
    if (poll.epoch() != current.epoch) {
      current.tasks.greet(poll.node());
      return new RebuildGrant(current.epoch, List.of(), poll.running(), pool);
    }
    RebuildTasks.Answer answer = current.tasks.poll(poll);
    answer.ended().forEach(outcome -> ended(poll.node(), outcome));
    return new RebuildGrant(current.epoch, answer.tasks(), answer.revoked(), pool);
  }

  /**
   * Notes that a reader waits for a file.
   *
   * @param file inode id of a file that exists
   * @throws RetriableException if the NameNode has just become active, or is in safe mode
   */
  ExtentState demand(long file) throws RetriableException {
    Session current = session;
    if (current == null || namesystem.isInSafeMode()) {
      throw new RetriableException("This NameNode has just become active, or is in safe mode");
    }
    if (!current.tables.index().has(file)) {
      return ExtentState.NOT_REBUILT;
    }
    if (states.isReadable(file)) {
      return ExtentState.READABLE;
    }
    return current.demands.make(file) ? ExtentState.AWAITED : ExtentState.NOT_REBUILT;
  }

  private void ended(String node, RebuildOutcome outcome) {
    metrics.ended(outcome);
    if (outcome.result() != Result.DONE) {
      LOG.info("Rebuild {} failed on {}: {}", outcome.id(), node, outcome.result());
    }
  }

  @Override
  public void close() {
    session = null;
    queue.forget();
    metrics.close();
    client.close();
  }

  /** A list of blocks at which slices are looked at. */
  @FunctionalInterface
  private interface Slices {
    RebuildBridge.Slice look(int from, int limit, Predicate<Long> wanted);
  }
}
