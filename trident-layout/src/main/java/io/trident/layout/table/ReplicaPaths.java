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
package io.trident.layout.table;

/**
 * Where the parts of a replica are, besides those of its table, and the attributes of directories.
 */
public final class ReplicaPaths {
  /** What attributes begin with that belong to a directory and not to what replaces it. */
  public static final String OWN_ATTRIBUTES = "user.trident.";

  /** What is known of the replica, as {@link ReplicaStatisticsJson} has it; in its directory. */
  public static final String STATISTICS = TablePaths.HIDDEN + "/replica.json";

  /** The rows that are stored apart; in the replica's directory. */
  public static final String COLLIDING = TablePaths.HIDDEN + "/colliding";

  /**
   * The extended attribute of a directory, by which the NameNode places its partitions; its value
   * is the text of a {@link io.trident.core.replication.NodeMapId}.
   */
  public static final String NODES = OWN_ATTRIBUTES + "partition-nodes";

  /** Attributes of a source begin so that have the path of a replica each. */
  public static final String REPLICA = OWN_ATTRIBUTES + "replica.";

  private ReplicaPaths() {}
}
