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

/** What became of a block that shall be cached. */
public enum PinState {
  /** Asked for; the node has not yet reported to have it. */
  PENDING("about to be cached"),
  /** In the node's cache. */
  CACHED("cached"),
  /** There is no such file. */
  NO_SUCH_FILE("there is no such file"),
  /** The user may not read the file. */
  FORBIDDEN("the user may not read the file"),
  /** The file has no such block, or none any more. */
  NO_SUCH_BLOCK("the file has no such block"),
  /** The block is being written, or its file is erasure-coded. */
  UNSUPPORTED("such a block cannot be cached"),
  /** The node holds no replica of the block, or is dead or out of service. */
  NO_REPLICA("the node holds no live replica"),
  /** The storage started lately and has not heard what the node holds; asking again may help. */
  UNREPORTED("the node has not reported its blocks yet"),
  /** The replica is on a memory volume, which nodes do not cache from. */
  IN_MEMORY("the replica is in memory already"),
  /** The node's cache has no room for the block. */
  CACHE_FULL("the node's cache is full"),
  /** A limit of the cache, such as that of a pool, is reached. */
  QUOTA_EXCEEDED("the quota is used up"),
  /** The whole request was refused: pool, permission or protocol. */
  REFUSED("refused"),
  /** It took too long, or the owner let go. */
  GIVEN_UP("given up");

  private final String meaning;

  PinState(String meaning) {
    this.meaning = meaning;
  }

  /** Returns what it means, in words. */
  public String meaning() {
    return meaning;
  }

  /** Returns whether the block is not, and will not be, cached. */
  public boolean isFailed() {
    return this != PENDING && this != CACHED;
  }
}
