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

import java.util.Objects;

/**
 * A block that shall be cached on a DataNode.
 *
 * @param src absolute path of the file within its NameNode
 * @param blockId identifier of the block in its block pool
 * @param node UUID or host name of a DataNode that holds a replica
 */
public record CachePin(String src, long blockId, String node) {
  public CachePin {
    Objects.requireNonNull(src, "src");
    Objects.requireNonNull(node, "node");
  }
}
