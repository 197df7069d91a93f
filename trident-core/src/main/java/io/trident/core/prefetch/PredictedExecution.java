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

import java.util.List;
import java.util.Map;

/**
 * How a job is expected to run.
 *
 * @param jobSeconds until its last task ends, in seconds from the decision, its delay included; 0
 *     without tasks
 * @param tasks its tasks, in the order of the snapshot
 * @param cachedSeconds when each planned block is in memory, in seconds from the decision, by id
 */
public record PredictedExecution(
    double jobSeconds, List<PredictedTask> tasks, Map<String, Double> cachedSeconds) {
  public PredictedExecution {
    tasks = List.copyOf(tasks);
    cachedSeconds = Map.copyOf(cachedSeconds);
  }
}
