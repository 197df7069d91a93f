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
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Who wants which block cached on which node, and until when; and what of it counts where.
 *
 * <p>Time is monotonic, so that a changed wall clock ends or prolongs nothing. If the monotonic
 * clock itself jumps, as that of a virtual machine may: forwards, leases end early, and clients
 * that live acquire them anew; backwards, no lease gets more than its time to live.
 *
 * <p>Several leases may pin the same block on the same node; it is pinned until the last lets go. A
 * block counts in a pool at its current length, once for each node and each owner of a user: an
 * application master takes over what its client asked for. Thread-safe; every call costs at most a
 * logarithm, or is that often as long as what it is about, but for the listing ones.
 */
final class LeaseTable {
  private final LongSupplier nanoTime;
  private final PoolUse poolUse;
  private final NavigableMap<LeaseKey, Lease> leases = new TreeMap<>();
  private final Map<Long, PinnedBlock> blocks = new HashMap<>();
  private final Map<String, Long> poolBytes = new HashMap<>();
  private final Map<String, UserUse> users = new HashMap<>();
  private long pins;
  private long weight;

  /**
   * Creates an empty table.
   *
   * @param nanoTime monotonic clock in nanoseconds
   * @param poolUse hears of every change of what leases ask for in a pool, while it is made
   */
  LeaseTable(LongSupplier nanoTime, PoolUse poolUse) {
    this.nanoTime = nanoTime;
    this.poolUse = poolUse;
  }

  /**
   * Prolongs a lease, and creates it if there is none.
   *
   * @return its terms, which are those with which it was created
   */
  synchronized Terms open(LeaseKey key, Terms terms) {
    Lease lease = leases.computeIfAbsent(key, any -> new Lease(key, terms));
    lease.endsAt = nanoTime.getAsLong() + lease.terms.ttlNanos();
    return lease.terms;
  }

  /** Gives a lease its time to live again; does nothing if there is none. */
  synchronized void prolong(LeaseKey key) {
    Lease lease = leases.get(key);
    if (lease != null) {
      lease.endsAt = nanoTime.getAsLong() + lease.terms.ttlNanos();
    }
  }

  /**
   * Adds a pin to a lease, at the length at which the block counts.
   *
   * @param bytes length of the block, if no lease pins it yet
   * @return false if the lease has it already, or is no more
   */
  synchronized boolean add(LeaseKey key, Pin pin, long bytes) {
    Lease lease = leases.get(key);
    if (lease == null || lease.pins.putIfAbsent(pin.place(), pin) != null) {
      return false;
    }
    pins++;
    weigh(lease, pin.weight());
    PinnedBlock block = blocks.computeIfAbsent(pin.blockId(), any -> new PinnedBlock(bytes));
    if (block.add(pin.node(), lease)) {
      charge(lease.account, block.bytes);
    }
    return true;
  }

  /** Returns whether a lease has a pin. */
  synchronized boolean holds(LeaseKey key, Pin pin) {
    Lease lease = leases.get(key);
    return lease != null && lease.pins.containsKey(pin.place());
  }

  /** Returns the terms of a lease, if there is such a lease. */
  synchronized Optional<Terms> terms(LeaseKey key) {
    Lease lease = leases.get(key);
    return lease == null ? Optional.empty() : Optional.of(lease.terms);
  }

  /** Returns whether a lease has no pin, or is no more. */
  synchronized boolean isEmpty(LeaseKey key) {
    Lease lease = leases.get(key);
    return lease == null || lease.pins.isEmpty();
  }

  /** Returns at most {@code atMost} pins of a lease, those that come after a place, in order. */
  synchronized List<Pin> pinsAfter(LeaseKey key, Place after, int atMost) {
    Lease lease = leases.get(key);
    return lease == null ? List.of() : first(lease.pins.tailMap(after, false), atMost);
  }

  private static List<Pin> first(NavigableMap<Place, Pin> pins, int atMost) {
    return pins.values().stream().limit(atMost).toList();
  }

  /** Returns the time until a lease ends in nanoseconds; 0 if it has or there is none. */
  synchronized long remainingNanos(LeaseKey key) {
    Lease lease = leases.get(key);
    return lease == null ? 0 : Math.max(0, lease.endsAt - nanoTime.getAsLong());
  }

