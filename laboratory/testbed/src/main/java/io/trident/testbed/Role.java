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
package io.trident.testbed;

import java.util.Locale;
import java.util.Optional;

/** The daemons of a test bed. */
public enum Role {
  NAMENODE("org.apache.hadoop.hdfs.server.namenode.NameNode", 256),
  DATANODE("org.apache.hadoop.hdfs.server.datanode.DataNode", 160),
  RESOURCEMANAGER("org.apache.hadoop.yarn.server.resourcemanager.ResourceManager", 320),
  NODEMANAGER("org.apache.hadoop.yarn.server.nodemanager.NodeManager", 192),
  HISTORYSERVER("org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer", 192),
  SPARKMASTER("org.apache.spark.deploy.master.Master", 192),
  SPARKWORKER("org.apache.spark.deploy.worker.Worker", 160),
  /** Keeps the disks' page cache empty. */
  SWEEPER(PageCacheSweeper.class.getName(), 32);

  private final String mainClass;
  private final int heapMb;

  Role(String mainClass, int heapMb) {
    this.mainClass = mainClass;
    this.heapMb = heapMb;
  }

  String mainClass() {
    return mainClass;
  }

  int heapMb() {
    return heapMb;
  }

  /** Returns the host whose one jar of Trident it is installed with, if any. */
  Optional<String> host() {
    return switch (this) {
      case NAMENODE, DATANODE -> Optional.of("hdfs");
      case RESOURCEMANAGER -> Optional.of("yarn");
      default -> Optional.empty();
    };
  }

  /** Returns its name in file names and on command lines. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
