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
 * @param path fully qualified URI text of the file, as {@code Path.toString()} writes it
 * @param blockId identifier of the block in its block pool
 * @param node host name or UUID of a DataNode that holds a replica, which it is read from
 */
public record BlockToCache(String path, long blockId, String node) {
  public BlockToCache {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(node, "node");
  }
}
