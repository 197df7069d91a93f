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
import io.trident.hdfs.layout.ExtentPlacementService;
import io.trident.hdfs.layout.LayoutRecoveryService;
import io.trident.hdfs.layout.LayoutServlet;
import io.trident.hdfs.layout.LayoutTableService;
import io.trident.hdfs.layout.PartitionPlacementService;
import io.trident.hdfs.protocol.LayoutRecoveryServer;
import io.trident.hdfs.protocol.LayoutTableServer;
import java.io.IOException;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.ipc.RPC;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the plugin serves on one NameNode for logically replicated tables, until closed. */
final class LayoutServices implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TridentNameNodePlugin.class);

  /** Pause between looks for lost extents, and between snapshots for the placement policy. */
  private static final long ROUND_MS = 1_000;

  /** How long a table that another NameNode has begun to publish may be missing. */
  private static final long PUBLISH_MS = 500;

  /** How long a table that was deleted may stay registered. */
  private static final long FORGET_MS = 10_000;

  private final Upkeep publishing;

  /** Apart from the others, as they read files. */
  private final Upkeep recovery;

  private final Upkeep domains;
  private final LayoutRecoveryService layouts;
  private final ExtentPlacementService placement;
  private final PartitionPlacementService partitions;

  private LayoutServices(NameNode nameNode, LongSupplier nanoTime, Guard guard) {
    this.publishing = new Upkeep(guard);
    this.recovery = new Upkeep(guard);
    this.domains = new Upkeep(guard);
    this.layouts = LayoutRecoveryService.start(nameNode, nanoTime, guard);
    this.placement =
        new ExtentPlacementService(
            nameNode,
            layouts::shapes,
            task -> domains.soon("Parities are placed without regard to their group", task::run),
            nanoTime,
            guard);
    this.partitions = new PartitionPlacementService(nameNode, nanoTime);
  }

  /**
   * Starts to serve.
   *
   * @param nanoTime monotonic clock in nanoseconds
   * @throws IOException if the NameNode's user is not logged in
   */
  static LayoutServices start(
      NameNode nameNode, RPC.Server server, LongSupplier nanoTime, Guard guard) throws IOException {
    LayoutServices services = new LayoutServices(nameNode, nanoTime, guard);
    LayoutTableService tables =
        LayoutTableService.start(nameNode, services.placement, services.layouts);
    LayoutRecoveryServer.add(server, services.layouts, guard);
    LayoutTableServer.add(server, tables, guard);
    services.recovery.every(
        ROUND_MS, "Lost extents are not rebuilt for now", services.layouts::round);
    services.domains.every(
        ROUND_MS, "Extents are placed by what was known before", services.placement::round);
    services.domains.every(
        ROUND_MS,
        "Partitions of replicas are placed by what was known before",
        services.partitions::round);
    services.publishing.every(
        PUBLISH_MS, "Tables whose publication was begun are not published", tables::round);
    services.publishing.every(
        FORGET_MS, "Tables that were deleted stay registered", tables::forgetDeleted);
    guard.run(
        "The page of logically replicated tables is not served",
        () -> LayoutServlet.add(nameNode.getHttpServer(), services.layouts::report, guard));
    LOG.info("Logically replicated tables are served, and their lost extents rebuilt");
    return services;
  }

  @Override
  public void close() {
    publishing.close();
    recovery.close();
    domains.close();
    placement.close();
    partitions.close();
    layouts.close();
  }
}
