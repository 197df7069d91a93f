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

import io.trident.hdfs.rpc.BlockTiers;
import io.trident.hdfs.rpc.TridentPolicyProvider;
import java.lang.reflect.Field;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HDFSPolicyProvider;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.authorize.PolicyProvider;
import org.apache.hadoop.security.authorize.ServiceAuthorizationManager;

/**
 * Keeps Trident's protocols among those that an RPC server lets clients use. {@code dfsadmin
 * -refreshServiceAcl} replaces the list by HDFS's own protocols.
 */
final class ServiceAcls {
  private ServiceAcls() {}

  /**
   * Adds Trident's protocols, now and with every later refresh.
   *
   * @throws ReflectiveOperationException if this Hadoop keeps its lists elsewhere; the protocols
   *     are added for now
   */
  static void keep(RPC.Server server, Configuration conf) throws ReflectiveOperationException {
    server.refreshServiceAcl(conf, new TridentPolicyProvider(new HDFSPolicyProvider()));
    ServiceAuthorizationManager keeping = new Keeping();
    keeping.refresh(conf, new HDFSPolicyProvider());
    Field manager = Server.class.getDeclaredField("serviceAuthorizationManager");
    manager.setAccessible(true);
    manager.set(server, keeping);
  }

  /** Adds Trident's protocols again if the server forgot them. */
  static void restore(RPC.Server server) {
    if (!server
        .getServiceAuthorizationManager()
        .getProtocolsWithAcls()
        .contains(BlockTiers.class)) {
      server.refreshServiceAcl(
          new Configuration(), new TridentPolicyProvider(new HDFSPolicyProvider()));
    }
  }

  /** HDFS's own, but that no refresh leaves out Trident's protocols. */
  private static final class Keeping extends ServiceAuthorizationManager {
    @Override
    public void refreshWithLoadedConfiguration(Configuration conf, PolicyProvider provider) {
      super.refreshWithLoadedConfiguration(conf, new TridentPolicyProvider(provider));
    }
  }
}
