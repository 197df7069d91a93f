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
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.io.retry.Idempotent;

/**
 * Asks a NameNode to cache single blocks on chosen DataNodes, for as long as a lease is renewed.
 *
 * <p>Leases are in the active NameNode's memory only: after a restart or a failover they are
 * unknown, their blocks are uncached, and a client that still wants them acquires its lease again
 * under the same identifier. All calls may be repeated.
 */
public interface BlockCacheProtocol {
  /** Largest number of blocks in one call; more are asked for in several calls. */
  int MAX_PINS_PER_CALL = 10_000;

  /**
   * Asks for blocks; adds to the lease if it exists.
   *
   * @param leaseId chosen by the client, unique in the cluster
   * @param owner who the blocks are for, such as an application id
   * @param pool cache pool in which the blocks' bytes count and which the caller may write
   * @param ttlMs milliseconds after which the lease ends unless it is renewed; the answer tells
   *     what was granted
   * @param pins at most {@link #MAX_PINS_PER_CALL}
   * @return one entry per element of {@code pins}; those that failed are not part of the lease
   * @throws org.apache.hadoop.security.AccessControlException if the caller may not write the pool
   *     or the lease is somebody else's
   * @throws org.apache.hadoop.fs.InvalidRequestException if there is no such pool, or too much is
   *     asked for at once
   * @throws IOException if the NameNode is on standby or in safe mode
   */
  @Idempotent
  LeaseStatus acquire(
      String leaseId, String owner, String pool, long ttlMs, Collection<CachePin> pins)
      throws IOException;

  /** Prolongs a lease of the caller by its time to live and tells where its blocks stand. */
  @Idempotent
  LeaseStatus renew(String leaseId) throws IOException;

  /**
   * Ends a lease of the caller; a superuser may end any.
   *
   * @return false if there is no such lease
   */
  @Idempotent
  boolean release(String leaseId) throws IOException;

  /** Lists the caller's leases and those in pools that the caller may read. */
  @Idempotent
  List<LeaseInfo> list() throws IOException;
}
