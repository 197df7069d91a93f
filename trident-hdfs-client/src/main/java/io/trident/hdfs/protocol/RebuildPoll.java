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
import java.util.Map;
import java.util.Set;

/**
 * What a DataNode reports.
 *
 * @param node the DataNode's identifier
 * @param epoch of the tasks below; 0 before the first grant
 * @param progress of the tasks that it works on: bytes read and written so far
 * @param outcomes of tasks that ended since the last call that was answered
 * @param slots how many more tasks it takes; not negative
 */
public record RebuildPoll(
    String node, long epoch, Map<Long, Long> progress, List<RebuildOutcome> outcomes, int slots) {
  /** Copies the collections. */
  public RebuildPoll {
    progress = Map.copyOf(progress);
    outcomes = List.copyOf(outcomes);
  }

  /** Returns the tasks that it works on. */
  public Set<Long> running() {
    return progress.keySet();
  }
}
