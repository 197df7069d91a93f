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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Who wants which block cached on which node, and until when.
 *
 * <p>Time is monotonic, so that a changed wall clock ends or prolongs nothing. If the monotonic
 * clock itself jumps, as that of a virtual machine may: forwards, leases end early, and clients
 * that live acquire them anew; backwards, no lease gets more than its time to live.
 *
 * <p>Several leases may pin the same block on the same node; it is pinned until the last lets go.
 * Thread-safe; every call costs a constant or is linear in the pins that it is about, but for the
 * listing ones.
 */
final class LeaseTable {
  private final LongSupplier nanoTime;
  private final Map<String, Lease> leases = new LinkedHashMap<>();
  private final Map<Long, Map<String, Integer>> holders = new HashMap<>();
  private final Map<Charge, Use> charges = new HashMap<>();
  private final Map<String, Long> poolBytes = new HashMap<>();
  private long pins;

  /**
   * Creates an empty table.
   *
   * @param nanoTime monotonic clock in nanoseconds
   */
  LeaseTable(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Prolongs a lease, and creates it if there is none.
   *
   * @return empty if the lease is another user's
   */
  synchronized Optional<Terms> open(String id, Terms terms) {
    Lease lease = leases.get(id);
    if (lease == null) {
      lease = new Lease(terms);
      leases.put(id, lease);
    } else if (!lease.terms.user().equals(terms.user())) {
      return Optional.empty();
    }
    lease.endsAt = nanoTime.getAsLong() + lease.terms.ttlNanos();
    return Optional.of(lease.terms);
  }

  /**
   * Adds a pin to a lease.
   *
   * @return false if the lease has it already, or is no more
   */
  synchronized boolean add(String id, Pin pin) {
    Lease lease = leases.get(id);
    if (lease == null || lease.pins.putIfAbsent(pin.place(), pin) != null) {
      return false;
    }
    pins++;
    Charge charge = Charge.of(lease.terms, pin);
    Use before = charges.getOrDefault(charge, Use.NONE);
    Use after = before.with(pin.bytes());
    charges.put(charge, after);
    poolBytes.merge(lease.terms.pool(), after.bytes() - before.bytes(), Long::sum);
    holders
        .computeIfAbsent(pin.blockId(), any -> new HashMap<>())
        .merge(pin.node(), 1, Integer::sum);
    return true;
  }

  /** Returns whether a lease has a pin. */
  synchronized boolean holds(String id, Pin pin) {
    Lease lease = leases.get(id);
    return lease != null && lease.pins.containsKey(pin.place());
  }

  /** Returns the terms of a lease, if there is such a lease. */
  synchronized Optional<Terms> terms(String id) {
    Lease lease = leases.get(id);
    return lease == null ? Optional.empty() : Optional.of(lease.terms);
  }

  /** Returns the pins of a lease, in the order in which they were added. */
  synchronized List<Pin> pins(String id) {
    Lease lease = leases.get(id);
    return lease == null ? List.of() : List.copyOf(lease.pins.values());
  }

  /** Returns the time until a lease ends in nanoseconds; 0 if it has or there is none. */
  synchronized long remainingNanos(String id) {
    Lease lease = leases.get(id);
    return lease == null ? 0 : Math.max(0, lease.endsAt - nanoTime.getAsLong());
  }

  /**
   * Takes pins from a lease; without any left, the lease is gone.
   *
   * @param atMost how many
   * @return what was taken; fewer than {@code atMost} if and only if the lease is gone
   */
  synchronized List<Pin> take(String id, int atMost) {
    Lease lease = leases.get(id);
    if (lease == null) {
      return List.of();
    }
    List<Pin> taken = new ArrayList<>();
    for (Pin pin : lease.pins.values()) {
      if (taken.size() == atMost) {
        break;
      }
      taken.add(pin);
    }
    taken.forEach(pin -> remove(lease, pin));
    if (taken.size() < atMost) {
      leases.remove(id);
    }
    return taken;
  }

  /** Takes one pin from a lease, if it is there. */
  synchronized boolean take(String id, Pin pin) {
    Lease lease = leases.get(id);
    if (lease == null || !pin.equals(lease.pins.get(pin.place()))) {
      return false;
    }
    remove(lease, pin);
    return true;
  }

  private void remove(Lease lease, Pin pin) {
    lease.pins.remove(pin.place());
    pins--;
    Charge charge = Charge.of(lease.terms, pin);
    Use use = charges.getOrDefault(charge, Use.NONE);
    if (use.pins() > 1) {
      charges.put(charge, new Use(use.pins() - 1, use.bytes()));
    } else {
      charges.remove(charge);
      poolBytes.computeIfPresent(
          lease.terms.pool(), (pool, bytes) -> positive(bytes - use.bytes()));
    }
    holders.computeIfPresent(
        pin.blockId(),
        (block, nodes) -> {
          nodes.computeIfPresent(pin.node(), (node, count) -> count == 1 ? null : count - 1);
          return nodes.isEmpty() ? null : nodes;
        });
  }

  private static @Nullable Long positive(long bytes) {
    return bytes == 0 ? null : bytes;
  }

  /** Returns whether some lease of the same user, owner and pool has a pin. */
  synchronized boolean isCharged(Terms terms, Pin pin) {
    return charges.containsKey(Charge.of(terms, pin));
  }

  /** Returns the leases whose time is over; to be called now and then, to see a clock jump. */
  synchronized List<String> ended() {
    long now = nanoTime.getAsLong();
    for (Lease lease : leases.values()) {
      if (lease.endsAt - now > lease.terms.ttlNanos()) { // the clock was set back
        lease.endsAt = now + lease.terms.ttlNanos();
      }
    }
    return leases.entrySet().stream()
        .filter(lease -> lease.getValue().endsAt - now <= 0)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the identifiers of all leases, oldest first. */
  synchronized List<String> ids() {
    return List.copyOf(leases.keySet());
  }

  /** Returns the nodes that some lease pins a block to. */
  synchronized Set<String> nodesOf(long blockId) {
    Map<String, Integer> nodes = holders.get(blockId);
    return nodes == null ? Set.of() : Set.copyOf(nodes.keySet());
  }

  /** Returns the blocks that some lease pins. */
  synchronized List<Long> blocks() {
    return List.copyOf(holders.keySet());
  }

  /**
   * Returns the bytes that leases ask for, by pool. What several leases of one user pin for the
   * same owner counts once: an application master takes over what its client asked for.
   */
  synchronized Map<String, Long> poolBytes() {
    return Map.copyOf(poolBytes);
  }

  /** Returns the bytes that leases ask for in a pool, as {@link #poolBytes()}. */
  synchronized long poolBytes(String pool) {
    return poolBytes.getOrDefault(pool, 0L);
  }

  /** Returns the number of leases. */
  synchronized int size() {
    return leases.size();
  }

  /** Returns the number of pins of all leases. */
  synchronized long pinCount() {
    return pins;
  }

  /**
   * Who has a lease, and for how long.
   *
   * @param user short name of the user
   * @param owner who the blocks are for
   * @param pool cache pool that they count in
   * @param ttlNanos time after which it ends unless renewed
   */
  record Terms(String user, String owner, String pool, long ttlNanos) {}

  /**
   * A block that a lease pins to a node.
   *
   * @param src path of the file when it was asked for
   * @param blockId identifier of the block
   * @param node UUID of the DataNode
   * @param asked how the node was called when it was asked for
   * @param bytes length of the block
   */
  record Pin(String src, long blockId, String node, String asked, long bytes) {
    private Place place() {
      return new Place(blockId, node);
    }
  }

  private record Place(long blockId, String node) {}

  /** What counts in a pool. */
  private record Charge(String user, String owner, String pool, Place place) {
    static Charge of(Terms terms, Pin pin) {
      return new Charge(terms.user(), terms.owner(), terms.pool(), pin.place());
    }
  }

  /**
   * How a charge is used.
   *
   * @param pins how many leases have it
   * @param bytes the largest length that the block had when one of them pinned it
   */
  private record Use(int pins, long bytes) {
    static final Use NONE = new Use(0, 0);

    Use with(long length) {
      return new Use(pins + 1, Math.max(bytes, length));
    }
  }

  private static final class Lease {
    private final Terms terms;
    private final Map<Place, Pin> pins = new LinkedHashMap<>();
    private long endsAt;

    Lease(Terms terms) {
      this.terms = terms;
    }
  }
}
