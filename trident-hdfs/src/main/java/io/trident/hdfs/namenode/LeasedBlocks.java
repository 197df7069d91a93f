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
import io.trident.hdfs.namenode.BlockPinner.PinView;
import io.trident.hdfs.namenode.BlockPinner.Upkeep;
import io.trident.hdfs.namenode.LeaseTable.Charge;
import io.trident.hdfs.namenode.LeaseTable.LeaseKey;
import io.trident.hdfs.namenode.LeaseTable.Pin;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.PinStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.CachePool;
import org.apache.hadoop.hdfs.server.namenode.CallerAccess;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.util.RwLockMode;

/**
 * The blocks that leases pin: admits them, sees to those that the NameNode lost sight of, lets go
 * of them, and keeps the use of cache pools. Who may do so is decided before.
 *
 * <p>The mark of the monitor's last rescan, asked of the caller, is that under which the monitor
 * takes a block for wanted.
 */
final class LeasedBlocks {
  /** So many pins are seen to before others may have the namesystem's lock. */
  static final int PINS_PER_LOCK = 500;

  private static final String OPERATION = "tridentBlockCache";

  private final FSNamesystem namesystem;
  private final LeaseTable leases;
  private final BlockPinner pinner;
  private final CacheMetrics metrics;
  private final LeaseLimits limits;
  private final Guard guard;
  private volatile boolean broken;

  /**
   * Creates an empty set.
   *
   * @param nanoTime monotonic clock in nanoseconds
   */
  LeasedBlocks(FSNamesystem namesystem, LeaseLimits limits, LongSupplier nanoTime, Guard guard) {
    this.namesystem = namesystem;
    this.leases = new LeaseTable(nanoTime, this::use);
    this.pinner = new BlockPinner(namesystem, leases, this::recharge);
    this.metrics = new CacheMetrics(leases, guard);
    this.limits = limits;
    this.guard = guard;
  }

  /** Returns the figures. */
  CacheMetrics metrics() {
    return metrics;
  }

  /** Returns who pins what. */
  LeaseTable leases() {
    return leases;
  }

  /** Returns whether a rescan failed in here; from then on nothing is kept in the cache. */
  boolean isBroken() {
    return broken;
  }

  /**
   * Pins blocks, each unless there is a reason not to; needs the global write lock.
   *
   * @param wanted the pins by what was asked for
   * @param states to which the outcome of each is added
   */
  void pin(
      LeaseKey lease,
      CachePool pool,
      List<Map.Entry<CachePin, Pin>> wanted,
      boolean mark,
      Map<CachePin, PinStatus> states) {
    CacheRoom room = pinner.room();
    for (Map.Entry<CachePin, Pin> entry : wanted) {
      Pin pin = entry.getValue();
      Optional<BlockInfo> block = pinner.block(pin.blockId());
      block.filter(BlockInfo::isComplete).ifPresent(this::recharge);
      Optional<PinStatus> refusal =
          leases.holds(lease, pin)
              ? Optional.empty()
              : refusal(lease, entry.getKey(), pin, block, pool, room);
      if (refusal.isPresent()) {
        states.put(entry.getKey(), refusal.get());
        continue;
      }
      if (leases.add(lease, pin, block.map(BlockInfo::getNumBytes).orElse(0L))) {
        metrics.pinned();
      }
      pinner.changed(List.of(pin.blockId()), mark, room);
      states.put(entry.getKey(), new PinStatus(entry.getKey(), pinner.look(pin).state()));
    }
  }

