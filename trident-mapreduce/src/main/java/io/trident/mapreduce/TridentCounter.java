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
package io.trident.mapreduce;

/**
 * Job counters of the trident-yarn framework; shown as the group "Trident".
 *
 * <p>Every map attempt that gets a container is counted once by where its data are: in the first
 * three by the tier that serves most of its bytes on its own node, or in one of the last three
 * places.
 */
public enum TridentCounter {
  /** Maps whose data are in the memory of their node: cached, RAM disk or NVDIMM. */
  MEMORY_LOCAL_MAPS,
  /** Maps whose data are on an SSD of their node. */
  SSD_LOCAL_MAPS,
  /** Maps whose data are on a disk or slower medium of their node. */
  DISK_LOCAL_MAPS,
  /** Maps whose data are in their rack. */
  RACK_LOCAL,
  /** Maps whose data are in other racks. */
  OFF_RACK,
  /** Maps whose data are nowhere in particular. */
  NO_PREFERENCE,
  /** Sum of the assignment costs by Equation 1, in thousandths. */
  ASSIGNMENT_COST,
  /** What the sum would be had every round been matched optimally, in thousandths. */
  OPTIMAL_COST,
  /** Reads of blocks that were prefetched for the job: one for each map and block. */
  PREFETCHED_READS,
  /** Those of them whose block was in memory when the map got a container on its node. */
  PREFETCHED_READS_IN_TIME,
  /** For how long the plan held the job back before it was submitted, in milliseconds. */
  PREFETCH_DELAY_MS
}
