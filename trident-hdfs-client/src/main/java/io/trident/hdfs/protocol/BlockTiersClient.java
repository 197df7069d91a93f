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

import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersOfFilesRequestProto;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersOfFilesResponseProto;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersOfFilesResponseProto.FileProto;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersRequestProto;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.GetBlockTiersResponseProto;
import io.trident.hdfs.protocol.proto.BlockTiersProtos.PendingCacheProto;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlocksProto;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/** The client's side of the wire, to one NameNode; each call is tried once. */
public final class BlockTiersClient implements BlockTiersProtocol, Closeable {
  private final BlockTiersProtocolPB proxy;

  private BlockTiersClient(BlockTiersProtocolPB proxy) {
    this.proxy = proxy;
  }

  /**
   * Prepares calls to a NameNode; connects at the first call.
   *
   * @param timeout longest time for a connection and for an answer
   */
  public static BlockTiersClient to(
      InetSocketAddress nameNode, UserGroupInformation user, Configuration conf, Duration timeout)
      throws IOException {
    return new BlockTiersClient(
        NameNodeProxies.once(
            BlockTiersProtocolPB.class,
            BlockTiersProtocolPB.VERSION,
            nameNode,
            user,
            conf,
            timeout));
  }

  @Override
  public LocatedFile getBlockTiers(String src, long offset, long length) throws IOException {
    GetBlockTiersRequestProto request =
        GetBlockTiersRequestProto.newBuilder()
            .setSrc(src)
            .setOffset(offset)
            .setLength(length)
            .build();
    GetBlockTiersResponseProto response;
    try {
      response = proxy.getBlockTiers(null, request);
    } catch (ServiceException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
    }
    return convert(response);
  }

  @Override
  public Map<String, LocatedFile> getBlockTiersOfFiles(Collection<String> srcs) throws IOException {
    GetBlockTiersOfFilesRequestProto request =
        GetBlockTiersOfFilesRequestProto.newBuilder().addAllSrcs(srcs).build();
    GetBlockTiersOfFilesResponseProto response;
    try {
      response = proxy.getBlockTiersOfFiles(null, request);
    } catch (ServiceException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
    }
    Map<String, LocatedFile> files = new HashMap<>();
    for (FileProto file : response.getFilesList()) {
      if (file.getIndex() < 0 || file.getIndex() >= request.getSrcsCount()) {
        throw new IOException("File %d of %d".formatted(file.getIndex(), request.getSrcsCount()));
      }
      files.put(request.getSrcs(file.getIndex()), convert(file.getTiers()));
    }
    return files;
  }

  private static LocatedFile convert(GetBlockTiersResponseProto response) throws IOException {
    Map<Long, Map<String, Integer>> pending = new HashMap<>();
    for (PendingCacheProto block : response.getPendingList()) {
      Map<String, Integer> nodes = new HashMap<>();
      for (int i = 0; i < block.getDatanodeUuidsCount(); i++) {
        nodes.put(
            block.getDatanodeUuids(i),
            i < block.getAheadCount() ? Math.max(0, block.getAhead(i)) : 0);
      }
      pending.put(block.getBlockId(), nodes);
    }
    return new LocatedFile(
        PBHelperClient.convert(LocatedBlocksProto.parseFrom(response.getLocatedBlocks())), pending);
  }

  @Override
  public void close() {
    RPC.stopProxy(proxy);
  }
}
