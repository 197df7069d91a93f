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
package io.trident.hdfs.namenode;

import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.namenode.BlockPinner.PinView;
import io.trident.hdfs.namenode.BlockPinner.Upkeep;
import io.trident.hdfs.namenode.LeaseTable.Pin;
import io.trident.hdfs.namenode.LeaseTable.Terms;
import io.trident.hdfs.protocol.BlockCacheProtocol;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.LeaseInfo;
import io.trident.hdfs.protocol.LeaseStatus;
import io.trident.hdfs.protocol.PinState;
import io.trident.hdfs.protocol.PinStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.InvalidRequestException;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.CacheManagerBridge;
import org.apache.hadoop.hdfs.server.namenode.CachePool;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode.OperationCategory;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves leases on cached blocks from the NameNode's own state.
 *
 * <p>What changes the NameNode's caching lists holds the namesystem's global write lock, for at
 * most {@link #PINS_PER_LOCK} blocks at a time; renewing takes the block manager's read lock only.
 * A failure in here ends block caching, never the NameNode.
 */
final class BlockCacheService implements BlockCacheProtocol, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlockCacheService.class);
  private static final int PINS_PER_LOCK = 500;
  private static final int MAX_NAME = 256;
  private static final String OPERATION = "tridentBlockCache";

  private final NameNode nameNode;
  private final FSNamesystem namesystem;
  private final LeaseTable leases;
  private final BlockPinner pinner;
  private final CacheManagerBridge caches;
  private final UnreportedNodes unreported;
  private final CacheMetrics metrics;
  private final long maxTtlMs;
  private final long maxPins;
  private volatile boolean broken;

  private BlockCacheService(NameNode nameNode, LongSupplier nanoTime)
      throws ReflectiveOperationException {
    this.nameNode = nameNode;
    this.namesystem = nameNode.getNamesystem();
    this.maxTtlMs = HdfsKeys.CACHE_MAX_TTL_MS.read(nameNode.getConf()::get);
    this.maxPins = HdfsKeys.CACHE_MAX_BLOCKS.read(nameNode.getConf()::get);
    this.leases = new LeaseTable(nanoTime);
    this.pinner = new BlockPinner(namesystem, leases);
    this.unreported = new UnreportedNodes(nameNode, nanoTime);
    this.metrics = new CacheMetrics(leases);
    this.caches = CacheManagerBridge.install(nameNode, this::beforeSweep);
  }

  /**
   * Prepares to serve; before the NameNode becomes active.
   *
   * @param nanoTime monotonic clock in nanoseconds
   * @throws ReflectiveOperationException if the NameNode's cache manager looks different from that
   *     of Hadoop 3.5
   */
  static BlockCacheService start(NameNode nameNode, LongSupplier nanoTime)
      throws ReflectiveOperationException {
    BlockCacheService service = new BlockCacheService(nameNode, nanoTime);
    service.metrics.register();
    return service;
  }

  @Override
  public LeaseStatus acquire(
      String leaseId, String owner, String pool, long ttlMs, Collection<CachePin> pins)
      throws IOException {
    checkServing();
    checkName("lease", leaseId);
    checkName("owner", owner);
    if (pins.size() > MAX_PINS_PER_CALL || ttlMs <= 0) {
      throw new InvalidRequestException(
          "At most %d blocks per call and a positive time to live are allowed, not %d and %d ms"
              .formatted(MAX_PINS_PER_CALL, pins.size(), ttlMs));
    }
    ReadableBlocks readable = ReadableBlocks.of(nameNode, unreported, pins);
    Map<CachePin, PinStatus> states = new LinkedHashMap<>();
    Terms terms = null;
    List<Map.Entry<CachePin, Pin>> wanted = List.copyOf(readable.pins().entrySet());
    int from = 0;
    do {
      int to = Math.min(wanted.size(), from + PINS_PER_LOCK);
      namesystem.writeLock(RwLockMode.GLOBAL);
      try {
        checkServing();
        CachePool quota = pool(pool);
        terms = open(leaseId, owner, quota, ttlMs);
        pin(leaseId, quota, wanted.subList(from, to), states);
      } finally {
        namesystem.writeUnlock(RwLockMode.GLOBAL, OPERATION);
      }
      from = to;
    } while (from < wanted.size());
    states.putAll(readable.refused());
    if (leases.pins(leaseId).isEmpty()) {
      leases.take(leaseId, 1); // nothing to renew
    }
    report(leaseId, terms, states.values());
    List<PinStatus> inOrder = pins.stream().map(pin -> status(states, pin)).toList();
    return new LeaseStatus(
        true, TimeUnit.NANOSECONDS.toMillis(leases.remainingNanos(leaseId)), inOrder);
  }

  private static PinStatus status(Map<CachePin, PinStatus> states, CachePin pin) {
    PinStatus status = states.get(pin);
    return status == null ? new PinStatus(pin, PinState.REFUSED) : status; // one each
  }

  /** Opens the lease if the caller may use the pool and the lease; needs the global lock. */
  private Terms open(String leaseId, String owner, CachePool pool, long ttlMs) throws IOException {
    caches.checkPermission(pool, FsAction.WRITE);
    long granted = Math.min(ttlMs, Math.min(maxTtlMs, pool.getMaxRelativeExpiryMs()));
    String user = user();
    return leases
        .open(
            leaseId,
            new Terms(user, owner, pool.getPoolName(), TimeUnit.MILLISECONDS.toNanos(granted)))
        .orElseThrow(() -> notYours(leaseId, user));
  }

  private void pin(
      String leaseId,
      CachePool pool,
      List<Map.Entry<CachePin, Pin>> wanted,
      Map<CachePin, PinStatus> states) {
    boolean mark = caches.mark().orElse(false);
    CacheRoom room = pinner.room();
    for (Map.Entry<CachePin, Pin> entry : wanted) {
      Pin pin = entry.getValue();
      Optional<PinStatus> refusal =
          leases.holds(leaseId, pin) ? Optional.empty() : refusal(entry.getKey(), pin, pool, room);
      if (refusal.isPresent()) {
        states.put(entry.getKey(), refusal.get());
        continue;
      }
      if (leases.add(leaseId, pin)) {
        pool.addBytesNeeded(pin.bytes());
        metrics.pinned();
      }
      pinner.changed(List.of(pin.blockId()), mark, room);
      states.put(entry.getKey(), new PinStatus(entry.getKey(), pinner.look(pin).state()));
    }
  }

  private Optional<PinStatus> refusal(CachePin asked, Pin pin, CachePool pool, CacheRoom room) {
    Optional<BlockInfo> block = pinner.block(pin.blockId());
    if (block.isEmpty()) {
      return refusal(asked, PinState.NO_SUCH_BLOCK, "");
    }
    if (!block.get().isComplete()) {
      return refusal(asked, PinState.UNSUPPORTED, "the block is being written");
    }
    Optional<DatanodeDescriptor> node = pinner.replicaAt(block.get(), pin.node());
    if (node.isEmpty()) {
      return refusal(asked, PinState.NO_REPLICA, "");
    }
    if (leases.pinCount() >= maxPins) {
      return refusal(
          asked,
          PinState.QUOTA_EXCEEDED,
          "the NameNode pins %d blocks, as many as %s allows"
              .formatted(leases.pinCount(), HdfsKeys.CACHE_MAX_BLOCKS.name()));
    }
    if (pin.bytes() > pool.getLimit() - pool.getBytesNeeded()) {
      return refusal(
          asked,
          PinState.QUOTA_EXCEEDED,
          "cache pool %s is limited to %d bytes, of which %d are asked for"
              .formatted(pool.getPoolName(), pool.getLimit(), pool.getBytesNeeded()));
    }
    if (!pinner.canCache(block.get(), node.get(), room)) {
      return refusal(
          asked,
          PinState.CACHE_FULL,
          "%s has %d of %d bytes of cache left, the block needs %d"
              .formatted(
                  node.get().getHostName(),
                  Math.max(0, room.left(node.get())),
                  node.get().getCacheCapacity(),
                  pin.bytes()));
    }
    return Optional.empty();
  }

  private static Optional<PinStatus> refusal(CachePin asked, PinState why, String message) {
    return Optional.of(new PinStatus(asked, why, message));
  }

  private void report(String leaseId, Terms terms, Collection<PinStatus> states) {
    Map<PinState, Integer> count = new EnumMap<>(PinState.class);
    for (PinStatus status : states) {
      count.merge(status.state(), 1, Integer::sum);
      metrics.refused(status.state());
    }
    LOG.info(
        "Lease {} of {} for {} in pool {}: {}",
        leaseId,
        terms.user(),
        terms.owner(),
        terms.pool(),
        count);
  }

  @Override
  public LeaseStatus renew(String leaseId) throws IOException {
    checkServing();
    Optional<Terms> terms = leases.terms(leaseId);
    if (terms.isEmpty()) {
      return LeaseStatus.unknown();
    }
    String user = user();
    if (!terms.get().user().equals(user) || leases.open(leaseId, terms.get()).isEmpty()) {
      throw notYours(leaseId, user);
    }
    return upkept(leaseId);
  }

  /** Returns where a lease stands, after seeing to pins that the NameNode lost sight of. */
  private LeaseStatus upkept(String leaseId) {
    List<Pin> pins = leases.pins(leaseId);
    List<PinStatus> states = new ArrayList<>(pins.size());
    for (int from = 0; from < pins.size(); from += PINS_PER_LOCK) {
      List<Pin> some = pins.subList(from, Math.min(pins.size(), from + PINS_PER_LOCK));
      List<PinView> views = look(some);
      if (views.stream().anyMatch(view -> view.upkeep() != Upkeep.NONE)) {
        seeTo(leaseId, some);
      }
      for (int i = 0; i < some.size(); i++) {
        Pin pin = some.get(i);
        states.add(
            new PinStatus(
                new CachePin(pin.src(), pin.blockId(), pin.asked()), views.get(i).state()));
      }
    }
    return new LeaseStatus(
        true, TimeUnit.NANOSECONDS.toMillis(leases.remainingNanos(leaseId)), states);
  }

  private List<PinView> look(List<Pin> pins) {
    namesystem.readLock(RwLockMode.BM);
    try {
      return pins.stream().map(pinner::look).toList();
    } finally {
      namesystem.readUnlock(RwLockMode.BM, OPERATION);
    }
  }

  private void seeTo(String leaseId, List<Pin> pins) {
    namesystem.writeLock(RwLockMode.GLOBAL);
    try {
      List<Long> changed = new ArrayList<>();
      for (Pin pin : pins) {
        Upkeep upkeep = pinner.look(pin).upkeep();
        if (upkeep != Upkeep.NONE) {
          changed.add(pin.blockId());
        }
        if (upkeep == Upkeep.LET_GO && leases.take(leaseId, pin)) {
          leases.terms(leaseId).ifPresent(terms -> giveBack(terms.pool(), pin.bytes()));
          metrics.lost();
        }
      }
      pinner.changed(changed, caches.mark().orElse(false), pinner.room());
    } finally {
      namesystem.writeUnlock(RwLockMode.GLOBAL, OPERATION);
    }
  }

  @Override
  public boolean release(String leaseId) throws IOException {
    checkServing();
    Optional<Terms> terms = leases.terms(leaseId);
    if (terms.isEmpty()) {
      return false;
    }
    String user = user();
    if (!terms.get().user().equals(user) && !caches.callerIsSuperUser()) {
      throw notYours(leaseId, user);
    }
    end(leaseId, terms.get());
    metrics.released();
    LOG.info("Lease {} of {} was released by {}", leaseId, terms.get().owner(), user);
    return true;
  }

  private void end(String leaseId, Terms terms) {
    List<Pin> taken;
    do {
      namesystem.writeLock(RwLockMode.GLOBAL);
      try {
        taken = leases.take(leaseId, PINS_PER_LOCK);
        taken.forEach(pin -> giveBack(terms.pool(), pin.bytes()));
        pinner.changed(
            taken.stream().map(Pin::blockId).toList(), caches.mark().orElse(false), pinner.room());
      } finally {
        namesystem.writeUnlock(RwLockMode.GLOBAL, OPERATION);
      }
    } while (taken.size() == PINS_PER_LOCK);
  }

  @Override
  public List<LeaseInfo> list() throws IOException {
    checkServing();
    String user = user();
    Map<String, Boolean> readable = new HashMap<>();
    List<LeaseInfo> listed = new ArrayList<>();
    for (String id : leases.ids()) {
      Optional<Terms> terms = leases.terms(id);
      if (terms.isPresent()
          && (terms.get().user().equals(user)
              || readable.computeIfAbsent(terms.get().pool(), this::callerMayRead))) {
        listed.add(
            new LeaseInfo(
                id,
                terms.get().user(),
                terms.get().owner(),
                terms.get().pool(),
                leases.pins(id).stream().mapToLong(Pin::bytes).sum(),
                upkept(id)));
      }
    }
    return listed;
  }

  private boolean callerMayRead(String pool) {
    namesystem.readLock(RwLockMode.FS);
    try {
      Optional<CachePool> known = find(pool);
      if (known.isEmpty()) {
        return false;
      }
      caches.checkPermission(known.get(), FsAction.READ);
      return true;
    } catch (AccessControlException e) {
      return false;
    } finally {
      namesystem.readUnlock(RwLockMode.FS, OPERATION);
    }
  }

  /**
   * Ends leases whose time is over or whose pool was removed; on a NameNode that is not active, all
   * of them.
   */
  void endSpent() {
    if (leases.size() == 0) {
      return;
    }
    if (!nameNode.isActiveState() || caches.mark().isEmpty()) {
      leases.ids().forEach(id -> endAlone(id, "the NameNode is no longer active"));
      return;
    }
    leases.ended().forEach(id -> endAlone(id, "nobody renewed it"));
    for (String pool : leases.poolBytes().keySet()) {
      if (isGone(pool)) {
        leases.ids().stream()
            .filter(id -> leases.terms(id).map(Terms::pool).equals(Optional.of(pool)))
            .forEach(id -> endAlone(id, "its pool was removed"));
      }
    }
  }

  private void endAlone(String id, String why) {
    Optional<Terms> terms = leases.terms(id);
    if (terms.isPresent()) {
      end(id, terms.get());
      metrics.expired();
      LOG.info("Lease {} of {} ended: {}", id, terms.get().owner(), why);
    }
  }

  private boolean isGone(String pool) {
    namesystem.readLock(RwLockMode.FS);
    try {
      return find(pool).isEmpty();
    } finally {
      namesystem.readUnlock(RwLockMode.FS, OPERATION);
    }
  }

  private void beforeSweep() {
    if (broken) {
      return;
    }
    try {
      for (Map.Entry<String, Long> bytes : leases.poolBytes().entrySet()) {
        find(bytes.getKey()).ifPresent(pool -> pool.addBytesNeeded(bytes.getValue()));
      }
      pinner.beforeSweep(caches.mark().orElse(false));
    } catch (RuntimeException | AssertionError e) {
      broken = true; // an exception here would end the NameNode
      LOG.error("Blocks are no longer cached for leases; clients use cache directives", e);
    }
  }

  private void giveBack(String pool, long bytes) {
    find(pool).ifPresent(known -> known.addBytesNeeded(-bytes));
  }

  private CachePool pool(String name) throws InvalidRequestException {
    return find(name)
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "There is no cache pool %s. A superuser creates one with: hdfs cacheadmin -addPool %s"
                        .formatted(name, name)));
  }

  private Optional<CachePool> find(String name) {
    return namesystem.getCacheManager().getCachePools().stream()
        .filter(pool -> pool.getPoolName().equals(name))
        .findAny();
  }

  private void checkServing() throws IOException {
    namesystem.checkOperation(OperationCategory.WRITE);
    if (nameNode.isInSafeMode()) {
      throw new RetriableException("The NameNode is in safe mode; it pins no blocks until it left");
    }
    if (broken || !namesystem.getCacheManager().isEnabled()) {
      throw new UnsupportedOperationException("This NameNode caches no single blocks");
    }
  }

  private static void checkName(String what, String name) throws InvalidRequestException {
    if (name.isBlank() || name.length() > MAX_NAME) {
      throw new InvalidRequestException(
          "The name of a %s has 1 to %d characters: '%s'".formatted(what, MAX_NAME, name));
    }
  }

  private static AccessControlException notYours(String leaseId, String user) {
    return new AccessControlException(
        "Lease %s is not a lease of user %s".formatted(leaseId, user));
  }

  private static String user() throws IOException {
    return NameNode.getRemoteUser().getShortUserName();
  }

  @Override
  public void close() {
    metrics.close();
  }
}
