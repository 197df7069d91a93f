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
package io.trident.hdfs.slice;

import io.trident.core.layout.slice.SliceReads;
import io.trident.core.layout.slice.SliceRequest;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.protocol.SliceCall;
import io.trident.hdfs.protocol.SliceClient;
import io.trident.hdfs.protocol.SliceReply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the DataNode that has an extent for slices. The NameNode names the node, and so checks that
 * the user may read the file; the node checks the block's token.
 */
public final class HdfsSlices implements SliceReads {
  private static final Logger LOG = LoggerFactory.getLogger(HdfsSlices.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final AtomicBoolean isRefusalLogged = new AtomicBoolean();

  /** For {@link java.util.ServiceLoader}. */
  public HdfsSlices() {}

  @Override
  public boolean serves(String scheme) {
    return scheme.equals(HdfsConstants.HDFS_URI_SCHEME);
  }

  @Override
  public Optional<byte[]> read(
      URI extent, SliceRequest request, Iterable<Map.Entry<String, String>> entries)
      throws IOException, InterruptedException {
    Configuration conf = configuration(entries);
    Duration wait = Duration.ofMillis(HdfsKeys.SLICES_WAIT_MS.read(conf::get));
    if (wait.isZero() || !(FileSystem.get(extent, conf) instanceof DistributedFileSystem files)) {
      return Optional.empty();
    }
    List<LocatedBlock> blocks =
        files.getClient().getLocatedBlocks(extent.getPath(), 0, Long.MAX_VALUE).getLocatedBlocks();
    if (blocks.size() != 1
        || blocks.get(0).isCorrupt()
        || blocks.get(0).getLocations().length == 0) {
      return Optional.empty();
    }
    try (SliceClient node = to(blocks.get(0), conf)) {
      return read(node, blocks.get(0), extent.getPath(), request, wait);
    }
  }

  private static Configuration configuration(Iterable<Map.Entry<String, String>> entries) {
    if (entries instanceof Configuration conf) {
      return conf;
    }
    Configuration conf = new Configuration(false);
    entries.forEach(one -> conf.set(one.getKey(), one.getValue()));
    return conf;
  }

  /**
   * As HDFS's clients call DataNodes: with Kerberos by the block's token, as tasks have no other.
   */
  private static SliceClient to(LocatedBlock block, Configuration conf) throws IOException {
    DatanodeInfo node = block.getLocations()[0];
    InetSocketAddress address =
        NetUtils.createSocketAddr(
            node.getIpcAddr(
                conf.getBoolean(
                    HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME,
                    HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME_DEFAULT)));
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    if (UserGroupInformation.isSecurityEnabled()) {
      user = UserGroupInformation.createRemoteUser(block.getBlock().getLocalBlock().toString());
      user.addToken(block.getBlockToken());
    }
    return SliceClient.to(address, user, conf, TIMEOUT);
  }

  private Optional<byte[]> read(
      SliceClient node, LocatedBlock block, String file, SliceRequest request, Duration wait)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + wait.toNanos();
    ByteArrayOutputStream slice = new ByteArrayOutputStream();
    while (true) {
      SliceReply reply =
          node.readSlice(
              new SliceCall(block.getBlock(), block.getBlockToken(), file, request, slice.size()));
      if (reply instanceof SliceReply.Part part) {
        part.data().writeTo(slice);
        if (slice.size() >= part.total()) {
          return Optional.of(slice.toByteArray());
        }
        if (part.data().isEmpty()) {
          throw new IOException("The DataNode sends no more of the slice of " + file);
        }
      } else if (reply instanceof SliceReply.Refused refused) {
        return readHere(file, refused.reason().toString());
      } else if (reply instanceof SliceReply.Later later) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          return readHere(file, "not served in " + wait);
        }
        TimeUnit.NANOSECONDS.sleep(Math.min(left, later.retryAfter().toNanos()));
      }
    }
  }

  private Optional<byte[]> readHere(String file, String reason) {
    if (isRefusalLogged.compareAndSet(false, true)) {
      LOG.info(
          "DataNodes do not serve all slices; the first was of {}: {}. Such extents are read whole.",
          file,
          reason);
    } else {
      LOG.debug("No slice of {}: {}", file, reason);
    }
    return Optional.empty();
  }
}
