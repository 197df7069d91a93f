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

import io.trident.core.storage.PinState;
import io.trident.hdfs.namenode.LeaseTable.Pin;
import io.trident.hdfs.protocol.CachePin;
import io.trident.hdfs.protocol.PinStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.UnresolvedLinkException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/**
 * Which of the blocks that a caller asks for it may read and a DataNode can cache: by the
 * NameNode's own {@code getBlockLocations}, called within the caller's RPC call once per file, so
 * that permissions and audit log are those of {@code open}.
 *
 * @param pins what can be cached, by what was asked for
 * @param refused the rest
 */
record ReadableBlocks(Map<CachePin, Pin> pins, Map<CachePin, PinStatus> refused) {
  /**
   * Looks blocks up.
   *
   * @param unreported nodes of whose replicas the NameNode cannot tell yet
   * @throws IOException if the NameNode cannot answer at all
   */
  static ReadableBlocks of(
      NameNode nameNode, UnreportedNodes unreported, Collection<CachePin> asked)
      throws IOException {
    ReadableBlocks result = new ReadableBlocks(new LinkedHashMap<>(), new LinkedHashMap<>());
    // Before the replicas are looked up: a node may report between the two.
    Set<String> early = unreported.among(asked.stream().map(CachePin::node));
    Map<String, File> files = new HashMap<>();
    for (CachePin pin : asked) {
      File file = files.get(pin.src());
      if (file == null) {
        file = File.open(nameNode, pin.src());
        files.put(pin.src(), file);
      }
      result.judge(pin, file, early);
    }
    return result;
  }

  private void judge(CachePin asked, File file, Set<String> unreported) {
    LocatedBlock block = file.blocks().get(asked.blockId());
    if (file.refused() != null) {
      refused.put(asked, new PinStatus(asked, file.refused(), file.message()));
    } else if (block == null) {
      refuse(asked, PinState.NO_SUCH_BLOCK);
    } else {
      int replica = replicaAt(block, asked.node());
      if (replica < 0 || block.isCorrupt()) {
        boolean early = replica < 0 && unreported.contains(asked.node());
        refuse(asked, early ? PinState.UNREPORTED : PinState.NO_REPLICA);
      } else if (isInMemory(block, replica)) {
        refuse(asked, PinState.IN_MEMORY);
      } else {
        pins.put(
            asked,
            new Pin(
                asked.src(),
                asked.blockId(),
                block.getLocations()[replica].getDatanodeUuid(),
                asked.node(),
                block.getBlockSize()));
      }
    }
  }

  private void refuse(CachePin asked, PinState why) {
    refused.put(asked, new PinStatus(asked, why));
  }

  private static int replicaAt(LocatedBlock block, String node) {
    DatanodeInfo[] nodes = block.getLocations();
    for (int i = 0; i < nodes.length; i++) {
      if (node.equals(nodes[i].getDatanodeUuid()) || node.equals(nodes[i].getHostName())) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isInMemory(LocatedBlock block, int replica) {
    StorageType @Nullable [] types = block.getStorageTypes();
    return types != null && replica < types.length && types[replica].isRAM();
  }

  /**
   * A file as the caller sees it.
   *
   * @param blocks its blocks by identifier
   * @param refused why none of them can be cached; null if they can
   * @param message the same in words
   */
  private record File(Map<Long, LocatedBlock> blocks, @Nullable PinState refused, String message) {
    static File open(NameNode nameNode, String src) throws IOException {
      LocatedBlocks located;
      try {
        located = nameNode.getRpcServer().getBlockLocations(src, 0, Long.MAX_VALUE);
      } catch (FileNotFoundException | ParentNotDirectoryException | UnresolvedLinkException e) {
        return refused(PinState.NO_SUCH_FILE, e);
      } catch (AccessControlException e) {
        return refused(PinState.FORBIDDEN, e);
      }
      if (located.getErasureCodingPolicy() != null) {
        return new File(Map.of(), PinState.UNSUPPORTED, "the file is erasure-coded");
      }
      Map<Long, LocatedBlock> blocks = new HashMap<>();
      for (LocatedBlock block : located.getLocatedBlocks()) {
        blocks.put(block.getBlock().getBlockId(), block);
      }
      return new File(blocks, null, "");
    }

    private static File refused(PinState why, IOException e) {
      String message = String.valueOf(e.getMessage());
      int end = message.indexOf('\n');
      return new File(Map.of(), why, end < 0 ? message : message.substring(0, end));
    }
  }
}
