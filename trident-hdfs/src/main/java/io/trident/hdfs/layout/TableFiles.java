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

import io.trident.core.layout.manifest.MalformedManifestException;
import io.trident.core.layout.manifest.Manifest;
import io.trident.core.layout.manifest.ManifestCodec;
import io.trident.layout.table.TablePaths;
import io.trident.layout.table.TableSpec;
import io.trident.layout.table.TableSpecJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;

/** Reads what describes a table, by the inode of its directory, whatever its path is by now. */
public record TableFiles(FileSystem fileSystem) {
  private static final int CONNECT_TIMEOUT_MS = 5_000;

  /** Of a manifest's frame, and to spare. */
  private static final int FRAME_BYTES = 64;

  /**
   * Returns the configuration of clients that read tables which may be damaged: a block that cannot
   * be read is reported at once.
   */
  public static Configuration clientConfiguration(Configuration conf) {
    Configuration quick = new Configuration(conf);
    quick.setInt(HdfsClientConfigKeys.DFS_CLIENT_MAX_BLOCK_ACQUIRE_FAILURES_KEY, 0);
    quick.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, CONNECT_TIMEOUT_MS);
    return quick;
  }

  /** Returns a path below a table's directory. */
  public static Path path(long table, String relative) {
    return new Path("/.reserved/.inodes/" + table + "/" + relative);
  }

  /**
   * Reads the manifest of a super-extent.
   *
   * @throws IOException if it cannot be read, or is none
   */
  public Manifest manifest(SuperExtentId id) throws IOException {
    Path path = path(id.table(), new TablePaths("").manifest(id.number()));
    try {
      return ManifestCodec.decode(
          ByteBuffer.wrap(read(path, ManifestCodec.MAX_BYTES + FRAME_BYTES)));
    } catch (MalformedManifestException e) {
      throw new IOException("The manifest %s: %s".formatted(path, e.getMessage()), e);
    }
  }

  /**
   * Reads the specification of a table.
   *
   * @throws IOException if it cannot be read, or is none
   */
  public TableSpec spec(long table) throws IOException {
    byte[] text = read(path(table, TablePaths.SPEC), ManifestCodec.MAX_BYTES);
    return TableSpecJson.read(new String(text, StandardCharsets.UTF_8));
  }

  /**
   * Returns the owner of a table's directory, whom nobody but a superuser can change.
   *
   * @throws IOException if there is no such directory
   */
  public String owner(long table) throws IOException {
    return fileSystem.getFileStatus(path(table, "")).getOwner();
  }

  private byte[] read(Path path, int most) throws IOException {
    try (FSDataInputStream in = fileSystem.open(path)) {
      byte[] bytes = in.readNBytes(most + 1);
      if (bytes.length > most) {
        throw new IOException("%s has more than %d bytes".formatted(path, most));
      }
      return bytes;
    }
  }
}
