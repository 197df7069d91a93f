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
package io.trident.hdfs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.storage.Availability;
import io.trident.core.storage.BlockProgress;
import io.trident.core.storage.BlockToCache;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.PinState;
import io.trident.core.storage.SegmentTiers;
import io.trident.core.storage.StoredBlock;
import io.trident.hdfs.cache.BlockCacher;
import io.trident.hdfs.cache.CacheSession;
import io.trident.hdfs.cache.HdfsDirectoryLeases;
import io.trident.hdfs.locate.TierLocator;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.viewfs.ConfigUtil;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever view of HDFS a client has, files are located and cached as without one. */
class ViewsIT {
  private static final Duration LONG = Duration.ofSeconds(60);

  private static TieredHdfs hdfs;
  private static Configuration client;
  private static URI real;
  private static List<Long> blocksOfOne;
  private static List<Long> blocksOfTwo;

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    StorageType[][] types = new StorageType[2][];
    Arrays.fill(types, new StorageType[] {StorageType.DISK});
    hdfs = TieredHdfs.start(conf, 1, types);
    hdfs.fileSystem()
        .addCachePool(new CachePoolInfo("trident").setMode(new FsPermission((short) 0777)));
    client = hdfs.clientConfiguration();
    real = hdfs.fileSystem().getUri();
    blocksOfOne = ids(hdfs.write("/in/deep/one", 2, 2));
    blocksOfTwo = ids(hdfs.write("/in/deep/two", 1, 2));
    TieredHdfs.await(
        "cache capacity known",
        () ->
            Stream.of(hdfs.fileSystem().getDataNodeStats())
                .allMatch(node -> node.getCacheCapacity() > 0));
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  /** Mounts the files in a table of {@code viewfs:}, and that in one of the name {@code outer}. */
  private static Configuration mounted(Class<? extends FileSystem> ofHdfs) throws Exception {
    Configuration conf = new Configuration(client);
    conf.setClass("fs.hdfs.impl", ofHdfs, FileSystem.class);
    conf.setBoolean("fs.hdfs.impl.disable.cache", false);
    ConfigUtil.addLink(conf, "view", "/data/here", real.resolve("/in/deep"));
    ConfigUtil.addLink(conf, "view", "/data/broken", URI.create("hdfs://nosuchhost.invalid/in"));
    ConfigUtil.addLink(conf, "mounts", "/data/here", real.resolve("/in"));
    ConfigUtil.addLinkFallback(conf, "mounts", real);
    ConfigUtil.addLink(conf, "outer", "/over", URI.create("viewfs://view/data"));
    conf.setLong(HdfsKeys.CACHE_POLL_INTERVAL_MS.name(), 100);
    return conf;
  }

  @ParameterizedTest
  @CsvSource({
    "org.apache.hadoop.hdfs.DistributedFileSystem, REAL/in/deep",
    "org.apache.hadoop.hdfs.DistributedFileSystem, viewfs://view/data/here",
    "org.apache.hadoop.hdfs.DistributedFileSystem, viewfs://outer/over/here",
    "org.apache.hadoop.fs.viewfs.ViewFileSystemOverloadScheme, REAL/in/deep",
    "org.apache.hadoop.fs.viewfs.ViewFileSystemOverloadScheme, hdfs://mounts/data/here/deep",
    "org.apache.hadoop.fs.viewfs.ViewFileSystemOverloadScheme, hdfs://mounts/in/deep",
    "org.apache.hadoop.fs.viewfs.ViewFileSystemOverloadScheme, viewfs://view/data/here",
    "org.apache.hadoop.fs.viewfs.ViewFileSystemOverloadScheme, viewfs://outer/over/here",
    "org.apache.hadoop.hdfs.ViewDistributedFileSystem, REAL/in/deep",
    "org.apache.hadoop.hdfs.ViewDistributedFileSystem, hdfs://mounts/data/here/deep",
    "org.apache.hadoop.hdfs.ViewDistributedFileSystem, hdfs://mounts/in/deep",
    "org.apache.hadoop.hdfs.ViewDistributedFileSystem, viewfs://outer/over/here",
  })
  void filesAreLocatedAndCachedAsWithoutAView(Class<? extends FileSystem> ofHdfs, String seen)
      throws Exception {
    // Hadoop's cache of file systems is by login: another one may have a file system behind a view.
    UserGroupInformation login =
        UserGroupInformation.createRemoteUser(
            UserGroupInformation.getCurrentUser().getShortUserName());
    try {
      login.doAs(
          (PrivilegedExceptionAction<Void>)
              () -> {
                assertLocatedAndCached(ofHdfs, seen);
                return null;
              });
    } finally {
      FileSystem.closeAllForUGI(login);
    }
    assertThat(new HdfsDirectoryLeases(client).release(new Path("/in/deep")))
        .as("the same directory, whatever its name")
        .isTrue();
  }

  /** Makes no file system of HDFS but through the view. */
  private static void assertLocatedAndCached(Class<? extends FileSystem> ofHdfs, String seen)
      throws Exception {
    Configuration conf = mounted(ofHdfs);
    String directory = seen.replace("REAL", real.toString());
    Path first = new Path(directory, "one");
    assertThat(first.getFileSystem(conf).getFileStatus(first).getLen()).as("stock").isPositive();
    List<FileSegment> segments =
        Stream.of("/one", "/two")
            .map(name -> new FileSegment(directory + name, 0, Long.MAX_VALUE))
            .toList();
    FileSegment absent = new FileSegment(directory + "/absent", 0, 1);
    try (TierLocator locator = new TierLocator(conf)) {
      assertThat(locator.locate(List.of(absent)).values())
          .extracting(SegmentTiers::availability)
          .containsExactly(Availability.MISSING);
      Map<FileSegment, SegmentTiers> alone = locator.locate(segments.subList(0, 1));
      assertThat(ids(requireNonNull(alone.get(segments.get(0))))).isEqualTo(blocksOfOne);
    }
    Map<FileSegment, SegmentTiers> together;
    try (TierLocator locator = new TierLocator(conf)) {
      together = locator.locate(segments);
      assertThat(ids(requireNonNull(together.get(segments.get(1))))).isEqualTo(blocksOfTwo);
    }
    List<BlockToCache> blocks =
        together.values().stream()
            .flatMap(
                file ->
                    file.blocks().stream()
                        .map(
                            block ->
                                new BlockToCache(file.segment().path(), block.blockId(), "node1")))
            .toList();
    try (BlockCacher cacher = new BlockCacher(conf);
        CacheSession session = cacher.cache("view", blocks)) {
      assertThat(session.await(LONG)).isTrue();
      assertThat(session.progress())
          .hasSize(3)
          .extracting(BlockProgress::state)
          .containsOnly(PinState.CACHED);
    }
    HdfsDirectoryLeases leases = new HdfsDirectoryLeases(conf);
    assertThat(leases.acquire(new Path(directory), "view", LONG, blocks))
        .extracting(BlockProgress::state)
        .doesNotContain(PinState.NO_SUCH_FILE, PinState.FORBIDDEN, PinState.REFUSED);
  }

  private static List<Long> ids(SegmentTiers found) {
    return found.blocks().stream().map(StoredBlock::blockId).toList();
  }

  private static List<Long> ids(Path file) throws Exception {
    return hdfs.blocks(file).stream().map(block -> block.getBlock().getBlockId()).toList();
  }
}