  private Optional<PinStatus> refusal(
      LeaseKey lease,
      CachePin asked,
      Pin pin,
      Optional<BlockInfo> block,
      CachePool pool,
      CacheRoom room) {
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
    long length = block.get().getNumBytes();
    long more =
        leases.terms(lease).filter(terms -> leases.isCharged(terms, pin)).isPresent() ? 0 : length;
    Optional<String> limit = limits.refusal(leases, lease.user(), pin, more);
    if (limit.isPresent()) {
      return refusal(asked, PinState.QUOTA_EXCEEDED, limit.get());
    }
    if (more > 0 && pool.getBytesNeeded() > pool.getLimit() - more) { // limits may be huge
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
                  length));
    }
    return Optional.empty();
  }

  /**
   * Has a block count at its current length, before it is cached at that: a file may have been
   * appended to. What its pool then has no room for is let go. Needs the global write lock.
   */
  private void recharge(BlockInfo block) {
    for (Charge charge : leases.resize(block.getBlockId(), block.getNumBytes())) {
      boolean over =
          pool(charge.account().pool())
              .filter(pool -> pool.getBytesNeeded() > pool.getLimit())
              .isPresent();
      if (over || leases.useOf(charge.account().user()).bytes() > limits.maxUserBytes()) {
        metrics.lost(leases.take(charge));
      }
    }
  }

  private static Optional<PinStatus> refusal(CachePin asked, PinState why, String message) {
    return Optional.of(new PinStatus(asked, why, message));
  }

  /**
   * Returns where some pins of a lease stand, after seeing to those that the NameNode lost sight of
   * and letting go of those whose file may no longer be read.
   *
   * @param pins at most {@link #PINS_PER_LOCK} are looked at at a time
   */
  List<PinStatus> upkeep(LeaseKey lease, List<Pin> pins, CallerAccess caller, BooleanSupplier mark)
      throws IOException {
    Map<Long, Boolean> readable = new HashMap<>();
    List<PinStatus> states = new ArrayList<>(pins.size());
    for (int from = 0; from < pins.size(); from += PINS_PER_LOCK) {
      List<Pin> some = pins.subList(from, Math.min(pins.size(), from + PINS_PER_LOCK));
      List<PinView> views = look(some);
      Set<Pin> forbidden = new HashSet<>();
      for (int i = 0; i < some.size(); i++) {
        if (views.get(i).upkeep() != Upkeep.LET_GO && !mayRead(caller, views.get(i), readable)) {
          forbidden.add(some.get(i));
        }
      }
      if (!forbidden.isEmpty() || views.stream().anyMatch(view -> view.upkeep() != Upkeep.NONE)) {
        seeTo(lease, some, forbidden, mark);
      }
      for (int i = 0; i < some.size(); i++) {
        states.add(
            status(
                some.get(i),
                forbidden.contains(some.get(i)) ? PinState.FORBIDDEN : views.get(i).state()));
      }
    }
    return states;
  }

  private static boolean mayRead(CallerAccess caller, PinView view, Map<Long, Boolean> known)
      throws IOException {
    Boolean readable = known.get(view.fileId());
    if (readable == null) {
      readable = caller.mayRead(view.fileId());
      known.put(view.fileId(), readable);
    }
    return readable;
  }

  /** Returns where some pins stand. */
  List<PinStatus> states(List<Pin> pins) {
    List<PinStatus> states = new ArrayList<>(pins.size());
    for (int from = 0; from < pins.size(); from += PINS_PER_LOCK) {
      List<Pin> some = pins.subList(from, Math.min(pins.size(), from + PINS_PER_LOCK));
      List<PinView> views = look(some);
      for (int i = 0; i < some.size(); i++) {
        states.add(status(some.get(i), views.get(i).state()));
      }
    }
    return states;
  }

  private static PinStatus status(Pin pin, PinState state) {
    return new PinStatus(new CachePin(pin.src(), pin.blockId(), pin.asked()), state);
  }

  private List<PinView> look(List<Pin> pins) {
    namesystem.readLock(RwLockMode.BM);
    try {
      return pins.stream().map(pinner::look).toList();
    } finally {
      namesystem.readUnlock(RwLockMode.BM, OPERATION);
    }
  }

  private void seeTo(LeaseKey lease, List<Pin> pins, Set<Pin> forbidden, BooleanSupplier mark) {
    namesystem.writeLock(RwLockMode.GLOBAL);
    try {
      List<Long> changed = new ArrayList<>();
      for (Pin pin : pins) {
        Upkeep upkeep = forbidden.contains(pin) ? Upkeep.LET_GO : pinner.look(pin).upkeep();
        if (upkeep != Upkeep.NONE) {
          changed.add(pin.blockId());
        }
        if (upkeep == Upkeep.LET_GO && leases.take(lease, pin)) {
          metrics.lost(1);
        }
      }
      pinner.changed(changed, mark.getAsBoolean(), pinner.room());
    } finally {
      namesystem.writeUnlock(RwLockMode.GLOBAL, OPERATION);
    }
  }

  /** Lets go of all that a lease pins; the lease is gone then. */
  void end(LeaseKey lease, BooleanSupplier mark) {
    List<Pin> taken;
    do {
      namesystem.writeLock(RwLockMode.GLOBAL);
      try {
        taken = leases.take(lease, PINS_PER_LOCK);
        pinner.changed(
            taken.stream().map(Pin::blockId).toList(), mark.getAsBoolean(), pinner.room());
      } finally {
        namesystem.writeUnlock(RwLockMode.GLOBAL, OPERATION);
      }
    } while (taken.size() == PINS_PER_LOCK);
  }

  /** Has the NameNode forget cached locations that are none, whoever had them cached. */
  void forgetLostCopies() {
    if (broken || !suspectsLostCopies()) {
      return;
    }
    namesystem.writeLock(RwLockMode.GLOBAL);
    try {
      pinner.forgetLostCopies();
    } finally {
      namesystem.writeUnlock(RwLockMode.GLOBAL, OPERATION);
    }
  }

  private boolean suspectsLostCopies() {
    namesystem.readLock(RwLockMode.BM);
    try {
      return pinner.suspectsLostCopies();
    } finally {
      namesystem.readUnlock(RwLockMode.BM, OPERATION);
    }
  }

  /**
   * Counts what leases ask for in the pools, before the directives of this rescan are; called by
   * the monitor, under the global write lock.
   */
  void beforeScan() {
    keep(() -> leases.poolBytes().forEach(this::use));
  }

  /** Keeps what leases pin in this rescan; called by the monitor, under the global write lock. */
  void beforeSweep(boolean mark) {
    keep(() -> pinner.beforeSweep(mark));
  }

  /** Switches itself off if a part of a rescan fails: the monitor would end the NameNode. */
  private void keep(Guard.Action part) {
    if (!broken
        && !guard.run(
            "Blocks are no longer cached for leases; clients use cache directives", part)) {
      broken = true;
    }
  }

  /** Adds to what is asked for in a pool. */
  private void use(String pool, long bytes) {
    if (!broken) { // else what leases ask for is not counted any more
      pool(pool).ifPresent(known -> known.addBytesNeeded(bytes));
    }
  }

  /** Returns a cache pool, if there is one of that name; needs the namesystem's lock. */
  Optional<CachePool> pool(String name) {
    return namesystem.getCacheManager().getCachePools().stream()
        .filter(pool -> pool.getPoolName().equals(name))
        .findAny();
  }
}
