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

import io.trident.core.storage.PinState;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.namenode.LeaseTable.Pin;
import io.trident.hdfs.namenode.LeaseTable.Terms;
import io.trident.hdfs.protocol.BlockCacheProtocol;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.LeaseInfo;
import io.trident.hdfs.protocol.LeaseStatus;
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
 * most {@link #LeasedBlocks.PINS_PER_LOCK} blocks at a time; renewing takes the block manager's
 * read lock only. A failure in here ends block caching, never the NameNode.
 */
final class BlockCacheService implements BlockCacheProtocol, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlockCacheService.class);
  private static final int MAX_NAME = 256;
  private static final String OPERATION = "tridentBlockCache";

  private final NameNode nameNode;
  private final FSNamesystem namesystem;
  private final LeaseTable leases;
  private final LeasedBlocks blocks;
  private final CacheManagerBridge caches;
  private final UnreportedNodes unreported;
  private final CacheMetrics metrics;
  private final long maxTtlMs;

  private BlockCacheService(NameNode nameNode, LongSupplier nanoTime)
      throws ReflectiveOperationException {
    this.nameNode = nameNode;
    this.namesystem = nameNode.getNamesystem();
    this.maxTtlMs = HdfsKeys.CACHE_MAX_TTL_MS.read(nameNode.getConf()::get);
    this.leases = new LeaseTable(nanoTime);
    this.unreported = new UnreportedNodes(nameNode, nanoTime);
    this.metrics = new CacheMetrics(leases);
    this.blocks =
        new LeasedBlocks(
            namesystem, leases, metrics, HdfsKeys.CACHE_MAX_BLOCKS.read(nameNode.getConf()::get));
    this.caches = CacheManagerBridge.install(nameNode, () -> blocks.beforeSweep(mark()));
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
      int to = Math.min(wanted.size(), from + LeasedBlocks.PINS_PER_LOCK);
      namesystem.writeLock(RwLockMode.GLOBAL);
      try {
        checkServing();
        CachePool quota = pool(pool);
        terms = open(leaseId, owner, quota, ttlMs);
        blocks.pin(leaseId, quota, wanted.subList(from, to), mark(), states);
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
    return standing(leaseId);
  }

  private LeaseStatus standing(String leaseId) {
    List<PinStatus> states = blocks.upkeep(leaseId, this::mark);
    return new LeaseStatus(
        true, TimeUnit.NANOSECONDS.toMillis(leases.remainingNanos(leaseId)), states);
  }

  /** The mark of the monitor's current or last rescan; any other value without monitor. */
  private boolean mark() {
    return caches.mark().orElse(false);
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
    blocks.end(leaseId, terms.get(), this::mark);
    metrics.released();
    LOG.info("Lease {} of {} was released by {}", leaseId, terms.get().owner(), user);
    return true;
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
                standing(id)));
      }
    }
    return listed;
  }

  private boolean callerMayRead(String pool) {
    namesystem.readLock(RwLockMode.FS);
    try {
      Optional<CachePool> known = blocks.pool(pool);
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

  /** Has the NameNode forget cached locations on nodes whose caches are empty. */
  void forgetLostCopies() {
    blocks.forgetLostCopies();
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
      blocks.end(id, terms.get(), this::mark);
      metrics.expired();
      LOG.info("Lease {} of {} ended: {}", id, terms.get().owner(), why);
    }
  }

  private boolean isGone(String pool) {
    namesystem.readLock(RwLockMode.FS);
    try {
      return blocks.pool(pool).isEmpty();
    } finally {
      namesystem.readUnlock(RwLockMode.FS, OPERATION);
    }
  }

  private CachePool pool(String name) throws InvalidRequestException {
    return blocks
        .pool(name)
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "There is no cache pool %s. A superuser creates one with: hdfs cacheadmin -addPool %s"
                        .formatted(name, name)));
  }

  private void checkServing() throws IOException {
    namesystem.checkOperation(OperationCategory.WRITE);
    if (nameNode.isInSafeMode()) {
      throw new RetriableException("The NameNode is in safe mode; it pins no blocks until it left");
    }
    if (blocks.isBroken() || !namesystem.getCacheManager().isEnabled()) {
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
