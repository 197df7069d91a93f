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

import io.trident.core.guard.Guard;
import io.trident.core.storage.PinState;
import io.trident.hdfs.namenode.LeaseTable.LeaseKey;
import io.trident.hdfs.namenode.LeaseTable.Pin;
import io.trident.hdfs.namenode.LeaseTable.Place;
import io.trident.hdfs.namenode.LeaseTable.Terms;
import io.trident.hdfs.protocol.BlockCacheProtocol;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.ClientText;
import io.trident.hdfs.protocol.LeaseCursor;
import io.trident.hdfs.protocol.LeaseInfo;
import io.trident.hdfs.protocol.LeaseStatus;
import io.trident.hdfs.protocol.Page;
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
import org.apache.hadoop.hdfs.server.namenode.CallerAccess;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves leases on cached blocks from the NameNode's own state.
 *
 * <p>What changes the NameNode's caching lists holds the namesystem's global write lock, for at
 * most {@link LeasedBlocks#PINS_PER_LOCK} blocks at a time; renewing takes read locks only. Texts,
 * pool and amounts are checked before a path is looked at, and groups are looked up before any lock
 * is taken. A failure in here ends block caching, never the NameNode.
 */
final class BlockCacheService implements BlockCacheProtocol, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlockCacheService.class);
  private static final String OPERATION = "tridentBlockCache";

  /** Leases that a page looks at, listed or not. */
  private static final int LEASES_PER_PAGE = 1_000;

  private final NameNode nameNode;
  private final FSNamesystem namesystem;
  private final LeasedBlocks blocks;
  private final LeaseTable leases;
  private final CacheManagerBridge caches;
  private final UnreportedNodes unreported;
  private final LeaseLimits limits;

  private BlockCacheService(NameNode nameNode, LongSupplier nanoTime, Guard guard)
      throws ReflectiveOperationException {
    this.nameNode = nameNode;
    this.namesystem = nameNode.getNamesystem();
    this.limits = LeaseLimits.read(nameNode.getConf()::get);
    this.unreported = new UnreportedNodes(nameNode, nanoTime);
    this.blocks = new LeasedBlocks(namesystem, limits, nanoTime, guard);
    this.leases = blocks.leases();
    this.caches =
        CacheManagerBridge.install(nameNode, blocks::beforeScan, () -> blocks.beforeSweep(mark()));
  }

  /**
   * Prepares to serve; before the NameNode becomes active.
   *
   * @param nanoTime monotonic clock in nanoseconds
   * @throws ReflectiveOperationException if the NameNode's cache manager looks different from that
   *     of Hadoop 3.5
   */
  static BlockCacheService start(NameNode nameNode, LongSupplier nanoTime, Guard guard)
      throws ReflectiveOperationException {
    BlockCacheService service = new BlockCacheService(nameNode, nanoTime, guard);
    service.blocks.metrics().register();
    return service;
  }

  @Override
  public LeaseStatus acquire(
      String leaseId, String owner, String pool, long ttlMs, Collection<CachePin> pins)
      throws IOException {
    checkServing();
    ClientText.checkName("lease", leaseId);
    ClientText.checkName("owner", owner);
    ClientText.checkName("pool", pool);
    for (CachePin pin : checkAmounts(ttlMs, pins)) {
      ClientText.checkName("node", pin.node());
    }
    CallerAccess caller = CallerAccess.of(namesystem);
    check(caller, pool);
    LeaseKey lease = new LeaseKey(caller.user(), leaseId);
    ReadableBlocks readable = ReadableBlocks.of(nameNode, caller, unreported, pins);
    Map<CachePin, PinStatus> states = new LinkedHashMap<>();
    List<Map.Entry<CachePin, Pin>> wanted = List.copyOf(readable.pins().entrySet());
    Terms terms;
    int from = 0;
    do {
      int to = Math.min(wanted.size(), from + LeasedBlocks.PINS_PER_LOCK);
      namesystem.writeLock(RwLockMode.GLOBAL);
      try {
        checkServing();
        CachePool quota = pool(pool);
        terms = open(lease, owner, caller, quota, ttlMs);
        blocks.pin(lease, quota, wanted.subList(from, to), mark(), states);
      } finally {
        namesystem.writeUnlock(RwLockMode.GLOBAL, OPERATION);
      }
      from = to;
    } while (from < wanted.size());
    states.putAll(readable.refused());
    if (leases.isEmpty(lease)) {
      leases.take(lease, 1); // nothing to renew
    }
    report(leaseId, terms, states.values());
    List<PinStatus> inOrder = pins.stream().map(pin -> status(states, pin)).toList();
    return new LeaseStatus(true, remainingMs(lease), inOrder);
  }

  private Collection<CachePin> checkAmounts(long ttlMs, Collection<CachePin> pins)
      throws InvalidRequestException {
    if (ttlMs <= 0) {
      throw new InvalidRequestException(
          "A positive time to live is needed, not %d ms".formatted(ttlMs));
    }
    if (pins.size() > limits.maxPins()
        || pins.stream().map(CachePin::src).distinct().count() > limits.maxFiles()) {
      throw new InvalidRequestException(
          "At most %d blocks of %d files are asked for in one call"
              .formatted(limits.maxPins(), limits.maxFiles()));
    }
    return pins;
  }

  private static PinStatus status(Map<CachePin, PinStatus> states, CachePin pin) {
    PinStatus status = states.get(pin);
    return status == null ? new PinStatus(pin, PinState.REFUSED) : status; // one each
  }

  /** Checks that there is a pool and the caller may use it. */
  private void check(CallerAccess caller, String pool) throws IOException {
    namesystem.readLock(RwLockMode.FS);
    try {
      caller.check(pool(pool), FsAction.WRITE);
    } finally {
      namesystem.readUnlock(RwLockMode.FS, OPERATION);
    }
  }

  /** Opens the lease if the caller may use the pool; needs the global lock. */
  private Terms open(LeaseKey lease, String owner, CallerAccess caller, CachePool pool, long ttlMs)
      throws IOException {
    caller.check(pool, FsAction.WRITE);
    String name = pool.getPoolName();
    Optional<String> counted = leases.terms(lease).map(Terms::pool);
    if (counted.isPresent() && !counted.get().equals(name)) {
      throw new InvalidRequestException(
          "The lease counts in cache pool %s, not in %s".formatted(counted.get(), name));
    }
    long granted = Math.min(ttlMs, Math.min(limits.maxTtlMs(), pool.getMaxRelativeExpiryMs()));
    return leases.open(
        lease, new Terms(lease.user(), owner, name, TimeUnit.MILLISECONDS.toNanos(granted)));
  }

  private void report(String leaseId, Terms terms, Collection<PinStatus> states) {
    Map<PinState, Integer> count = new EnumMap<>(PinState.class);
    for (PinStatus status : states) {
      count.merge(status.state(), 1, Integer::sum);
      blocks.metrics().refused(status.state());
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
  public Page<LeaseStatus> renew(String leaseId, LeaseCursor from) throws IOException {
    checkServing();
    ClientText.checkName("lease", leaseId);
    checkCursor(from);
    CallerAccess caller = CallerAccess.of(namesystem);
    LeaseKey lease = new LeaseKey(caller.user(), leaseId);
    Optional<Terms> terms = leases.terms(lease);
    if (terms.isEmpty()) {
      return new Page<>(LeaseStatus.unknown(), Optional.empty());
    }
    check(caller, terms.get().pool());
    leases.prolong(lease);
    List<Pin> pins = leases.pinsAfter(lease, place(from), PINS_PER_PAGE);
    LeaseStatus status =
        new LeaseStatus(true, remainingMs(lease), blocks.upkeep(lease, pins, caller, this::mark));
    return new Page<>(status, next(lease, pins, PINS_PER_PAGE));
  }

  private static Optional<LeaseCursor> next(LeaseKey lease, List<Pin> pins, int pageSize) {
    if (pins.size() < pageSize) {
      return Optional.empty();
    }
    Pin last = pins.get(pins.size() - 1);
    return Optional.of(new LeaseCursor(lease.user(), lease.id(), last.blockId(), last.node()));
  }

  private static Place place(LeaseCursor from) {
    return new Place(from.blockId(), from.node());
  }

  private static void checkCursor(LeaseCursor from) throws InvalidRequestException {
    for (String text : List.of(from.user(), from.leaseId(), from.node())) {
      if (!text.isEmpty()) {
        ClientText.checkName("cursor", text);
      }
    }
  }

  private long remainingMs(LeaseKey lease) {
    return TimeUnit.NANOSECONDS.toMillis(leases.remainingNanos(lease));
  }

  /** The mark of the monitor's current or last rescan; any other value without monitor. */
  private boolean mark() {
    return caches.mark().orElse(false);
  }

  @Override
  public boolean release(String leaseId) throws IOException {
    checkServing();
    ClientText.checkName("lease", leaseId);
    CallerAccess caller = CallerAccess.of(namesystem);
    LeaseKey own = new LeaseKey(caller.user(), leaseId);
    if (leases.terms(own).isPresent()) {
      release(own, caller);
      return true;
    }
    List<LeaseKey> others =
        caller.isSuperUser()
            ? leases.keys().stream().filter(key -> key.id().equals(leaseId)).toList()
            : List.of();
    others.forEach(lease -> release(lease, caller));
    return !others.isEmpty();
  }

  private void release(LeaseKey lease, CallerAccess caller) {
    blocks.end(lease, this::mark);
    blocks.metrics().released();
    LOG.info("Lease {} of {} was released by {}", lease.id(), lease.user(), caller.user());
  }

  @Override
  public Page<List<LeaseInfo>> list(LeaseCursor from) throws IOException {
    checkServing();
    checkCursor(from);
    CallerAccess caller = CallerAccess.of(namesystem);
    Map<String, Boolean> readable = new HashMap<>();
    List<LeaseInfo> listed = new ArrayList<>();
    Place after = place(from);
    Optional<LeaseKey> lease = leases.from(new LeaseKey(from.user(), from.leaseId()));
    if (lease.isPresent()
        && !(lease.get().user().equals(from.user()) && lease.get().id().equals(from.leaseId()))) {
      after = Place.FIRST; // the lease of the page before is gone
    }
    int room = PINS_PER_PAGE;
    for (int looked = 0; lease.isPresent(); looked++) {
      LeaseKey key = lease.get();
      if (looked == LEASES_PER_PAGE) {
        return new Page<>(
            listed,
            Optional.of(new LeaseCursor(key.user(), key.id(), after.blockId(), after.node())));
      }
      Optional<Terms> terms = leases.terms(key);
      if (terms.isPresent() && mayList(caller, key, terms.get().pool(), readable)) {
        List<Pin> pins = leases.pinsAfter(key, after, room);
        listed.add(info(key, terms.get(), pins));
        Optional<LeaseCursor> next = next(key, pins, room);
        if (next.isPresent()) {
          return new Page<>(listed, next);
        }
        room -= pins.size();
      }
      after = Place.FIRST;
      lease = leases.after(key);
    }
    return new Page<>(listed, Optional.empty());
  }

  private LeaseInfo info(LeaseKey lease, Terms terms, List<Pin> pins) {
    return new LeaseInfo(
        lease.id(),
        lease.user(),
        terms.owner(),
        terms.pool(),
        pins.stream().mapToLong(pin -> leases.bytesOf(pin.blockId())).sum(),
        new LeaseStatus(true, remainingMs(lease), blocks.states(pins)));
  }

  private boolean mayList(
      CallerAccess caller, LeaseKey lease, String pool, Map<String, Boolean> readable) {
    return lease.user().equals(caller.user())
        || readable.computeIfAbsent(pool, name -> mayRead(caller, name));
  }

  private boolean mayRead(CallerAccess caller, String pool) {
    namesystem.readLock(RwLockMode.FS);
    try {
      Optional<CachePool> known = blocks.pool(pool);
      if (known.isEmpty()) {
        return false;
      }
      caller.check(known.get(), FsAction.READ);
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
      leases.keys().forEach(lease -> endAlone(lease, "the NameNode is no longer active"));
      return;
    }
    leases.ended().forEach(lease -> endAlone(lease, "nobody renewed it"));
    for (String pool : leases.poolBytes().keySet()) {
      if (isGone(pool)) {
        leases.keys().stream()
            .filter(lease -> leases.terms(lease).map(Terms::pool).equals(Optional.of(pool)))
            .forEach(lease -> endAlone(lease, "its pool was removed"));
      }
    }
  }

  private void endAlone(LeaseKey lease, String why) {
    Optional<Terms> terms = leases.terms(lease);
    if (terms.isPresent()) {
      blocks.end(lease, this::mark);
      blocks.metrics().expired();
      LOG.info("Lease {} of {} ended: {}", lease.id(), terms.get().owner(), why);
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
                    "There is no cache pool %s. A superuser creates one with: hdfs cacheadmin -addPool %s -mode 0733"
                        .formatted(name, name)));
  }

  private void checkServing() throws IOException {
    ActiveOnly.check(nameNode);
    if (nameNode.isInSafeMode()) {
      throw new RetriableException("The NameNode is in safe mode; it pins no blocks until it left");
    }
    if (blocks.isBroken() || !namesystem.getCacheManager().isEnabled()) {
      throw new UnsupportedOperationException("This NameNode caches no single blocks");
    }
  }

  @Override
  public void close() {
    blocks.metrics().close();
  }
}
