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

import java.util.List;

/**
 * Where a lease stands.
 *
 * @param known whether the NameNode has the lease; it forgets leases that ended, and all at a
 *     restart or failover
 * @param ttlMs milliseconds until it ends unless it is renewed
 * @param pins its blocks; after a call that asked for blocks, all that it asked for
 */
public record LeaseStatus(boolean known, long ttlMs, List<PinStatus> pins) {
  public LeaseStatus {
    pins = List.copyOf(pins);
  }

  /** The NameNode has no such lease. */
  public static LeaseStatus unknown() {
    return new LeaseStatus(false, 0, List.of());
  }
}
