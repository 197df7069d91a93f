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
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.protocol.BlockCacheServer;
import io.trident.hdfs.protocol.BlockTiersServer;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NameNodeRpcServer;
import org.apache.hadoop.ipc.RPC;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the plugin serves on one NameNode, until closed. */
final class PluginServices implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TridentNameNodePlugin.class);

  /** How late a lease may end, and how long protocols may be refused that were forgotten. */
  private static final long UPKEEP_MS = 500;

  private final Guard guard;
  private final Upkeep upkeep;

  private @Nullable LayoutServices layouts;
  private @Nullable LimitedLookup lookup;
  private @Nullable BlockCacheService blockCache;

  private PluginServices(Guard guard) {
    this.guard = guard;
    this.upkeep = new Upkeep(guard);
  }

  /**
   * Starts to serve. Of the protocols, one that cannot be served leaves the others.
   *
   * @param nanoTime monotonic clock in nanoseconds
   */
  static PluginServices start(NameNode nameNode, LongSupplier nanoTime, Guard guard) {
    PluginServices services = new PluginServices(guard);
    RPC.Server server = ((NameNodeRpcServer) nameNode.getRpcServer()).getClientRpcServer();
    guard.run(
        "Tier look-ups are not served; clients use HDFS's own block locations",
        () -> services.serveTiers(nameNode, server, nanoTime));
    guard.run(
        "Blocks are not cached for leases; clients use HDFS's own cache directives",
        () -> services.serveBlockCache(nameNode, server, nanoTime));
    if (HdfsKeys.LAYOUT_ENABLED.read(nameNode.getConf()::get)) {
      guard.run(
          "Logically replicated tables are not served, and their lost extents not rebuilt",
          () -> services.layouts = LayoutServices.start(nameNode, server, nanoTime, guard));
    }
    return services;
  }

  private void serveTiers(NameNode nameNode, RPC.Server server, LongSupplier nanoTime) {
    Configuration conf = nameNode.getConf();
    int maxFiles = HdfsKeys.PLUGIN_MAX_FILES.read(conf::get);
    LookupMetrics metrics = new LookupMetrics();
    LimitedLookup limited =
        new LimitedLookup(
            new PendingCacheLookup(nameNode, HdfsKeys.PLUGIN_MAX_BLOCKS.read(conf::get), maxFiles),
            maxFiles,
            HdfsKeys.PLUGIN_MAX_FILES_PER_SECOND.read(conf::get),
            () -> NameNode.getRemoteUser().getShortUserName(),
            nanoTime,
            metrics);
    metrics.register();
    lookup = limited;
    BlockTiersServer.add(server, limited, guard);
    if (conf.getBoolean(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHORIZATION, false)) {
      keepAuthorised(server, conf);
    }
    LOG.info("Tier look-ups are served on {}", server.getListenerAddress());
  }

  private void keepAuthorised(RPC.Server server, Configuration conf) {
    if (!guard.run(
        "Trident's protocols are refused for a moment after dfsadmin -refreshServiceAcl",
        () -> ServiceAcls.keep(server, conf))) {
      upkeep.every(
          UPKEEP_MS,
          "Trident's protocols stay refused after dfsadmin -refreshServiceAcl",
          () -> ServiceAcls.restore(server));
    }
  }

  private void serveBlockCache(NameNode nameNode, RPC.Server server, LongSupplier nanoTime)
      throws ReflectiveOperationException {
    BlockCacheService service = BlockCacheService.start(nameNode, nanoTime, guard);
    blockCache = service;
    BlockCacheServer.add(server, service, guard);
    upkeep.every(UPKEEP_MS, "Leases are not ended", service::endSpent);
    upkeep.every(UPKEEP_MS, "Cached locations that are none are kept", service::forgetLostCopies);
    LOG.info("Blocks are cached for leases");
  }

  @Override
  public void close() {
    upkeep.close();
    if (layouts != null) {
      layouts.close();
      layouts = null;
    }
    if (lookup != null) {
      lookup.close();
      lookup = null;
    }
    if (blockCache != null) {
      blockCache.close();
      blockCache = null;
    }
  }
}
