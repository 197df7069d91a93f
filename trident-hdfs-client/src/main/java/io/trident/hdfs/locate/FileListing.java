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
package io.trident.hdfs.locate;

import io.trident.hdfs.protocol.LocatedFile;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.BatchedDirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsPartialListing;
import org.apache.hadoop.ipc.RemoteException;

/**
 * Locates several files in one call to a NameNode without Trident's plugin: HDFS's batched listing
 * (HDFS-13616), which takes files as well as directories. It asks for the right to list a file, not
 * to read it, and does not set access times.
 */
final class FileListing {
  private static final byte[] FROM_THE_START = {};

  private FileListing() {}

  /**
   * Locates all blocks of files.
   *
   * @param srcs absolute paths within the NameNode
   * @return the files by path; left out are paths that are no file, or not one that may be listed
   * @throws RemoteException if the NameNode knows no such call, or takes fewer files in one
   */
  static Map<String, LocatedFile> locate(DFSClient client, Collection<String> srcs)
      throws IOException {
    Map<String, LocatedFile> files = new HashMap<>();
    List<String> left = List.copyOf(srcs);
    while (!left.isEmpty()) {
      BatchedDirectoryListing answer =
          client.batchedListPaths(left.toArray(String[]::new), FROM_THE_START, true);
      int next = 0;
      for (HdfsPartialListing listing : answer.getListings()) {
        int index = listing.getParentIdx();
        next = Math.max(next, index + 1);
        if (listing.getException() == null && isFile(listing.getPartialListing())) {
          HdfsLocatedFileStatus file = (HdfsLocatedFileStatus) listing.getPartialListing().get(0);
          files.put(left.get(index), LocatedFile.withoutPending(file.getLocatedBlocks()));
        }
      }
      // An answer ends early after many entries. The call could be continued, but within a
      // directory.
      left = answer.hasMore() && next > 0 ? left.subList(next, left.size()) : List.of();
    }
    return files;
  }

  private static boolean isFile(List<HdfsFileStatus> entries) {
    return entries.size() == 1
        && entries.get(0).isEmptyLocalName()
        && entries.get(0) instanceof HdfsLocatedFileStatus;
  }
}
