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
package io.trident.hdfs.protocol;

import io.trident.core.model.Replica;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * Where the blocks of a file are.
 *
 * @param blocks the answer of HDFS
 * @param pendingCache by block identifier, the UUIDs of the DataNodes that are about to cache it
 *     and how many blocks each of them caches before it; of many, {@link Replica#MAX_AHEAD}
 */
public record LocatedFile(LocatedBlocks blocks, Map<Long, Map<String, Integer>> pendingCache) {
  public LocatedFile {
    pendingCache = Map.copyOf(pendingCache);
  }

  /** What HDFS alone reports. */
  public static LocatedFile withoutPending(LocatedBlocks blocks) {
    return new LocatedFile(blocks, Map.of());
  }
}
