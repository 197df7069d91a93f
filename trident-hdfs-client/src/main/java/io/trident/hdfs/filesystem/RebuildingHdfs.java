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
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.HdfsRecoveryBridge;
import org.apache.hadoop.hdfs.ReadRecovery;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link RebuildingFileSystem} for {@link org.apache.hadoop.fs.FileContext}; {@code
 * fs.AbstractFileSystem.hdfs.impl}.
 */
public final class RebuildingHdfs extends HdfsRecoveryBridge {
  private static final Logger LOG = LoggerFactory.getLogger(RebuildingHdfs.class);

  /**
   * For {@link org.apache.hadoop.fs.AbstractFileSystem#createFileSystem}.
   *
   * @throws IOException as HDFS's own
   * @throws URISyntaxException as HDFS's own
   */
  public RebuildingHdfs(URI uri, Configuration conf) throws IOException, URISyntaxException {
    super(uri, conf, new Guard((consequence, failure) -> LOG.warn("{}", consequence, failure)));
  }

  @Override
  protected @Nullable ReadRecovery recovery(
      URI fileSystem, Configuration conf, UserGroupInformation user) {
    return ExtentRecovery.of(fileSystem, conf, user);
  }
}
