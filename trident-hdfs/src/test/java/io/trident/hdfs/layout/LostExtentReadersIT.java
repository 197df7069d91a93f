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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.hdfs.layout.LostExtents.LostExtent;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.HandleOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.ReadOption;
import org.apache.hadoop.fs.viewfs.ViewFileSystemOverloadScheme;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.apache.hadoop.hdfs.ViewDistributedFileSystem;
import org.apache.hadoop.io.ElasticByteBufferPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Readers of extents whose only node is gone, through each of Hadoop's file systems. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
@Tag("slow")
class LostExtentReadersIT {
  private static final int EXTENTS = 19;

  private LostExtents lost;

  @BeforeAll
  void start() throws Exception {
    lost =
        LostExtents.of(
            EXTENTS,
            LostExtents.configuration(),
            fileSystem -> {
              fileSystem.allowSnapshot(new Path("/"));
              fileSystem.createSnapshot(new Path("/"), "s");
            });
  }

  @AfterAll
  void stop() {
    lost.close();
  }

  @Test
  void stockClientsFail() throws Exception {
    LostExtent extent = lost.any();
    Configuration conf = lost.stockClients();
    try (FileSystem fileSystem = FileSystem.newInstance(lost.uri(), conf);
        FSDataInputStream in = fileSystem.open(extent.path())) {
      assertThatThrownBy(in::read).isInstanceOf(BlockMissingException.class);
    }
    FileContext context = FileContext.getFileContext(lost.uri(), conf);
    try (FSDataInputStream in = context.open(extent.path())) {
      assertThatThrownBy(in::read).isInstanceOf(BlockMissingException.class);
    }
  }

  @Test
  void fileContextWaits() throws Exception {
    LostExtent extent = lost.next();
    FileContext context = FileContext.getFileContext(lost.uri(), lost.clients());
    try (FSDataInputStream in = context.open(extent.path())) {
      assertThat(in.readAllBytes()).isEqualTo(extent.written());
    }
  }

  @Test
  void viewsWait() throws Exception {
    Configuration conf = lost.clients();
    conf.set("fs.viewfs.mounttable.default.link./mnt", lost.uri() + "/");
    LostExtent one = lost.next();
    try (FileSystem view = FileSystem.newInstance(URI.create("viewfs:///"), conf)) {
      assertThat(bytes(view, "/mnt" + one.name())).isEqualTo(one.written());
    }
    LostExtent other = lost.next();
    FileContext context = FileContext.getFileContext(URI.create("viewfs:///"), conf);
    try (FSDataInputStream in = context.open(new Path("/mnt" + other.name()))) {
      assertThat(in.readAllBytes()).isEqualTo(other.written());
    }
  }

  /** Views under the scheme of HDFS find the file system of links by a key of their own. */
  @Test
  void viewsOfTheSchemeHdfsWaitIfTheirOwnKeyNamesTheFileSystem() throws Exception {
    for (Class<?> view :
        List.of(ViewDistributedFileSystem.class, ViewFileSystemOverloadScheme.class)) {
      Configuration conf = lost.clients();
      conf.set("fs.viewfs.overload.scheme.target.hdfs.impl", conf.get("fs.hdfs.impl"));
      conf.set("fs.hdfs.impl", view.getName());
      String table = "fs.viewfs.mounttable." + lost.uri().getHost();
      LostExtent linked = lost.next();
      conf.set(table + ".link./mnt", lost.uri() + "/");
      conf.set(table + ".linkFallback", lost.uri() + "/");
      try (FileSystem fileSystem = FileSystem.newInstance(lost.uri(), conf)) {
        assertThat(fileSystem).isInstanceOf(view);
        assertThat(bytes(fileSystem, "/mnt" + linked.name())).isEqualTo(linked.written());
        LostExtent fallback = lost.next();
        assertThat(bytes(fileSystem, fallback.name())).isEqualTo(fallback.written());
      }
    }
  }

  @Test
  void aViewWithoutMountTableIsHdfssOwn() throws Exception {
    LostExtent extent = lost.any();
    Configuration conf = lost.clients();
    conf.set("fs.viewfs.overload.scheme.target.hdfs.impl", conf.get("fs.hdfs.impl"));
    conf.set("fs.hdfs.impl", ViewDistributedFileSystem.class.getName());
    try (FileSystem fileSystem = FileSystem.newInstance(lost.uri(), conf);
        FSDataInputStream in = fileSystem.open(extent.path())) {
      assertThatThrownBy(in::read).isInstanceOf(BlockMissingException.class);
    }
  }

  private static byte[] bytes(FileSystem fileSystem, String path) throws IOException {
    try (FSDataInputStream in = fileSystem.open(new Path(path))) {
      return in.readAllBytes();
    }
  }

