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
package io.trident.layout.mapreduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** HDFS in this process, and jobs that run in it, too. */
final class LocalCluster implements AutoCloseable {
  private final MiniDFSCluster hdfs;
  private final Configuration conf;

  private LocalCluster(MiniDFSCluster hdfs, Configuration conf) {
    this.hdfs = hdfs;
    this.conf = conf;
  }

  static LocalCluster start() throws IOException {
    return start(3);
  }

  static LocalCluster start(int nodes) throws IOException {
    return start(nodes, Map.of());
  }

  /** Starts one with settings beside those of all tests. */
  static LocalCluster start(int nodes, Map<String, String> settings) throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.setInt("dfs.namenode.fs-limits.min-block-size", 512);
    conf.setInt("dfs.blocksize", 64 << 10);
    // Not 400 ms until a client asks again whether its block has arrived.
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 5);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.retries", 12); // 20 s in all
    conf.set("mapreduce.framework.name", "local");
    // Not 5 s until a client asks again whether its job has ended.
    conf.setInt("mapreduce.client.completion.pollinterval", 50);
    conf.setInt("trident.layout.job.piece-bytes", 20_000); // so that source files are cut
    conf.setInt("mapreduce.task.io.sort.mb", 8);
    conf.setInt("mapreduce.input.fileinputformat.split.maxsize", 48 << 10);
    settings.forEach(conf::set);
    MiniDFSCluster hdfs = new MiniDFSCluster.Builder(conf).numDataNodes(nodes).build();
    hdfs.waitActive();
    conf.set("fs.defaultFS", hdfs.getURI().toString());
    return new LocalCluster(hdfs, conf);
  }

  /** Returns a configuration for clients; a copy. */
  Configuration conf() {
    return new Configuration(conf);
  }

  MiniDFSCluster hdfs() {
    return hdfs;
  }

  DistributedFileSystem files() throws IOException {
    return hdfs.getFileSystem();
  }

  Conversion conversion() throws IOException {
    return conversion(conf());
  }

  Conversion conversion(Configuration with) throws IOException {
    return new Conversion(with, new Renames(files()), text -> {});
  }

  Append append() throws IOException {
    return append(conf());
  }

  Append append(Configuration with) throws IOException {
    return new Append(with, new Moves(files()), text -> {});
  }

  Reversion reversion() throws IOException {
    return reversion(conf());
  }

  Reversion reversion(Configuration with) throws IOException {
    return new Reversion(with, new Renames(files()), text -> {});
  }

  /** Returns the names of what is in a directory, in order. */
  List<String> names(Path directory) throws IOException {
    List<String> names = new ArrayList<>();
    for (var status : files().listStatus(directory)) {
      names.add(status.getPath().getName());
    }
    return names;
  }

  @Override
  public void close() {
    hdfs.shutdown(true);
  }
}
