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
package io.trident.core.storage;

import java.util.Objects;

/**
 * A block that shall be cached on a node: a step of a prefetch plan.
 *
 * @param key the block
 * @param node host name or UUID of a node that holds a replica, which it is read from
 */
public record BlockToCache(BlockKey key, String node) {
  public BlockToCache {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(node, "node");
  }

  /** A block whose number suffices to identify it. */
  public BlockToCache(String path, long blockId, String node) {
    this(new BlockKey(path, blockId), node);
  }

  /** Returns the file of the block. */
  public String path() {
    return key.path();
  }

  /** Returns the number of the block. */
  public long blockId() {
    return key.id();
  }
}
