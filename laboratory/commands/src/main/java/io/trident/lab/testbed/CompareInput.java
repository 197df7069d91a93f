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
package io.trident.lab.testbed;

import io.trident.benchmarks.workloads.Application;
import io.trident.benchmarks.workloads.WorkloadDirectory;
import io.trident.hdfs.HdfsKeys;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;
import org.apache.hadoop.hdfs.protocol.CachePoolEntry;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;

/**
 * Where a comparison keeps its input: {@code /trident/compare/<profile>/<file system>/<workload>}.
 * There are two file systems in the paper's words: {@code tiered}, where Trident's placement puts a
 * replica of each block on each tier, and {@code one-tier}, where all are on disks.
 */
public final class CompareInput {
  /** All that comparisons keep on HDFS. */
  static final String ROOT = "/trident/compare";

  /** One byte, cached on all nodes. */
  private static final Path ALWAYS_CACHED = new Path(ROOT, "always-cached/byte");

  private static final String ALWAYS_POOL = "trident-compare";

  /**
   * HDFS's policy that puts all replicas on disks where there is no archive, as WARM asks for disk
   * and archive, and each stands in for the other. HOT, the default, is the one that Trident's
   * placement replaces.
   */
  private static final String DISKS = "WARM";

  /**
   * HDFS's policy that puts all replicas on the memory tier. A job's own files, its jars above all,
   * are as large on a test bed as on the cluster that it imitates; read at rates that are divided
   * by the scale they would take seconds that no job there takes.
   */
  private static final String MEMORY = "ALL_NVDIMM";

  private CompareInput() {}

  /** Returns the root of all workloads of a profile on a file system. */
  static Path root(String fileSystem, String profile) {
    return new Path(new Path(ROOT, profile), fileSystem);
  }

  /** Returns where a workload's input and results are. */
  static WorkloadDirectory directory(
      Configuration conf, String fileSystem, String profile, Application application)
      throws IOException {
    FileSystem files = FileSystem.get(conf);
    return new WorkloadDirectory(
        files, files.makeQualified(root(fileSystem, profile)), application);
  }

  /** Lets the files of all jobs lie in memory, whoever schedules them. */
  public static void prepareStaging(Configuration conf) throws IOException {
    Path staging =
        new Path(conf.get("yarn.app.mapreduce.am.staging-dir", "/tmp/hadoop-yarn/staging"));
    FileSystem files = FileSystem.get(conf);
    files.mkdirs(staging);
    files.setStoragePolicy(staging, MEMORY);
  }

  /** Makes the root, so that whatever is written below it is placed as it should be. */
  static void prepare(Configuration conf, String fileSystem, String profile) throws IOException {
    FileSystem files = FileSystem.get(conf);
    Path root = root(fileSystem, profile);
    files.mkdirs(root);
    if (fileSystem.equals(SchedulingPolicy.HDFS_ONE_TIER.fileSystem())) {
      files.setStoragePolicy(root, DISKS);
    }
  }

  /**
   * Makes the pool that prefetched blocks count in. A DataNode does not report an empty cache, so
   * the NameNode would go on sending readers to what it had; one byte that stays cached on every
   * node makes it report.
   */
  public static void prepareCaches(DistributedFileSystem hdfs) throws IOException {
    addPool(hdfs, HdfsKeys.CACHE_POOL.defaultValue());
    if (hdfs.exists(ALWAYS_CACHED)) {
      return;
    }
    addPool(hdfs, ALWAYS_POOL);
    short nodes = (short) hdfs.getDataNodeStats(DatanodeReportType.LIVE).length;
    hdfs.mkdirs(ALWAYS_CACHED.getParent());
    hdfs.setStoragePolicy(ALWAYS_CACHED.getParent(), DISKS);
    try (OutputStream out = hdfs.create(ALWAYS_CACHED, nodes)) {
      out.write(1);
    }
    hdfs.addCacheDirective(
        new CacheDirectiveInfo.Builder()
            .setPath(ALWAYS_CACHED)
            .setPool(ALWAYS_POOL)
            .setReplication(nodes)
            .build());
  }

  private static void addPool(DistributedFileSystem hdfs, String name) throws IOException {
    RemoteIterator<CachePoolEntry> pools = hdfs.listCachePools();
    while (pools.hasNext()) {
      if (pools.next().getInfo().getPoolName().equals(name)) {
        return;
      }
    }
    hdfs.addCachePool(new CachePoolInfo(name).setMode(new FsPermission((short) 0777)));
  }
}
