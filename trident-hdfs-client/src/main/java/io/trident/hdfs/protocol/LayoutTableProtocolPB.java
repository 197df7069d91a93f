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

import io.trident.hdfs.protocol.proto.LayoutTableProtos.LayoutTableProtocolService;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenSelector;
import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.security.KerberosInfo;
import org.apache.hadoop.security.token.TokenInfo;

/**
 * {@link LayoutTableProtocol} on the wire: served by the NameNode's client RPC server, with the
 * principal and the delegation tokens of HDFS's ClientProtocol.
 *
 * <p>The protocol's name is the name of a class of the NameNode's jar, because service
 * authorization loads it, and of none of the clients' jars, because those relocate their classes.
 */
@KerberosInfo(serverPrincipal = HdfsClientConfigKeys.DFS_NAMENODE_KERBEROS_PRINCIPAL_KEY)
@TokenInfo(DelegationTokenSelector.class)
@ProtocolInfo(
    protocolName = "io.trident.hdfs.rpc.LayoutTable",
    protocolVersion = LayoutTableProtocolPB.VERSION)
public interface LayoutTableProtocolPB extends LayoutTableProtocolService.BlockingInterface {
  /** Version of the protocol; compatible changes keep it. */
  long VERSION = 1;
}
