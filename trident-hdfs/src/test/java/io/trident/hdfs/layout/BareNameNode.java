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

import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import io.trident.hdfs.protocol.LayoutTableClient;
import io.trident.layout.table.BuildPaths;
import io.trident.layout.table.TablePaths;
import java.io.File;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** A NameNode without DataNodes, for tables whose files are empty. */
final class BareNameNode implements AutoCloseable {
  private final MiniDFSCluster cluster;
  private final File directory;

  private BareNameNode(MiniDFSCluster cluster, File directory) {
    this.cluster = cluster;
    this.directory = directory;
  }

  static BareNameNode start() throws IOException {
    return start(Map.of());
  }

  /** Starts one with settings beside those with which it has layouts. */
  static BareNameNode start(Map<String, String> settings) throws IOException {
    File directory =
        new File(System.getProperty("test.build.data", "target/test-data"), "" + UUID.randomUUID());
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    conf.setBoolean(HdfsKeys.LAYOUT_ENABLED.name(), true);
    settings.forEach(conf::set);
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.getAbsolutePath());
    MiniDFSCluster cluster = new MiniDFSCluster.Builder(conf).numDataNodes(0).build();
    cluster.waitActive();
    return new BareNameNode(cluster, directory);
  }

  MiniDFSCluster cluster() {
    return cluster;
  }

  DistributedFileSystem fileSystem() throws IOException {
    return cluster.getFileSystem();
  }

  LayoutTableClient client() throws IOException {
    return LayoutTableClient.of(fileSystem());
  }

  /** Writes a table of one file, and another one that is to take its place. */
  void writeTableAndBuild(String table) throws IOException {
    touch(table + "/old.csv");
    touch(BuildPaths.directory(table) + "/se0000-e00.csv");
    touch(BuildPaths.directory(table) + "/" + TablePaths.SPEC);
  }

  void touch(String path) throws IOException {
    fileSystem().create(new Path(path), true, 4096, (short) 1, TieredHdfs.BLOCK).close();
  }

  /** Returns the names in a directory. */
  Set<String> list(String path) throws IOException {
    Set<String> names = new TreeSet<>();
    for (FileStatus file : fileSystem().listStatus(new Path(path))) {
      names.add(file.getPath().getName());
    }
    return names;
  }

  long inode(String path) throws IOException {
    return fileSystem().getClient().getFileInfo(path).getFileId();
  }

  boolean isRegistered(long table) throws IOException {
    return fileSystem().exists(new Path(LayoutTables.REGISTRY + "/" + table));
  }

  /** Writes a table of one super-extent, and super-extents 1 and 2 and what they were made of. */
  void writeTableAndAppend(String table, String source) throws IOException {
    touch(table + "/se0000-e00.csv");
    touch(table + "/" + TablePaths.SPEC);
    touch(table + "/_trident/se0000/manifest");
    String build = BuildPaths.directory(table);
    for (String superExtent : new String[] {"se0001", "se0002"}) {
      touch("%s/%s-e00.csv".formatted(build, superExtent));
      touch("%s/%s-e01.csv".formatted(build, superExtent));
      touch("%s/_trident/%s/manifest".formatted(build, superExtent));
    }
    touch(build + "/" + TablePaths.SPEC);
    touch(build + "/_convert/lock");
    touch(source + "/new.csv");
  }

  /** Returns whether nothing is being published or appended. */
  boolean isSettled() throws IOException {
    for (String begun : new String[] {TablePublisher.PUBLISHING, TableAppender.APPENDING}) {
      Path directory = new Path(begun);
      if (fileSystem().exists(directory) && fileSystem().listStatus(directory).length > 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() {
    cluster.shutdown(true);
    FileUtil.fullyDelete(directory);
  }
}
