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

import io.trident.hdfs.protocol.proto.SlicesProtos.SliceProtocolService;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSelector;
import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.security.KerberosInfo;
import org.apache.hadoop.security.token.TokenInfo;

/**
 * {@link SliceProtocol} on the wire: served by the DataNode's RPC server. With Kerberos, clients
 * authenticate by the block's token, as for HDFS's own protocol of clients and DataNodes.
 *
 * <p>The protocol's name is the name of a class of the DataNode's jar, because service
 * authorization loads it.
 */
@KerberosInfo(serverPrincipal = LayoutRecoveryProtocolPB.DATANODE_PRINCIPAL)
@TokenInfo(BlockTokenSelector.class)
@ProtocolInfo(
    protocolName = "io.trident.hdfs.rpc.Slices",
    protocolVersion = SliceProtocolPB.VERSION)
public interface SliceProtocolPB extends SliceProtocolService.BlockingInterface {
  /** Version of the protocol; compatible changes keep it. */
  long VERSION = 1;
}
