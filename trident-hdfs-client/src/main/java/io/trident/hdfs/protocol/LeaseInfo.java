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

import java.util.ArrayList;
import java.util.List;

/**
 * A lease, as listed.
 *
 * @param leaseId its identifier
 * @param user short name of the user who asked for it
 * @param owner who the blocks are for, such as an application id
 * @param pool the cache pool that they count in
 * @param bytes sum of the lengths of the blocks in {@code status}
 * @param status its blocks and the time left
 */
public record LeaseInfo(
    String leaseId, String user, String owner, String pool, long bytes, LeaseStatus status) {
  /** Returns whether another entry is of this lease. */
  boolean isSameLease(LeaseInfo other) {
    return leaseId.equals(other.leaseId) && user.equals(other.user);
  }

  /** Returns this entry and a further one of the same lease as one. */
  LeaseInfo with(LeaseInfo more) {
    List<PinStatus> pins = new ArrayList<>(status.pins());
    pins.addAll(more.status.pins());
    return new LeaseInfo(
        leaseId,
        user,
        owner,
        pool,
        bytes + more.bytes,
        new LeaseStatus(more.status.known(), more.status.ttlMs(), pins));
  }
}
