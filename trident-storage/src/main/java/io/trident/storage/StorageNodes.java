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
package io.trident.storage;

import io.trident.core.model.RackResolver;

/** What is known of the nodes of a storage: racks, names, and the room in their caches. */
public interface StorageNodes extends RackResolver {
  /**
   * Returns the name that replicas of a node bear.
   *
   * @param host host name or address
   * @return the argument itself if the storage has not named the host
   */
  String nameOf(String host);

  /**
   * Returns the bytes left in a node's cache, as last reported.
   *
   * @param node host name or address
   * @return 0 for a node that is not known
   */
  long cacheFree(String node);
}
