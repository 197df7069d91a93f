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

import java.util.Objects;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * A file or directory where it is stored, behind all mounts.
 *
 * @param fileSystem the file system of its NameNode; not a view
 * @param src its absolute path there
 */
public record HdfsFile(DistributedFileSystem fileSystem, String src) {
  public HdfsFile {
    Objects.requireNonNull(fileSystem, "fileSystem");
    Objects.requireNonNull(src, "src");
  }
}
