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

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.protocol.BlockTiersClient;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Measures what a tier look-up costs a NameNode, and HDFS's own look-up of block locations: the
 * processor time of all handlers. By the ratio, {@code trident.hdfs.plugin.max-files-per-second}
 * reads as a number of HDFS's calls.
 */
@Tag("slow")
@Tag("measured")
class LookupCostIT {
  private static final int FILES = 128;
  private static final int BLOCKS = 8;
  private static final int NODES = 3;
  private static final int BATCH = HdfsKeys.LOCATE_BATCH_FILES.defaultValue();
  private static final long WARM_UP_MS = 15_000;
  private static final long MEASURED_MS = 10_000;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  @Test
  void aFileCostsNoMoreThanACallOfHdfs() throws Exception {
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.setInt(HdfsKeys.PLUGIN_MAX_FILES_PER_SECOND.name(), 1_000_000_000);
    StorageType[][] types = {{StorageType.DISK}, {StorageType.DISK}, {StorageType.DISK}};
    try (TieredHdfs hdfs = TieredHdfs.start(conf, 1, types);
        BlockTiersClient client =
            BlockTiersClient.to(
                hdfs.cluster().getNameNode().getNameNodeAddress(),
                UserGroupInformation.getCurrentUser(),
                hdfs.clientConfiguration(),
                Duration.ofSeconds(60))) {
      List<List<String>> batches = batches(write(hdfs));
      Lookup trident = files -> client.getBlockTiersOfFiles(files).size();
      ClientProtocol nameNode = hdfs.fileSystem().getClient().getNamenode();
      Lookup stock =
          files -> {
            for (String file : files) {
              nameNode.getBlockLocations(file, 0, Long.MAX_VALUE);
            }
            return files.size();
          };
      ask(stock, batches, WARM_UP_MS);
      ask(trident, batches, WARM_UP_MS);

      double ofStock = handlerMicros(stock, batches);
      double ofTrident = handlerMicros(trident, batches);
      System.out.printf(
          "A NameNode's handlers, for a file of %d blocks: HDFS's getBlockLocations %.1f us,"
              + " Trident's look-up of %d files in a call %.1f us a file%n",
          BLOCKS, ofStock, BATCH, ofTrident);
      assertThat(ofTrident).isLessThan(1.5 * ofStock);
    }
  }

  /** Looks files up; returns how many were found. */
  private interface Lookup {
    int of(List<String> files) throws Exception;
  }

  private double handlerMicros(Lookup lookup, List<List<String>> batches) throws Exception {
    long before = handlersNanos();
    long files = ask(lookup, batches, MEASURED_MS);
    return (handlersNanos() - before) / 1e3 / files;
  }

  private static List<String> write(TieredHdfs hdfs) throws Exception {
    List<String> files = new ArrayList<>();
    for (int file = 0; file < FILES; file++) {
      Path path = new Path("/data/directory/file" + file);
      try (FSDataOutputStream out =
          hdfs.fileSystem().create(path, true, 4096, (short) NODES, 1024)) {
        out.write(new byte[BLOCKS * 1024]);
      }
      files.add(path.toString());
    }
    return files;
  }

  private static List<List<String>> batches(List<String> files) {
    List<List<String>> batches = new ArrayList<>();
    for (int from = 0; from < files.size(); from += BATCH) {
      batches.add(files.subList(from, Math.min(files.size(), from + BATCH)));
    }
    return batches;
  }

  /** Asks for a time; returns how many files were looked up. */
  private static long ask(Lookup lookup, List<List<String>> batches, long ms) throws Exception {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    long files = 0;
    for (int i = 0; System.nanoTime() - end < 0; i++) {
      List<String> batch = batches.get(i % batches.size());
      assertThat(lookup.of(batch)).isEqualTo(batch.size());
      files += batch.size();
    }
    return files;
  }

  private long handlersNanos() {
    long nanos = 0;
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().startsWith("IPC Server handler")) {
        nanos += threads.getThreadCpuTime(thread.getThreadId());
      }
    }
    return nanos;
  }
}
