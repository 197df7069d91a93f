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

import java.util.Objects;

/**
 * A place in the order of leases and their blocks, from which the next page goes on: by user, lease
 * identifier, block and node. A client hands back what it was given.
 *
 * @param user short name of the user who has the lease
 * @param leaseId identifier of the lease
 * @param blockId the last block of the page before
 * @param node the node of that block
 */
public record LeaseCursor(String user, String leaseId, long blockId, String node) {
  /** Before everything. */
  public static final LeaseCursor START = new LeaseCursor("", "", Long.MIN_VALUE, "");

  public LeaseCursor {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(leaseId, "leaseId");
    Objects.requireNonNull(node, "node");
  }
}
