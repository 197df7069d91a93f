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
package io.trident.hdfs.rpc;

import java.util.stream.Stream;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.security.authorize.PolicyProvider;
import org.apache.hadoop.security.authorize.Service;

/**
 * The services of a NameNode or DataNode and Trident's protocols. Whoever may use the
 * ClientProtocol may use those of clients: its list is {@code security.client.protocol.acl} of
 * hadoop-policy.xml; for calls to DataNodes that is {@code security.client.datanode.protocol.acl}.
 * That of DataNodes has the list of HDFS's own, {@code security.datanode.protocol.acl}.
 */
public final class TridentPolicyProvider extends PolicyProvider {
  private final PolicyProvider daemon;

  /** Adds Trident's protocols to the services of a daemon. */
  public TridentPolicyProvider(PolicyProvider daemon) {
    this.daemon = daemon;
  }

  @Override
  public Service[] getServices() {
    Service[] services = daemon.getServices();
    return Stream.concat(
            services == null ? Stream.of() : Stream.of(services),
            Stream.of(
                new Service(CommonConfigurationKeys.SECURITY_CLIENT_PROTOCOL_ACL, BlockTiers.class),
                new Service(CommonConfigurationKeys.SECURITY_CLIENT_PROTOCOL_ACL, BlockCache.class),
                new Service(
                    CommonConfigurationKeys.SECURITY_CLIENT_PROTOCOL_ACL, LayoutTable.class),
                new Service(
                    CommonConfigurationKeys.SECURITY_CLIENT_DATANODE_PROTOCOL_ACL, Slices.class),
                new Service(
                    CommonConfigurationKeys.SECURITY_DATANODE_PROTOCOL_ACL, LayoutRecovery.class)))
        .toArray(Service[]::new);
  }
}
