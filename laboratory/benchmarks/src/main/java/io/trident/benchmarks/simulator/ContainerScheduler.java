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
package io.trident.benchmarks.simulator;

import java.util.Collection;
import java.util.List;

/** Which job gets a container where, each time the resource manager goes through the nodes. */
interface ContainerScheduler {
  /** Takes a slot for a job. */
  @FunctionalInterface
  interface Grant {
    void container(RunningJob job, int node);
  }

  /**
   * Goes through the nodes once.
   *
   * @param nodes those with free slots, in the order of this pass
   * @param jobs those that want containers, first come first
   */
  void pass(List<Integer> nodes, Collection<RunningJob> jobs, Grant grant);
}
