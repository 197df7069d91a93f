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
package io.trident.benchmarks.swim.replay;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.yarn.api.ApplicationConstants.Environment;
import org.apache.hadoop.yarn.util.RackResolver;
import org.jspecify.annotations.Nullable;

/**
 * Where a task reads from, by the labels of {@code io.trident.benchmarks.results.ReadFrom}: which
 * DataNode serves it is its HDFS client's word, on which medium that has the block the NameNode's.
 */
final class ReadPlace {
  private ReadPlace() {}

  /**
   * Returns the place that a stream has read from just now; empty if it is not HDFS's, or nobody
   * knows.
   *
   * @param file the stream's
   * @param position in the block that was read
   */
  static Optional<String> of(
      FSDataInputStream stream, Path file, long position, Configuration conf) {
    if (!(stream instanceof HdfsDataInputStream hdfs)) {
      return Optional.empty();
    }
    @Nullable DatanodeInfo server = hdfs.getCurrentDatanode();
    if (server == null) {
      return Optional.empty();
    }
    try {
      BlockLocation[] blocks = file.getFileSystem(conf).getFileBlockLocations(file, position, 1);
      return blocks.length == 0
          ? Optional.empty()
          : medium(blocks[0], server).map(medium -> medium + "-" + distance(server, conf));
    } catch (IOException e) {
      return Optional.empty(); // the read itself went well
    }
  }

  private static Optional<String> medium(BlockLocation block, DatanodeInfo server)
      throws IOException {
    if (Arrays.asList(block.getCachedHosts()).contains(server.getHostName())) {
      return Optional.of("memory");
    }
    int replica = Arrays.asList(block.getNames()).indexOf(server.getXferAddr());
    StorageType[] types = block.getStorageTypes();
    return replica < 0 || replica >= types.length
        ? Optional.empty()
        : Optional.of(medium(types[replica]));
  }

  /** The paper's three media, as {@code io.trident.core.model.Medium} has them. */
  static String medium(StorageType type) {
    return switch (type) {
      case RAM_DISK, NVDIMM -> "memory";
      case SSD -> "ssd";
      case DISK, ARCHIVE, PROVIDED -> "disk";
    };
  }

  private static String distance(DatanodeInfo server, Configuration conf) {
    @Nullable String node = System.getenv(Environment.NM_HOST.name());
    if (isHere(server, node)) {
      return "local";
    }
    String rack = node == null ? "" : RackResolver.resolve(conf, node).getNetworkLocation();
    return rack.equals(server.getNetworkLocation()) ? "rack" : "remote";
  }

  /** Nodes may share a machine, and with it all addresses, so the node's name counts. */
  private static boolean isHere(DatanodeInfo server, @Nullable String node) {
    if (node == null) {
      return NetUtils.isLocalAddress(NetUtils.createSocketAddr(server.getXferAddr()).getAddress());
    }
    return node.equalsIgnoreCase(server.getHostName()) || node.equals(server.getIpAddr());
  }
}
