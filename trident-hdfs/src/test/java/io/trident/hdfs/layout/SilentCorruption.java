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
package io.trident.hdfs.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.hdfs.TieredHdfs;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.util.DataChecksum;

/**
 * Replaces the bytes of replicas on disk together with their checksums: HDFS takes them for whole.
 */
final class SilentCorruption {
  /** Version, type of checksum, and bytes that each checksum is of. */
  private static final int HEADER_BYTES = 7;

  private static final int TYPE_AT = 2;
  private static final int CHUNK_AT = 3;
  private static final int CHUNK = 512;

  private final TieredHdfs hdfs;
  private final ReplicatedTable table;

  SilentCorruption(TieredHdfs hdfs, ReplicatedTable table) {
    this.hdfs = hdfs;
    this.table = table;
  }

  /** Returns the identifiers of the nodes that have replicas of an extent. */
  List<String> nodesOf(Extent extent) throws IOException {
    LocatedBlock block = table.blocks(extent).get(0);
    return Arrays.<DatanodeInfo>stream(block.getLocations())
        .map(DatanodeInfo::getDatanodeUuid)
        .toList();
  }

  /** Changes all replicas of an extent in the same way. */
  void change(Extent extent) throws IOException {
    for (String node : nodesOf(extent)) {
      change(extent, node);
    }
  }

  /** Changes each row of an extent's replica on a node, or each byte of a parity's. */
  void change(Extent extent, String node) throws IOException {
    ExtendedBlock block = table.blocks(extent).get(0).getBlock();
    int index = indexOf(node);
    File data = hdfs.cluster().getBlockFile(index, block);
    byte[] bytes = Files.readAllBytes(data.toPath());
    // A DataNode keeps the checksum of the last part in memory.
    for (int i = 0; i < bytes.length / CHUNK * CHUNK; i++) {
      if (extent instanceof ParityExtent || bytes[i] == '1') {
        bytes[i] ^= 2; // 1 and 3
      }
    }
    Files.write(data.toPath(), bytes);
    File meta = hdfs.cluster().getBlockMetadataFile(index, block);
    Files.write(meta.toPath(), checksums(bytes, Files.readAllBytes(meta.toPath())));
    assertThat(table.blocks(extent).get(0).isCorrupt()).isFalse();
  }

  /** Changes a replica, and leaves its checksums. */
  void overwrite(Extent extent, String node) throws IOException {
    File data = hdfs.cluster().getBlockFile(indexOf(node), table.blocks(extent).get(0).getBlock());
    byte[] bytes = Files.readAllBytes(data.toPath());
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] ^= 1;
    }
    Files.write(data.toPath(), bytes);
  }

  private static byte[] checksums(byte[] bytes, byte[] before) {
    assertThat(before[TYPE_AT]).isEqualTo((byte) DataChecksum.Type.CRC32C.id);
    assertThat(ByteBuffer.wrap(before).getInt(CHUNK_AT)).isEqualTo(CHUNK);
    ByteBuffer sums = ByteBuffer.allocate(before.length).put(before, 0, HEADER_BYTES);
    for (int from = 0; from < bytes.length; from += CHUNK) {
      CRC32C sum = new CRC32C();
      sum.update(bytes, from, Math.min(CHUNK, bytes.length - from));
      sums.putInt((int) sum.getValue());
    }
    assertThat(sums.remaining()).isZero();
    return sums.array();
  }

  private int indexOf(String node) {
    List<String> nodes = new ArrayList<>();
    for (DataNode one : hdfs.cluster().getDataNodes()) {
      nodes.add(one.getDatanodeUuid());
    }
    return nodes.indexOf(node);
  }
}
