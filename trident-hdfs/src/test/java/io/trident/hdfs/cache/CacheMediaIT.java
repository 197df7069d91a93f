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
package io.trident.hdfs.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import io.trident.core.storage.BlockToCache;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.TieredHdfs;
import io.trident.hdfs.namenode.TridentNameNodePlugin;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.PmemVolumeManager;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Where a DataNode keeps the blocks that are leased: locked memory, and files on a tmpfs. */
class CacheMediaIT {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Path TMPFS = Path.of("/dev/shm");
  private static final Path STATUS = Path.of("/proc/self/status");

  @BeforeAll
  static void onLinux() {
    assumeTrue(Files.isWritable(TMPFS) && Files.isReadable(STATUS), "needs Linux' tmpfs and /proc");
  }

  @AfterEach
  void restore() {
    NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator());
  }

  /** By the kernel's own count a leased block is locked, and is no more when let go. */
  @Test
  void leasedBlocksAreLockedInMemory() throws Exception {
    try (TieredHdfs hdfs = start(TieredHdfs.configuration())) {
      NativeIO.POSIX.setCacheManipulator(new Mlock());
      org.apache.hadoop.fs.Path file = hdfs.write("/file", 2, 1);
      long before = lockedBytes();
      try (BlockCacher cacher = cacher(hdfs);
          CacheSession session = cacher.cache("job", blocks(hdfs, file))) {
        assertThat(session.await(LONG)).isTrue();
        assertThat(lockedBytes() - before).isEqualTo(2L * TieredHdfs.BLOCK);
      }
      TieredHdfs.await("memory unlocked", () -> lockedBytes() == before);
    }
  }

  /** A block that is leased is read from the tmpfs: what its disk holds does not matter. */
  @Test
  void leasedBlocksAreReadFromPersistentMemoryWithoutNativeCode() throws Exception {
    Path directory = Files.createTempDirectory(TMPFS, "trident");
    Configuration conf = TieredHdfs.configuration();
    conf.set(DFSConfigKeys.DFS_DATANODE_PMEM_CACHE_DIRS_KEY, directory.toString());
    try (TieredHdfs hdfs = start(conf)) {
      org.apache.hadoop.fs.Path file = hdfs.write("/file", 2, 1);
      byte[] content = read(hdfs, file);
      try (BlockCacher cacher = cacher(hdfs);
          CacheSession session = cacher.cache("job", blocks(hdfs, file))) {
        assertThat(session.await(LONG)).isTrue();
        assertThat(bytesBelow(directory)).isEqualTo(2L * TieredHdfs.BLOCK);
        for (LocatedBlock block : hdfs.blocks(file)) {
          overwrite(hdfs, block.getBlock());
        }
        assertThat(read(hdfs, file)).isEqualTo(content);
      }
      TieredHdfs.await("the tmpfs empty", () -> bytesBelow(directory) == 0);
    } finally {
      PmemVolumeManager.reset(); // one of a JVM
      org.apache.commons.io.FileUtils.deleteDirectory(directory.toFile());
    }
  }

  private static TieredHdfs start(Configuration conf) throws Exception {
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, TridentNameNodePlugin.class.getName());
    TieredHdfs hdfs = TieredHdfs.start(conf, 1, new StorageType[][] {{StorageType.DISK}});
    hdfs.fileSystem()
        .addCachePool(new CachePoolInfo("trident").setMode(new FsPermission((short) 0777)));
    TieredHdfs.await(
        "cache capacity known",
        () -> hdfs.fileSystem().getDataNodeStats()[0].getCacheCapacity() > 0);
    return hdfs;
  }

  private static BlockCacher cacher(TieredHdfs hdfs) throws Exception {
    Configuration conf = hdfs.clientConfiguration();
    conf.setLong(HdfsKeys.CACHE_POLL_INTERVAL_MS.name(), 100);
    return new BlockCacher(conf);
  }

  private static List<BlockToCache> blocks(TieredHdfs hdfs, org.apache.hadoop.fs.Path file)
      throws IOException {
    return hdfs.blocks(file).stream()
        .map(block -> new BlockToCache(file.toString(), block.getBlock().getBlockId(), "node1"))
        .toList();
  }

  private static byte[] read(TieredHdfs hdfs, org.apache.hadoop.fs.Path file) throws IOException {
    try (FSDataInputStream in = hdfs.fileSystem().open(file)) {
      return in.readAllBytes();
    }
  }

  private static void overwrite(TieredHdfs hdfs, ExtendedBlock block) throws IOException {
    File replica = hdfs.cluster().getBlockFile(0, block);
    Files.write(replica.toPath(), new byte[(int) replica.length()]);
  }

  private static long bytesBelow(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      return paths.map(Path::toFile).filter(File::isFile).mapToLong(File::length).sum();
    }
  }

  private static long lockedBytes() throws IOException {
    return Files.readAllLines(STATUS).stream()
        .filter(line -> line.startsWith("VmLck:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
        .findFirst()
        .orElseThrow();
  }

  /** Locks memory by the C library, as Hadoop's native library does, which is on no registry. */
  private static final class Mlock extends NativeIO.POSIX.CacheManipulator {
    static {
      Native.register("c");
    }

    private static native int mlock(Pointer address, NativeLong length);

    @Override
    public void mlock(String identifier, ByteBuffer buffer, long length) throws IOException {
      if (mlock(Native.getDirectBufferPointer(buffer), new NativeLong(length)) != 0) {
        throw new IOException("mlock of " + identifier + ": error " + Native.getLastError());
      }
    }

    @Override
    public long getMemlockLimit() {
      return Long.MAX_VALUE;
    }

    @Override
    public long getOperatingSystemPageSize() {
      return 4096;
    }

    @Override
    public boolean verifyCanMlock() {
      return true;
    }
  }
}
