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
package io.trident.hdfs.client;

import io.trident.storage.Storage;
import io.trident.storage.StorageProvider;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.viewfs.ViewFileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Registers HDFS, and file systems that show HDFS under other names, as a storage. */
public final class HdfsStorageProvider implements StorageProvider {
  /** For {@link java.util.ServiceLoader}. */
  public HdfsStorageProvider() {}

  @Override
  public boolean serves(String scheme, Configuration conf) {
    try {
      Class<? extends FileSystem> type = FileSystem.getFileSystemClass(scheme, conf);
      return DistributedFileSystem.class.isAssignableFrom(type)
          || ViewFileSystem.class.isAssignableFrom(type);
    } catch (IOException | RuntimeException | LinkageError e) {
      return false; // a file system that is not there holds no file
    }
  }

  @Override
  public Storage open(Configuration conf) {
    return new HdfsStorage(conf);
  }
}
