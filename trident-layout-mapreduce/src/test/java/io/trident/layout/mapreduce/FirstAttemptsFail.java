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
package io.trident.layout.mapreduce;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** HDFS on which the first attempt of each reduce fails when it has written its extents. */
public final class FirstAttemptsFail extends DistributedFileSystem {
  /** Is made by Hadoop. */
  public FirstAttemptsFail() {}

  @Override
  public HdfsDataOutputStreamBuilder createFile(Path path) {
    String name = path.toString();
    if (name.matches(".*/attempt_\\d+_\\d+_r_\\d+_0/.*/p\\d/g\\d.*")) {
      throw new UncheckedIOException(new IOException("This attempt is to fail."));
    }
    return super.createFile(path);
  }
}
