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
package io.trident.hdfs.locate;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsConstants;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.viewfs.ViewFileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.ViewDistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Finds the NameNode behind a path: through mounts of {@code viewfs:}, and where {@code
 * fs.hdfs.impl} is a view ({@code ViewFileSystemOverloadScheme}, {@code
 * ViewDistributedFileSystem}), nested or not.
 *
 * <p>It acts as the user of the call that needs a file system first, so it serves one user. File
 * systems behind a view of {@code hdfs:} are its own, since Hadoop's cache holds the view in their
 * place; they end with {@link #close}. Thread-safe.
 */
public final class HdfsResolver implements Closeable {
  private final Configuration conf;
  private final Map<URI, FileSystem> behindViews = new HashMap<>();

  /** Creates a resolver that reads mount tables from a configuration. */
  public HdfsResolver(Configuration conf) {
    this.conf = conf;
  }

  /**
   * Finds a file or directory. It asks a NameNode only for a path in a view, which must exist: once
   * for each call.
   *
   * @return empty if it is not on HDFS
   * @throws java.io.FileNotFoundException if it is in a view, and neither mounted nor there
   * @throws IOException if there is no such file system, or the NameNode does not answer
   */
  public Optional<HdfsFile> resolve(Path path) throws IOException {
    FileSystem fileSystem = path.getFileSystem(conf);
    Path stored = fileSystem.makeQualified(path);
    if (isView(fileSystem)) {
      stored = fileSystem.resolvePath(stored);
      fileSystem = behindView(stored);
    }
    return fileSystem instanceof DistributedFileSystem hdfs
        ? Optional.of(new HdfsFile(hdfs, stored.toUri().getPath()))
        : Optional.empty();
  }

  private static boolean isView(FileSystem fileSystem) {
    return fileSystem instanceof ViewFileSystem || fileSystem instanceof ViewDistributedFileSystem;
  }

  private FileSystem behindView(Path stored) throws IOException {
    FileSystem fileSystem = stored.getFileSystem(conf);
    if (!isView(fileSystem) || !HdfsConstants.HDFS_URI_SCHEME.equals(fileSystem.getScheme())) {
      return fileSystem;
    }
    URI root = stored.toUri().resolve(Path.SEPARATOR);
    synchronized (behindViews) {
      @SuppressWarnings("resource") // closed with this
      FileSystem known = behindViews.get(root);
      return known == null ? open(root) : known;
    }
  }

  /** Makes what a view of {@code hdfs:} makes for its mounts. */
  private FileSystem open(URI root) throws IOException {
    Class<? extends FileSystem> kind =
        conf.getClass(
            String.format(
                FsConstants.FS_VIEWFS_OVERLOAD_SCHEME_TARGET_FS_IMPL_PATTERN, root.getScheme()),
            DistributedFileSystem.class,
            FileSystem.class);
    FileSystem opened = ReflectionUtils.newInstance(kind, conf);
    opened.initialize(root, conf);
    behindViews.put(root, opened);
    return opened;
  }

  @Override
  public void close() {
    synchronized (behindViews) {
      behindViews.values().forEach(IOUtils::closeStream);
      behindViews.clear();
    }
  }
}
