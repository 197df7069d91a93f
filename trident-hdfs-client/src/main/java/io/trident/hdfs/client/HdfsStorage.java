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

import io.trident.core.storage.BlockToCache;
import io.trident.core.storage.FileSegment;
import io.trident.core.storage.SegmentTiers;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.cache.BlockCacher;
import io.trident.hdfs.cache.HdfsDirectoryLeases;
import io.trident.hdfs.locate.TierLocator;
import io.trident.storage.DirectoryLeases;
import io.trident.storage.PinSession;
import io.trident.storage.Storage;
import io.trident.storage.StorageNodes;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * HDFS as a storage: tiers by {@link TierLocator}, pins by {@link BlockCacher}. Each is made when
 * it is first asked for, as the user who asks.
 */
final class HdfsStorage implements Storage {
  private final Configuration conf;
  private @Nullable TierLocator locator;
  private @Nullable BlockCacher cacher;
  private boolean closed;

  /**
   * Makes a storage.
   *
   * @throws io.trident.core.config.ConfigException if a key of {@link HdfsKeys} is invalid
   */
  HdfsStorage(Configuration conf) {
    this.conf = conf;
    HdfsKeys.all().forEach(key -> key.read(conf::get));
  }

  @Override
  public Map<FileSegment, SegmentTiers> locate(Collection<FileSegment> segments) {
    return locator().locate(segments);
  }

  @Override
  public Map<FileSegment, SegmentTiers> locate(Collection<FileSegment> segments, Duration atMost) {
    return locator().locate(segments, atMost);
  }

  @Override
  public StorageNodes nodes() {
    return locator().nodes();
  }

  @Override
  public PinSession pin(String owner, Collection<BlockToCache> blocks) {
    return cacher().cache(owner, blocks);
  }

  @Override
  public DirectoryLeases leases() {
    return new HdfsDirectoryLeases(conf);
  }

  private synchronized TierLocator locator() {
    if (locator == null) {
      locator = new TierLocator(conf);
      if (closed) {
        locator.close();
      }
    }
    return locator;
  }

  private synchronized BlockCacher cacher() {
    if (cacher == null) {
      cacher = new BlockCacher(conf);
      if (closed) {
        cacher.close();
      }
    }
    return cacher;
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (locator != null) {
      locator.close();
    }
    if (cacher != null) {
      cacher.close();
    }
  }
}
