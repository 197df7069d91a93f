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

import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.protocol.BlockCacheServer;
import io.trident.hdfs.protocol.BlockTiersServer;
import io.trident.hdfs.rpc.BlockTiers;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.server.namenode.NameNodeRpcServer;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.util.ServicePlugin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells clients which replicas are about to be cached, and caches single blocks for them; set it in
 * {@code dfs.namenode.plugins}.
 *
 * <p>It adds two protocols to the NameNode's client RPC server and holds no durable state. What of
 * it cannot start, the NameNode runs without, and says so in its log.
 */
public final class TridentNameNodePlugin implements ServicePlugin {
  private static final Logger LOG = LoggerFactory.getLogger(TridentNameNodePlugin.class);

  /** {@code dfsadmin -refreshServiceAcl} forgets our protocol; so often is it seen to. */
  private static final long ACL_CHECK_MS = 5_000;

  /** How late a lease may end. */
  private static final long LEASE_CHECK_MS = 500;

  private final Timer upkeep = new Timer("trident-namenode-plugin", true);
  private final LongSupplier nanoTime;
  private @Nullable BlockCacheService blockCache;

  /** For HDFS, which calls {@link #start} next. */
  public TridentNameNodePlugin() {
    this(System::nanoTime); // not the wall clock, which administrators and NTP set
  }

  /**
   * Creates a plugin whose leases end by another clock.
   *
   * @param nanoTime monotonic clock in nanoseconds
   */
  TridentNameNodePlugin(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  @Override
  public void start(Object service) {
    try {
      NameNode nameNode = (NameNode) service;
      Configuration conf = nameNode.getConf();
      RPC.Server server = ((NameNodeRpcServer) nameNode.getRpcServer()).getClientRpcServer();
      int maxBlocks = HdfsKeys.PLUGIN_MAX_BLOCKS.read(conf::get);
      BlockTiersServer.add(server, new PendingCacheLookup(nameNode, maxBlocks));
      if (conf.getBoolean(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHORIZATION, false)) {
        keepAuthorised(server, conf);
      }
      LOG.info("Tier look-ups are served on {}", server.getListenerAddress());
      startBlockCache(nameNode, server);
    } catch (RuntimeException e) {
      LOG.warn("Tier look-ups are not served; clients use HDFS's own block locations", e);
    }
  }

  private void startBlockCache(NameNode nameNode, RPC.Server server) {
    try {
      BlockCacheService service = BlockCacheService.start(nameNode, nanoTime);
      BlockCacheServer.add(server, service);
      blockCache = service;
      every(LEASE_CHECK_MS, () -> keepUp(service));
      LOG.info("Blocks are cached for leases");
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.warn("Blocks are not cached for leases; clients use HDFS's own cache directives", e);
    }
  }

  private static void keepUp(BlockCacheService service) {
    try {
      service.endSpent();
      service.forgetLostCopies();
    } catch (RuntimeException e) {
      LOG.warn("Leases are not ended for now", e);
    }
  }

  @Override
  public void stop() {
    upkeep.cancel();
    if (blockCache != null) {
      blockCache.close();
      blockCache = null;
    }
  }

  @Override
  public void close() {
    stop();
  }

  private void every(long millis, Runnable task) {
    upkeep.schedule(
        new TimerTask() {
          @Override
          public void run() {
            task.run();
          }
        },
        millis,
        millis);
  }

  private void keepAuthorised(RPC.Server server, Configuration conf) {
    server.refreshServiceAcl(conf, new TridentPolicyProvider());
    every(ACL_CHECK_MS, () -> restoreIfForgotten(server));
  }

  private static void restoreIfForgotten(RPC.Server server) {
    try {
      if (!server
          .getServiceAuthorizationManager()
          .getProtocolsWithAcls()
          .contains(BlockTiers.class)) {
        server.refreshServiceAcl(new Configuration(), new TridentPolicyProvider());
      }
    } catch (RuntimeException e) {
      LOG.warn("Tier look-ups stay unauthorised for now", e);
    }
  }
}
