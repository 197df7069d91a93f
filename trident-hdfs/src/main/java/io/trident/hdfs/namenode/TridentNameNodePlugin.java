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
import io.trident.hdfs.protocol.BlockTiersProtocolPB;
import io.trident.hdfs.protocol.BlockTiersServer;
import java.util.Timer;
import java.util.TimerTask;
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
 * Tells clients which replicas are about to be cached; set it in {@code dfs.namenode.plugins}.
 *
 * <p>It adds a protocol to the NameNode's client RPC server and holds no state of the file system.
 * If it cannot start, the NameNode runs without it and says so in its log.
 */
public final class TridentNameNodePlugin implements ServicePlugin {
  private static final Logger LOG = LoggerFactory.getLogger(TridentNameNodePlugin.class);

  /** {@code dfsadmin -refreshServiceAcl} forgets our protocol; so often is it seen to. */
  private static final long ACL_CHECK_MS = 5_000;

  private @Nullable Timer aclKeeper;

  /** For HDFS, which calls {@link #start} next. */
  public TridentNameNodePlugin() {}

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
    } catch (RuntimeException e) {
      LOG.warn("Tier look-ups are not served; clients use HDFS's own block locations", e);
    }
  }

  @Override
  public void stop() {
    if (aclKeeper != null) {
      aclKeeper.cancel();
      aclKeeper = null;
    }
  }

  @Override
  public void close() {
    stop();
  }

  private void keepAuthorised(RPC.Server server, Configuration conf) {
    server.refreshServiceAcl(conf, new TridentPolicyProvider());
    Timer keeper = new Timer("trident-acl-keeper", true);
    keeper.schedule(
        new TimerTask() {
          @Override
          public void run() {
            restoreIfForgotten(server);
          }
        },
        ACL_CHECK_MS,
        ACL_CHECK_MS);
    aclKeeper = keeper;
  }

  private static void restoreIfForgotten(RPC.Server server) {
    try {
      if (!server
          .getServiceAuthorizationManager()
          .getProtocolsWithAcls()
          .contains(BlockTiersProtocolPB.class)) {
        server.refreshServiceAcl(new Configuration(), new TridentPolicyProvider());
      }
    } catch (RuntimeException e) {
      LOG.warn("Tier look-ups stay unauthorised for now", e);
    }
  }
}
