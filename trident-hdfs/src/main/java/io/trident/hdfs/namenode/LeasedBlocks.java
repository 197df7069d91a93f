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
import io.trident.hdfs.namenode.BlockPinner.PinView;
import io.trident.hdfs.namenode.BlockPinner.Upkeep;
import io.trident.hdfs.namenode.LeaseTable.Pin;
import io.trident.hdfs.namenode.LeaseTable.Terms;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.PinStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.CachePool;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

  private static final Logger LOG = LoggerFactory.getLogger(LeasedBlocks.class);
  private static final String OPERATION = "tridentBlockCache";

  private final FSNamesystem namesystem;
  private final LeaseTable leases;
  private final BlockPinner pinner;
  private final CacheMetrics metrics;
  private final long maxPins;
  private volatile boolean broken;

  LeasedBlocks(FSNamesystem namesystem, LeaseTable leases, CacheMetrics metrics, long maxPins) {
    this.namesystem = namesystem;
    this.leases = leases;
    this.pinner = new BlockPinner(namesystem, leases);
    this.metrics = metrics;
    this.maxPins = maxPins;
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
      String leaseId,
      CachePool pool,
      List<Map.Entry<CachePin, Pin>> wanted,
      boolean mark,
      Map<CachePin, PinStatus> states) {
    CacheRoom room = pinner.room();
    for (Map.Entry<CachePin, Pin> entry : wanted) {
      Pin pin = entry.getValue();
      Optional<PinStatus> refusal =
          leases.holds(leaseId, pin)
              ? Optional.empty()
              : refusal(entry.getKey(), pin, bytesOf(leaseId, pin), pool, room);
      if (refusal.isPresent()) {
        states.put(entry.getKey(), refusal.get());
        continue;
      }
      long before = leases.poolBytes(pool.getPoolName());
      if (leases.add(leaseId, pin)) {
        pool.addBytesNeeded(leases.poolBytes(pool.getPoolName()) - before);
        metrics.pinned();
      }
      pinner.changed(List.of(pin.blockId()), mark, room);
      states.put(entry.getKey(), new PinStatus(entry.getKey(), pinner.look(pin).state()));
    }
  }

  /** Returns what a pin would add to the use of its pool. */
  private long bytesOf(String leaseId, Pin pin) {
    return leases.terms(leaseId).filter(terms -> leases.isCharged(terms, pin)).isPresent()
        ? 0
        : pin.bytes();
  }

  private Optional<PinStatus> refusal(
      CachePin asked, Pin pin, long bytes, CachePool pool, CacheRoom room) {
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
    if (bytes > 0 && pool.getBytesNeeded() > pool.getLimit() - bytes) { // limits may be huge
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

  /** Returns where a lease stands, after seeing to pins that the NameNode lost sight of. */
  List<PinStatus> upkeep(String leaseId, BooleanSupplier mark) {
    List<Pin> pins = leases.pins(leaseId);
    List<PinStatus> states = new ArrayList<>(pins.size());
    for (int from = 0; from < pins.size(); from += PINS_PER_LOCK) {
      List<Pin> some = pins.subList(from, Math.min(pins.size(), from + PINS_PER_LOCK));
      List<PinView> views = look(some);
      if (views.stream().anyMatch(view -> view.upkeep() != Upkeep.NONE)) {
        seeTo(leaseId, some, mark);
      }
      for (int i = 0; i < some.size(); i++) {
        Pin pin = some.get(i);
        states.add(
            new PinStatus(
                new CachePin(pin.src(), pin.blockId(), pin.asked()), views.get(i).state()));
      }
    }
    return states;
  }

  private List<PinView> look(List<Pin> pins) {
    namesystem.readLock(RwLockMode.BM);
    try {
      return pins.stream().map(pinner::look).toList();
    } finally {
      namesystem.readUnlock(RwLockMode.BM, OPERATION);
    }
  }

  private void seeTo(String leaseId, List<Pin> pins, BooleanSupplier mark) {
    namesystem.writeLock(RwLockMode.GLOBAL);
    try {
      List<Long> changed = new ArrayList<>();
      for (Pin pin : pins) {
        Upkeep upkeep = pinner.look(pin).upkeep();
        if (upkeep != Upkeep.NONE) {
          changed.add(pin.blockId());
        }
        if (upkeep == Upkeep.LET_GO && takeOne(leaseId, pin)) {
          metrics.lost();
        }
      }
      pinner.changed(changed, mark.getAsBoolean(), pinner.room());
    } finally {
      namesystem.writeUnlock(RwLockMode.GLOBAL, OPERATION);
    }
  }

  private boolean takeOne(String leaseId, Pin pin) {
    String pool = leases.terms(leaseId).map(Terms::pool).orElse("");
    long before = leases.poolBytes(pool);
    boolean taken = leases.take(leaseId, pin);
    giveBack(pool, before);
    return taken;
  }

  /** Lets go of all that a lease pins; the lease is gone then. */
  void end(String leaseId, Terms terms, BooleanSupplier mark) {
    List<Pin> taken;
    do {
      namesystem.writeLock(RwLockMode.GLOBAL);
      try {
        long before = leases.poolBytes(terms.pool());
        taken = leases.take(leaseId, PINS_PER_LOCK);
        giveBack(terms.pool(), before);
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

  /** Keeps what leases pin in this rescan; called by the monitor, under the global write lock. */
  void beforeSweep(boolean mark) {
    if (broken) {
      return;
    }
    try {
      for (Map.Entry<String, Long> bytes : leases.poolBytes().entrySet()) {
        pool(bytes.getKey()).ifPresent(pool -> pool.addBytesNeeded(bytes.getValue()));
      }
      pinner.beforeSweep(mark);
    } catch (RuntimeException | AssertionError e) {
      broken = true; // an exception here would end the NameNode
      LOG.error("Blocks are no longer cached for leases; clients use cache directives", e);
    }
  }

  /** Gives back to a pool what leases ask for less than they did before. */
  private void giveBack(String pool, long before) {
    pool(pool).ifPresent(known -> known.addBytesNeeded(leases.poolBytes(pool) - before));
  }

  /** Returns a cache pool, if there is one of that name; needs the namesystem's lock. */
  Optional<CachePool> pool(String name) {
    return namesystem.getCacheManager().getCachePools().stream()
        .filter(pool -> pool.getPoolName().equals(name))
        .findAny();
  }
}
