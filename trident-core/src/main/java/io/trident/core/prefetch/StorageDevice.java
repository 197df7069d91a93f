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
package io.trident.core.prefetch;

import io.trident.core.model.StorageTier;
import java.util.Objects;

/**
 * A storage device: what concurrent readers share the bandwidth of.
 *
 * <p>Usually a volume of one node. A link to an object store is a device, too, that blocks "on"
 * several nodes are read through.
 *
 * @param name unique in the cluster, such as HDFS's storage id
 * @param tier the medium
 * @param bytesPerSecond bandwidth of sequential reading; positive, may be infinite
 * @param cachingThreads how many blocks are cached from it at once, further ones wait; at least 1.
 *     A volume of a DataNode: 1, since its pool of threads queues without bound and never grows
 */
public record StorageDevice(
    String name, StorageTier tier, double bytesPerSecond, int cachingThreads) {
  public StorageDevice {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(tier, "tier");
    if (!(bytesPerSecond > 0)) {
      throw new IllegalArgumentException(
          "Device %s reads %s bytes per second; give a positive rate."
              .formatted(name, bytesPerSecond));
    }
    if (cachingThreads < 1) {
      throw new IllegalArgumentException(
          "Device %s has %d caching threads; give at least one.".formatted(name, cachingThreads));
    }
  }
}
