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
package io.trident.spark.tiers

import io.trident.core.placement.PlacementTask

/** Where the input of a task set's tasks is.
  *
  * @param tasks
  *   by index of the task in its task set; named by that index
  * @param pending
  *   whether the answer is about to change: some replica is being cached, or some NameNode has not
  *   answered in time. Worth asking again after the refresh interval while tasks wait
  * @param delay
  *   why the tasks are not to start yet; only in the first answer for a task set
  */
final case class StageTiers(
    tasks: IndexedSeq[PlacementTask],
    pending: Boolean,
    delay: Option[StartDelay] = None
)