  /**
   * Takes pins from a lease; without any left, the lease is gone.
   *
   * @param atMost how many
   * @return what was taken; fewer than {@code atMost} if and only if the lease is gone
   */
  synchronized List<Pin> take(LeaseKey key, int atMost) {
    Lease lease = leases.get(key);
    if (lease == null) {
      return List.of();
    }
    List<Pin> taken = first(lease.pins, atMost);
    taken.forEach(pin -> remove(lease, pin));
    if (taken.size() < atMost) {
      leases.remove(key);
    }
    return taken;
  }

  /** Takes one pin from a lease, if it is there. */
  synchronized boolean take(LeaseKey key, Pin pin) {
    Lease lease = leases.get(key);
    if (lease == null || !pin.equals(lease.pins.get(pin.place()))) {
      return false;
    }
    remove(lease, pin);
    return true;
  }

  private void remove(Lease lease, Pin pin) {
    lease.pins.remove(pin.place());
    pins--;
    weigh(lease, -pin.weight());
    PinnedBlock block = blocks.get(pin.blockId());
    if (block != null && block.remove(pin.node(), lease)) {
      charge(lease.account, -block.bytes);
      if (block.nodes.isEmpty()) {
        blocks.remove(pin.blockId());
      }
    }
  }

  /** Returns the length at which a block counts; 0 if no lease pins it. */
  synchronized long bytesOf(long blockId) {
    PinnedBlock block = blocks.get(blockId);
    return block == null ? 0 : block.bytes;
  }

  /**
   * Has a block count at another length.
   *
   * @return what counts more than before
   */
  synchronized List<Charge> resize(long blockId, long bytes) {
    PinnedBlock block = blocks.get(blockId);
    if (block == null || block.bytes == bytes) {
      return List.of();
    }
    long more = bytes - block.bytes;
    block.bytes = bytes;
    List<Charge> charges = new ArrayList<>();
    block.nodes.forEach(
        (node, accounts) ->
            accounts
                .keySet()
                .forEach(account -> charges.add(new Charge(account, new Place(blockId, node)))));
    charges.forEach(charge -> charge(charge.account(), more));
    return more > 0 ? charges : List.of();
  }

  /**
   * Takes from all leases what counts together.
   *
   * @return how many pins that were
   */
  synchronized int take(Charge charge) {
    PinnedBlock block = blocks.get(charge.place().blockId());
    if (block == null) {
      return 0;
    }
    Set<Lease> holders =
        block
            .nodes
            .getOrDefault(charge.place().node(), Map.of())
            .getOrDefault(charge.account(), Set.of());
    int taken = 0;
    for (Lease lease : List.copyOf(holders)) {
      Pin pin = lease.pins.get(charge.place());
      if (pin != null) {
        remove(lease, pin);
        taken++;
      }
    }
    return taken;
  }

  private void weigh(Lease lease, long more) {
    weight += more;
    use(lease.account.user(), 0, more);
  }

  private void charge(Account account, long more) {
    poolBytes.merge(account.pool(), more, (a, b) -> a + b == 0 ? null : Long.valueOf(a + b));
    use(account.user(), more, 0);
    poolUse.add(account.pool(), more);
  }

  private void use(String user, long bytes, long weight) {
    users.compute(
        user,
        (any, use) -> {
          UserUse known = use == null ? UserUse.NONE : use;
          UserUse changed = new UserUse(known.bytes() + bytes, known.weight() + weight);
          return changed.equals(UserUse.NONE) ? null : changed;
        });
  }

  /** Returns whether some lease of the same user, owner and pool has a pin. */
  synchronized boolean isCharged(Terms terms, Pin pin) {
    PinnedBlock block = blocks.get(pin.blockId());
    return block != null
        && block.nodes.getOrDefault(pin.node(), Map.of()).containsKey(Account.of(terms));
  }

