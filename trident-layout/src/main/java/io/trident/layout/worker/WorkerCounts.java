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
package io.trident.layout.worker;

import io.trident.layout.worker.WorkerException.Reason;
import java.util.Map;

/**
 * What there is of workers, and what was.
 *
 * @param processes that run now
 * @param started since the host started
 * @param done rebuilds that came out right
 * @param failures rebuilds that ended with their worker, or without one; reasons without one are
 *     left out
 */
public record WorkerCounts(int processes, long started, long done, Map<Reason, Long> failures) {
  /** Copies the map. */
  public WorkerCounts {
    failures = Map.copyOf(failures);
  }
}
