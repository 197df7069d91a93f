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
package io.trident.hdfs.filesystem;

import io.trident.core.guard.Guard;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.protocol.ExtentWait;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.ReadRecoveryBridge;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HDFS for clients that read logically replicated tables; {@code fs.hdfs.impl}. A read that finds
 * no DataNode for an extent asks the NameNode's plugin to rebuild it, waits for {@link
 * HdfsKeys#LAYOUT_REBUILD_WAIT_MS} at most, and goes on. Without a plugin, for other files, and
 * after that time it is HDFS's own, retries and errors included.
 */
public final class RebuildingFileSystem extends ReadRecoveryBridge {
  private static final Logger LOG = LoggerFactory.getLogger(RebuildingFileSystem.class);

  /** For {@link org.apache.hadoop.fs.FileSystem#get}. */
  public RebuildingFileSystem() {
    super(new Guard((consequence, failure) -> LOG.warn("{}", consequence, failure)));
  }

  @Override
  protected boolean recovered(
      URI fileSystem, Configuration conf, UserGroupInformation user, String file)
      throws IOException {
    Duration longest = Duration.ofMillis(HdfsKeys.LAYOUT_REBUILD_WAIT_MS.read(conf::get));
    return !longest.isZero()
        && new ExtentWait(fileSystem, conf, user, System::nanoTime).isOver(file, longest);
  }
}
