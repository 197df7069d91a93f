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
package io.trident.layout.mapreduce.table;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.UUID;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Small files that are read and written whole. */
public final class Texts {
  /** A list of a million source files fits, a mistaken path to data does not. */
  private static final int MAX_BYTES = 256 << 20;

  private Texts() {}

  /**
   * Reads a file as UTF-8.
   *
   * @throws IOException if it cannot be read, or is larger than 256 MiB
   */
  public static String read(FileSystem files, Path path) throws IOException {
    return new String(readBytes(files, path), StandardCharsets.UTF_8);
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read, or is larger than 256 MiB
   */
  public static byte[] readBytes(FileSystem files, Path path) throws IOException {
    try (FSDataInputStream in = files.open(path)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IOException(
            "%s has more than %d bytes; it is none of a table's.".formatted(path, MAX_BYTES));
      }
      return bytes;
    }
  }

  /**
   * Writes a file as a whole or not at all: whoever reads it sees all of its bytes.
   *
   * @throws IOException if it cannot be written
   */
  public static void replace(DistributedFileSystem files, Path path, byte[] bytes)
      throws IOException {
    files.rename(write(files, path, bytes), path, Rename.OVERWRITE);
  }

  /**
   * As {@link #replace}, of a file that stays the same person's, readable to the same ones.
   *
   * @throws IOException if it cannot be written, or there is no such file
   */
  public static void update(DistributedFileSystem files, Path path, byte[] bytes)
      throws IOException {
    FileStatus before = files.getFileStatus(path);
    Path next = write(files, path, bytes);
    files.setPermission(next, before.getPermission());
    FileStatus now = files.getFileStatus(next);
    if (!now.getOwner().equals(before.getOwner()) || !now.getGroup().equals(before.getGroup())) {
      files.setOwner(next, before.getOwner(), before.getGroup());
    }
    files.rename(next, path, Rename.OVERWRITE);
  }

  /** Writes a file beside a path, and returns where. */
  private static Path write(DistributedFileSystem files, Path path, byte[] bytes)
      throws IOException {
    Path parent = Objects.requireNonNull(path.getParent());
    Path temporary = new Path(parent, "_%s-%s".formatted(path.getName(), UUID.randomUUID()));
    try (FSDataOutputStream out =
        files.createFile(temporary).create().recursive().replicate().build()) {
      out.write(bytes);
    }
    return temporary;
  }
}
