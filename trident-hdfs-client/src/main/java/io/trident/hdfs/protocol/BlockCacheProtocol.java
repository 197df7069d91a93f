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
package io.trident.hdfs.protocol;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.io.retry.Idempotent;

/**
 * Asks a NameNode to cache single blocks on chosen DataNodes, for as long as a lease is renewed.
 *
 * <p>Leases are in the active NameNode's memory only: after a restart or a failover they are
 * unknown, their blocks are uncached, and a client that still wants them acquires its lease again
 * under the same identifier. All calls may be repeated.
 */
public interface BlockCacheProtocol {
  /** Blocks that every NameNode takes in one call; more are asked for in several calls. */
  int PINS_PER_CALL = 1_000;

  /** Largest number of blocks in a page of an answer. */
  int PINS_PER_PAGE = 1_000;

  /**
   * Asks for blocks; adds to the lease if it exists.
   *
   * @param leaseId chosen by the client, unique among the leases of its user
   * @param owner who the blocks are for, such as an application id
   * @param pool cache pool in which the blocks' bytes count and which the caller may write
   * @param ttlMs milliseconds after which the lease ends unless it is renewed; the answer has what
   *     was granted
   * @param pins {@link #PINS_PER_CALL} at most are always taken
   * @return one entry per element of {@code pins}; those that failed are not part of the lease
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not write the pool
   * @throws org.apache.hadoop.fs.InvalidRequestException if there is no such pool, the lease counts
   *     in another one, a text has control characters, or too much is asked for at once
   * @throws IOException if the NameNode is on standby or in safe mode
   */
  @Idempotent
  LeaseStatus acquire(
      String leaseId, String owner, String pool, long ttlMs, Collection<CachePin> pins)
      throws IOException;

  /**
   * Prolongs a lease of the caller by its time to live and reports where some of its blocks stand.
   * Blocks whose file the caller may no longer read are let go.
   *
   * @param from {@link LeaseCursor#START}, then what the page before names
   * @return at most {@link #PINS_PER_PAGE} blocks
   * @throws org.apache.hadoop.security.AccessControlException if the caller may no longer write the
   *     pool; the lease is not prolonged
   */
  @Idempotent
  Page<LeaseStatus> renew(String leaseId, LeaseCursor from) throws IOException;

  /** Prolongs a lease as {@link #renew(String, LeaseCursor)} does and reports on all its blocks. */
  @Idempotent
  default LeaseStatus renew(String leaseId) throws IOException {
    List<PinStatus> pins = new ArrayList<>();
    Optional<LeaseCursor> from = Optional.of(LeaseCursor.START);
    LeaseStatus last = LeaseStatus.unknown();
    while (from.isPresent()) {
      Page<LeaseStatus> page = renew(leaseId, from.get());
      last = page.content();
      if (!last.known()) {
        return LeaseStatus.unknown();
      }
      pins.addAll(last.pins());
      from = page.next();
    }
    return new LeaseStatus(true, last.ttlMs(), pins);
  }

  /**
   * Ends a lease of the caller. A superuser who has none of that name ends those of all others.
   *
   * @return false if there is no such lease
   */
  @Idempotent
  boolean release(String leaseId) throws IOException;

  /**
   * Lists some of the caller's leases and of those in pools that the caller may read.
   *
   * @param from {@link LeaseCursor#START}, then what the page before names
   * @return at most {@link #PINS_PER_PAGE} blocks; the last lease goes on in the next page if its
   *     blocks do
   */
  @Idempotent
  Page<List<LeaseInfo>> list(LeaseCursor from) throws IOException;

  /** Lists all leases that {@link #list(LeaseCursor)} lists, each with all its blocks. */
  @Idempotent
  default List<LeaseInfo> list() throws IOException {
    List<LeaseInfo> leases = new ArrayList<>();
    Optional<LeaseCursor> from = Optional.of(LeaseCursor.START);
    while (from.isPresent()) {
      Page<List<LeaseInfo>> page = list(from.get());
      for (LeaseInfo lease : page.content()) {
        int last = leases.size() - 1;
        if (last >= 0 && leases.get(last).isSameLease(lease)) {
          leases.set(last, leases.get(last).with(lease));
        } else {
          leases.add(lease);
        }
      }
      from = page.next();
    }
    return leases;
  }
}
