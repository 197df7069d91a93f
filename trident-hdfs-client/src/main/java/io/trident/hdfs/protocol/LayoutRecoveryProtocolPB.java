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

import io.trident.hdfs.protocol.proto.LayoutRecoveryProtos.LayoutRecoveryProtocolService;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.security.KerberosInfo;

/**
 * {@link LayoutRecoveryProtocol} on the wire: served by the NameNode's client RPC server, for
 * DataNodes.
 *
 * <p>The protocol's name is the name of a class of the NameNode's jar, because service
 * authorization loads it.
 */
@KerberosInfo(
    serverPrincipal = HdfsClientConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY,
    clientPrincipal = LayoutRecoveryProtocolPB.DATANODE_PRINCIPAL)
@ProtocolInfo(
    protocolName = "io.trident.hdfs.rpc.LayoutRecovery",
    protocolVersion = LayoutRecoveryProtocolPB.VERSION)
public interface LayoutRecoveryProtocolPB extends LayoutRecoveryProtocolService.BlockingInterface {
  /** Version of the protocol; compatible changes keep it. */
  long VERSION = 1;

  /** HDFS's key for the principal of DataNodes, which its client jar does not have. */
  String DATANODE_PRINCIPAL = "dfs.datanode.kerberos.principal";
}
