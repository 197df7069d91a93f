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
package io.trident.layout.extent;

import io.trident.core.layout.Extent;
import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.layout.format.ByteSource;
import io.trident.layout.table.TablePaths;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** The extents of super-extent 0 of a table in a local directory; a file is a block. */
record LocalStore(Path root, TablePaths paths) implements ExtentSinks, ExtentSources {
  static LocalStore create(String extension) throws IOException {
    return new LocalStore(Files.createTempDirectory("trident-table"), new TablePaths(extension));
  }

  Path path(Extent extent) {
    return root.resolve(paths.of(0, extent));
  }

  BlockIdentity identity(Extent extent) {
    return new BlockIdentity(extent.hashCode(), path(extent).hashCode(), 1);
  }

  @Override
  public OutputStream create(Extent extent) throws IOException {
    Files.createDirectories(path(extent).getParent());
    return Files.newOutputStream(path(extent));
  }

  @Override
  public ByteSource of(Extent extent) {
    return new LocalFile(path(extent));
  }

  byte[] bytes(Extent extent) throws IOException {
    return Files.readAllBytes(path(extent));
  }

  void delete() throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException failure)
              throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private record LocalFile(Path file) implements ByteSource {
    @Override
    public String name() {
      return file.toString();
    }

    @Override
    public long length() {
      try {
        return Files.size(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public InputStream open(long from, long to) throws IOException {
      InputStream in = Channels.newInputStream(FileChannel.open(file).position(from));
      return new java.io.FilterInputStream(in) {
        private long left = to - from;

        @Override
        public int read() throws IOException {
          byte[] one = new byte[1];
          return read(one, 0, 1) < 1 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
          int got = left == 0 ? -1 : in.read(bytes, offset, (int) Math.min(left, length));
          left -= Math.max(0, got);
          return got;
        }
      };
    }
  }
}
