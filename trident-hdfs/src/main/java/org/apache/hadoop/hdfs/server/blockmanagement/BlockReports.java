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
package org.apache.hadoop.hdfs.server.blockmanagement;

/**
 * Whether a NameNode has had the block reports of a DataNode. In this package for what HDFS notes
 * of a volume.
 */
public final class BlockReports {
  private BlockReports() {}

  /**
   * Returns whether the NameNode knows the replicas of a DataNode, as each of its volumes has
   * reported since it registered or was dead.
   *
   * <p>HDFS counts the reports since a node registered, and a node may register twice: after a
   * start of the NameNode two of its heartbeats can each be answered with the request to do so. A
   * report that is on its way meanwhile is processed, but not counted, and the next one is due in
   * hours. So a volume counts, too, that has reported to this NameNode before and has replicas:
   * those of a node that was dead are forgotten. O(v) for v volumes.
   */
  public static boolean areIn(DatanodeDescriptor node) {
    DatanodeStorageInfo[] volumes = node.getStorageInfos();
    for (DatanodeStorageInfo volume : volumes) {
      boolean isKnown = volume.hasReceivedBlockReport() && volume.numBlocks() > 0;
      if (volume.getBlockReportCount() == 0 && !isKnown) {
        return false;
      }
    }
    return volumes.length > 0;
  }
}
