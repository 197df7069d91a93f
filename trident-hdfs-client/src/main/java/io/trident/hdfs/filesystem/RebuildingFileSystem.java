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
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.ReadRecovery;
import org.apache.hadoop.hdfs.ReadRecoveryBridge;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HDFS for clients that read logically replicated tables; {@code fs.hdfs.impl}. A read that finds
 * no DataNode for an extent asks the NameNode's plugin to rebuild it, waits for {@link
 * HdfsKeys#LAYOUT_REBUILD_WAIT_MS} at most, and goes on. Without a plugin, for other files, and
 * after that time it is HDFS's own, retries and errors included. {@link RebuildingHdfs} is the same
 * for {@link org.apache.hadoop.fs.FileContext}.
 */
public final class RebuildingFileSystem extends ReadRecoveryBridge {
  private static final Logger LOG = LoggerFactory.getLogger(RebuildingFileSystem.class);

  /** For {@link org.apache.hadoop.fs.FileSystem#get}. */
  public RebuildingFileSystem() {
    super(new Guard((consequence, failure) -> LOG.warn("{}", consequence, failure)));
  }

  @Override
  protected @Nullable ReadRecovery recovery(
      URI fileSystem, Configuration conf, UserGroupInformation user) {
    return ExtentRecovery.of(fileSystem, conf, user);
  }
}
