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
import io.trident.hdfs.protocol.ClientText;
import io.trident.hdfs.protocol.PinStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.UnresolvedLinkException;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.namenode.CallerAccess;
import org.apache.hadoop.hdfs.server.namenode.CallerAccess.ReadableFile;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.hdfs.util.RwLockMode;
import org.apache.hadoop.security.AccessControlException;

/**
 * Which of the blocks that a caller asks for it may read and a DataNode can cache.
 *
 * <p>File by file, the NameNode's own {@code getBlockLocations} is called for the first byte within
 * the caller's RPC call, so that permissions and audit log are those of {@code open}. The blocks
 * asked for are then looked up one by one; what else a file consists of costs nothing.
 *
 * @param pins what can be cached, by what was asked for
 * @param refused the rest
 */
record ReadableBlocks(Map<CachePin, Pin> pins, Map<CachePin, PinStatus> refused) {
  private static final String OPERATION = "tridentReadableBlocks";

  /**
   * Looks blocks up.
   *
   * @param unreported nodes whose replicas the NameNode does not know yet
   * @throws IOException if the NameNode cannot answer at all
   */
  static ReadableBlocks of(
      NameNode nameNode,
      CallerAccess caller,
      UnreportedNodes unreported,
      Collection<CachePin> asked)
      throws IOException {
    ReadableBlocks result = new ReadableBlocks(new LinkedHashMap<>(), new LinkedHashMap<>());
    // Before the replicas are looked up: a node may report between the two.
    Set<String> early = unreported.among(asked.stream().map(CachePin::node));
    Map<String, List<CachePin>> bySrc = new LinkedHashMap<>();
    for (CachePin pin : asked) {
      bySrc.computeIfAbsent(pin.src(), any -> new ArrayList<>()).add(pin);
    }
    for (Map.Entry<String, List<CachePin>> file : bySrc.entrySet()) {
      result.judge(nameNode, caller, file.getKey(), file.getValue(), early);
    }
    return result;
  }

  private void judge(
      NameNode nameNode,
      CallerAccess caller,
      String src,
      List<CachePin> asked,
      Set<String> unreported)
      throws IOException {
    ReadableFile file;
    try {
      if (!ClientText.isPath(src)) {
        refuseAll(asked, PinState.UNSUPPORTED, "such a path cannot be cached");
        return;
      }
      nameNode.getRpcServer().getBlockLocations(src, 0, 1);
      file = caller.open(src);
    } catch (FileNotFoundException | ParentNotDirectoryException | UnresolvedLinkException e) {
      refuseAll(asked, PinState.NO_SUCH_FILE, firstLine(e));
      return;
    } catch (AccessControlException e) {
      refuseAll(asked, PinState.FORBIDDEN, firstLine(e));
      return;
    }
    Set<Long> among = file.among(asked.stream().map(CachePin::blockId).collect(Collectors.toSet()));
    FSNamesystem namesystem = nameNode.getNamesystem();
    for (int from = 0; from < asked.size(); from += LeasedBlocks.PINS_PER_LOCK) {
      namesystem.readLock(RwLockMode.BM);
      try {
        for (CachePin pin :
            asked.subList(from, Math.min(asked.size(), from + LeasedBlocks.PINS_PER_LOCK))) {
          Optional<BlockInfo> block =
              among.contains(pin.blockId())
                  ? stored(namesystem.getBlockManager(), pin.blockId()).filter(file::has)
                  : Optional.empty();
          judge(pin, src, block, namesystem.getBlockManager(), unreported);
        }
      } finally {
        namesystem.readUnlock(RwLockMode.BM, OPERATION);
      }
    }
  }

  private static Optional<BlockInfo> stored(BlockManager blocks, long id) {
    return Optional.ofNullable(blocks.getStoredBlock(new Block(id)));
  }

  private void judge(
      CachePin asked,
      String src,
      Optional<BlockInfo> block,
      BlockManager blocks,
      Set<String> unreported) {
    if (block.isEmpty()) {
      refuse(asked, PinState.NO_SUCH_BLOCK, "");
      return;
    }
    if (block.get().isStriped()) {
      refuse(asked, PinState.UNSUPPORTED, "the file is erasure-coded");
      return;
    }
    Optional<DatanodeStorageInfo> replica = replicaAt(blocks, block.get(), asked.node());
    if (replica.isEmpty()) {
      boolean early = unreported.contains(asked.node());
      refuse(asked, early ? PinState.UNREPORTED : PinState.NO_REPLICA, "");
    } else if (replica.get().getStorageType().isRAM()) {
      refuse(asked, PinState.IN_MEMORY, "");
    } else {
      DatanodeDescriptor node = replica.get().getDatanodeDescriptor();
      String uuid = node.getDatanodeUuid();
      // The texts of the NameNode and one path per file, not those of each pin, stay in memory.
      String name = asked.node().equals(uuid) ? uuid : node.getHostName();
      pins.put(asked, new Pin(src, asked.blockId(), uuid, name));
    }
  }

  private static Optional<DatanodeStorageInfo> replicaAt(
      BlockManager blocks, BlockInfo block, String name) {
    Collection<DatanodeDescriptor> corrupt = blocks.getCorruptReplicas(block);
    for (DatanodeStorageInfo replica : blocks.getStorages(block)) {
      DatanodeDescriptor node = replica.getDatanodeDescriptor();
      if ((name.equals(node.getDatanodeUuid()) || name.equals(node.getHostName()))
          && (corrupt == null || !corrupt.contains(node))) {
        return Optional.of(replica);
      }
    }
    return Optional.empty();
  }

  private void refuseAll(List<CachePin> asked, PinState why, String message) {
    asked.forEach(pin -> refuse(pin, why, message));
  }

  private void refuse(CachePin asked, PinState why, String message) {
    refused.put(asked, new PinStatus(asked, why, message));
  }

  private static String firstLine(IOException e) {
    String message = String.valueOf(e.getMessage());
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }
}
