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
package io.trident.hdfs.namenode;

import io.trident.core.config.ConfigException;
import io.trident.core.config.ConfigSource;
import io.trident.hdfs.HdfsKeys;
import io.trident.hdfs.namenode.LeaseTable.Pin;
import io.trident.hdfs.namenode.LeaseTable.UserUse;
import java.util.Optional;

/**
 * How much leases may pin and a call may ask for.
 *
 * @param maxFiles files in one call
 * @param maxPins blocks in one call that asks for them
 * @param maxWeight pins over all leases
 * @param maxUserWeight pins of one user
 * @param maxUserBytes bytes of one user, over all pools
 * @param maxTtlMs longest time to live of a lease
 */
record LeaseLimits(
    int maxFiles,
    int maxPins,
    long maxWeight,
    long maxUserWeight,
    long maxUserBytes,
    long maxTtlMs) {
  /**
   * Reads the limits.
   *
   * @throws ConfigException if one is invalid
   */
  static LeaseLimits read(ConfigSource conf) {
    return new LeaseLimits(
        HdfsKeys.PLUGIN_MAX_FILES.read(conf),
        HdfsKeys.CACHE_MAX_BLOCKS_PER_CALL.read(conf),
        HdfsKeys.CACHE_MAX_BLOCKS.read(conf),
        HdfsKeys.CACHE_MAX_BLOCKS_PER_USER.read(conf),
        HdfsKeys.CACHE_MAX_BYTES_PER_USER.read(conf),
        HdfsKeys.CACHE_MAX_TTL_MS.read(conf));
  }

  /**
   * Returns why a user may not have a further pin; empty if it may.
   *
   * @param bytes what counts more with the pin
   */
  Optional<String> refusal(LeaseTable leases, String user, Pin pin, long bytes) {
    UserUse use = leases.useOf(user);
    if (leases.weight() + pin.weight() > maxWeight) {
      return Optional.of(
          "the NameNode pins %d blocks, as many as %s allows"
              .formatted(leases.pinCount(), HdfsKeys.CACHE_MAX_BLOCKS.name()));
    }
    if (use.weight() + pin.weight() > maxUserWeight) {
      return Optional.of(
          "user %s pins as many blocks as %s allows"
              .formatted(user, HdfsKeys.CACHE_MAX_BLOCKS_PER_USER.name()));
    }
    if (bytes > 0 && use.bytes() > maxUserBytes - bytes) {
      return Optional.of(
          "user %s pins %d bytes, the block needs %d and %s allows %d"
              .formatted(
                  user,
                  use.bytes(),
                  bytes,
                  HdfsKeys.CACHE_MAX_BYTES_PER_USER.name(),
                  maxUserBytes));
    }
    return Optional.empty();
  }
}