  /** Returns the leases whose time is over; to be called now and then, to see a clock jump. */
  synchronized List<LeaseKey> ended() {
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

  /** Returns all leases. */
  synchronized List<LeaseKey> keys() {
    return List.copyOf(leases.keySet());
  }

  /** Returns the lease itself, if it is there, or else the one that follows in order. */
  synchronized Optional<LeaseKey> from(LeaseKey key) {
    return Optional.ofNullable(leases.ceilingKey(key));
  }

  /** Returns the lease that follows in order. */
  synchronized Optional<LeaseKey> after(LeaseKey key) {
    return Optional.ofNullable(leases.higherKey(key));
  }

  /** Returns the nodes that some lease pins a block to. */
  synchronized Set<String> nodesOf(long blockId) {
    PinnedBlock block = blocks.get(blockId);
    return block == null ? Set.of() : Set.copyOf(block.nodes.keySet());
  }

  /** Returns the blocks that some lease pins. */
  synchronized List<Long> blocks() {
    return List.copyOf(blocks.keySet());
  }

  /** Returns the bytes that leases ask for, by pool. */
  synchronized Map<String, Long> poolBytes() {
    return Map.copyOf(poolBytes);
  }

  /** Returns what a user's leases ask for. */
  synchronized UserUse useOf(String user) {
    return users.getOrDefault(user, UserUse.NONE);
  }

  /** Returns the number of leases. */
  synchronized int size() {
    return leases.size();
  }

  /** Returns the number of pins of all leases. */
  synchronized long pinCount() {
    return pins;
  }

  /** Returns the sum of the weights of all pins. */
  synchronized long weight() {
    return weight;
  }

  /** Hears how the bytes change that leases ask for in a pool. */
  @FunctionalInterface
  interface PoolUse {
    void add(String pool, long bytes);
  }

  /** A lease, by the name that its user gave it. */
  record LeaseKey(String user, String id) implements Comparable<LeaseKey> {
    private static final Comparator<LeaseKey> ORDER =
        Comparator.comparing(LeaseKey::user).thenComparing(LeaseKey::id);

    @Override
    public int compareTo(LeaseKey other) {
      return ORDER.compare(this, other);
    }
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
   */
  record Pin(String src, long blockId, String node, String asked) {
    /** So many characters of a path are in the memory that a pin is reckoned to take. */
    private static final int PATH_PER_WEIGHT = 256;

    Place place() {
      return new Place(blockId, node);
    }

    /** Returns how many pins of short paths take as much memory. */
    long weight() {
      return 1L + src.length() / PATH_PER_WEIGHT;
    }
  }

  /** A block on a node. */
  record Place(long blockId, String node) implements Comparable<Place> {
    /** Before all. */
    static final Place FIRST = new Place(Long.MIN_VALUE, "");

    private static final Comparator<Place> ORDER =
        Comparator.comparingLong(Place::blockId).thenComparing(Place::node);

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  /** Whose blocks count once. */
  record Account(String user, String owner, String pool) {
    private static Account of(Terms terms) {
      return new Account(terms.user(), terms.owner(), terms.pool());
    }
  }

  /** What counts in a pool. */
  record Charge(Account account, Place place) {}

  /**
   * What a user's leases ask for.
   *
   * @param bytes over all pools
   * @param weight sum of the weights of the pins
   */
  record UserUse(long bytes, long weight) {
    private static final UserUse NONE = new UserUse(0, 0);
  }

  private static final class PinnedBlock {
    private final Map<String, Map<Account, Set<Lease>>> nodes = new HashMap<>(2);
    private long bytes;

    PinnedBlock(long bytes) {
      this.bytes = bytes;
    }

    /** Returns whether it counts now and did not. */
    boolean add(String node, Lease lease) {
      Set<Lease> holders =
          nodes
              .computeIfAbsent(node, any -> new HashMap<>(2))
              .computeIfAbsent(lease.account, any -> new HashSet<>(2));
      holders.add(lease);
      return holders.size() == 1;
    }

    /** Returns whether it counts no longer and did. */
    boolean remove(String node, Lease lease) {
      Map<Account, Set<Lease>> accounts = nodes.getOrDefault(node, Map.of());
      @Nullable Set<Lease> holders = accounts.get(lease.account);
      if (holders == null || !holders.remove(lease) || !holders.isEmpty()) {
        return false;
      }
      accounts.remove(lease.account);
      if (accounts.isEmpty()) {
        nodes.remove(node);
      }
      return true;
    }
  }

  private static final class Lease {
    private final Terms terms;
    private final Account account;
    private final NavigableMap<Place, Pin> pins = new TreeMap<>();
    private long endsAt;

    Lease(LeaseKey key, Terms terms) {
      this.terms = terms;
      this.account = new Account(key.user(), terms.owner(), terms.pool());
    }
  }
}
