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

import java.util.List;
import java.util.Set;

/**
 * What a DataNode is to do.
 *
 * @param epoch of the active NameNode; tasks of any other are void
 * @param tasks new ones
 * @param revoked those that it works on and is to give up
 * @param blockPool identifier of the pool that all blocks are in
 */
public record RebuildGrant(
    long epoch, List<RebuildTask> tasks, Set<Long> revoked, String blockPool) {
  /** Copies the collections. */
  public RebuildGrant {
    tasks = List.copyOf(tasks);
    revoked = Set.copyOf(revoked);
  }
}
