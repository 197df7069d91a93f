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
package io.trident.hdfs.cache;

import io.trident.core.config.ConfigException;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.HdfsKeys.WithoutPlugin;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;

/**
 * The settings of a client, as in {@link HdfsKeys}.
 *
 * @param pool cache pool
 * @param ttl time to live of leases and directives
 * @param renewInterval pause between renewals once all blocks are settled
 * @param pollInterval pause between renewals before
 * @param pendingTimeout after this time a block that is still not cached is given up
 * @param callTimeout longest time for an answer of the NameNode
 * @param pluginRetryAfter after this time a plugin that was absent is looked for again
 * @param withoutPlugin what to do on a NameNode without plugin
 */
record CacheSettings(
    String pool,
    Duration ttl,
    Duration renewInterval,
    Duration pollInterval,
    Duration pendingTimeout,
    Duration callTimeout,
    Duration pluginRetryAfter,
    WithoutPlugin withoutPlugin) {
  /**
   * Reads the settings.
   *
   * @throws ConfigException if one is invalid
   */
  static CacheSettings read(Configuration conf) {
    Duration ttl = Duration.ofMillis(HdfsKeys.CACHE_TTL_MS.read(conf::get));
    Duration renew = Duration.ofMillis(HdfsKeys.CACHE_RENEW_INTERVAL_MS.read(conf::get));
    Duration atMost = ttl.dividedBy(3);
    return new CacheSettings(
        HdfsKeys.CACHE_POOL.read(conf::get),
        ttl,
        min(renew, atMost),
        min(Duration.ofMillis(HdfsKeys.CACHE_POLL_INTERVAL_MS.read(conf::get)), atMost),
        Duration.ofMillis(HdfsKeys.CACHE_PENDING_TIMEOUT_MS.read(conf::get)),
        Duration.ofMillis(HdfsKeys.CACHE_CALL_TIMEOUT_MS.read(conf::get)),
        Duration.ofMillis(HdfsKeys.PLUGIN_RETRY_AFTER_MS.read(conf::get)),
        HdfsKeys.CACHE_WITHOUT_PLUGIN.read(conf::get));
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
