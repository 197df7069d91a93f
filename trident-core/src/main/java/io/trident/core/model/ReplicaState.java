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
package io.trident.core.model;

/** How far a replica is on its way into the cache of its node. */
public enum ReplicaState {
  /** On its storage medium only. */
  STORED,
  /** Caching was requested and has not completed; read as stored, priced as pending. */
  CACHE_PENDING,
  /** In the cache of its node: read from memory. */
  CACHED
}