  @Test
  void manyReadersOfAClientWait() throws Exception {
    LostExtent extent = lost.next();
    ExecutorService threads = Executors.newFixedThreadPool(64);
    try (FileSystem fileSystem = FileSystem.newInstance(lost.uri(), lost.clients());
        FSDataInputStream shared = fileSystem.open(extent.path())) {
      byte[] written = extent.written();
      List<Future<byte[]>> readers = new ArrayList<>();
      for (int i = 0; i < 32; i++) {
        readers.add(threads.submit(() -> bytes(fileSystem, extent.name())));
        readers.add(
            threads.submit(
                () -> {
                  byte[] bytes = new byte[written.length];
                  shared.readFully(0, bytes);
                  return bytes;
                }));
      }
      for (Future<byte[]> reader : readers) {
        assertThat(reader.get()).isEqualTo(written);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** A way to read from some offset. */
  private interface Reader {
    byte[] read(FSDataInputStream in, int offset, int length) throws Exception;
  }

  @Test
  void everyWayToReadWaits() throws Exception {
    List<Callable<byte[]>> ways =
        List.of(
            way(
                "read after seek",
                (in, offset, length) -> {
                  in.seek(offset);
                  return in.readNBytes(length);
                }),
            way(
                "read at a position",
                (in, offset, length) -> {
                  byte[] bytes = new byte[length];
                  in.readFully(offset, bytes);
                  return bytes;
                }),
            way(
                "read into a buffer",
                (in, offset, length) -> {
                  in.seek(offset);
                  ByteBuffer buffer = ByteBuffer.allocateDirect(length);
                  while (buffer.hasRemaining() && in.read(buffer) >= 0) {
                    continue;
                  }
                  return bytes(buffer.flip());
                }),
            way(
                "read at a position into a buffer",
                (in, offset, length) -> {
                  ByteBuffer buffer = ByteBuffer.allocate(length);
                  in.readFully(offset, buffer);
                  return bytes(buffer.flip());
                }),
            way(
                "vectored read",
                (in, offset, length) -> {
                  FileRange range = FileRange.createFileRange(offset, length);
                  in.readVectored(List.of(range), ByteBuffer::allocate);
                  return bytes(range.getData().get());
                }),
            way(
                "zero-copy read",
                (in, offset, length) -> {
                  in.seek(offset);
                  ElasticByteBufferPool pool = new ElasticByteBufferPool();
                  ByteBuffer all = ByteBuffer.allocate(length);
                  while (all.hasRemaining()) {
                    ByteBuffer part =
                        in.read(pool, all.remaining(), EnumSet.of(ReadOption.SKIP_CHECKSUMS));
                    all.put(part);
                    in.releaseBuffer(part);
                  }
                  return bytes(all.flip());
                }));
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      for (Future<byte[]> way : threads.invokeAll(ways)) {
        way.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private Callable<byte[]> way(String name, Reader reader) {
    LostExtent extent = lost.next();
    byte[] written = extent.written();
    int offset = written.length / 3;
    return () -> {
      byte[] read;
      try (FileSystem fileSystem = FileSystem.newInstance(lost.uri(), lost.clients());
          FSDataInputStream in = fileSystem.open(extent.path())) {
        read = reader.read(in, offset, written.length - offset);
      }
      assertThat(read).as(name).isEqualTo(Arrays.copyOfRange(written, offset, written.length));
      return read;
    };
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  @Test
  void everyNameOfAFileWaits() throws Exception {
    try (FileSystem fileSystem = FileSystem.newInstance(lost.uri(), lost.clients())) {
      LostExtent ofSnapshot = lost.next();
      assertThat(bytes(fileSystem, "/.snapshot/s" + ofSnapshot.name()))
          .isEqualTo(ofSnapshot.written());

      LostExtent ofInode = lost.next();
      long inode = lost.hdfs().fileSystem().getClient().getFileInfo(ofInode.name()).getFileId();
      assertThat(bytes(fileSystem, "/.reserved/.inodes/" + inode)).isEqualTo(ofInode.written());

      LostExtent ofHandle = lost.next();
      Path path = ofHandle.path();
      try (FSDataInputStream in =
          fileSystem.open(
              fileSystem.getPathHandle(fileSystem.getFileStatus(path), HandleOpt.exact()))) {
        assertThat(in.readAllBytes()).isEqualTo(ofHandle.written());
      }
    }
  }

  @Test
  void whatIsReadIsWhatWasRebuilt() throws Exception {
    LostExtent extent = lost.next();
    List<String> before = extent.nodes();
    try (FileSystem fileSystem = FileSystem.newInstance(lost.uri(), lost.clients())) {
      assertThat(bytes(fileSystem, extent.name())).isEqualTo(extent.written());
      assertThat(extent.nodes()).hasSize(2).containsAll(before);
    }
  }
}
