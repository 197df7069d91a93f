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

import io.trident.core.model.RackResolver
import java.util.concurrent.CompletionStage

/** Finds where the input of a stage's tasks is, and on which storage tiers.
  *
  * Thread-safe.
  */
trait TierLookup extends AutoCloseable {

  /** Looks up the input of a task set's tasks; returns at once, on any thread.
    *
    * The answer comes within a bounded time. What cannot be known in time is in it as stock Spark
    * sees it: a task's preferred locations, without tiers; [[StageTiers.pending]] then asks for
    * another call. The future fails only if the look-up itself does, such as a pool that is busy
    * with other stages for too long: the task set is then scheduled as stock would, and asking
    * again later is allowed.
    */
  def resolve(stage: StageInputs): CompletionStage[StageTiers]

  /** Looks the same tasks up again: as [[resolve]], but a task of whose input something is not
    * known now keeps what was last known of it.
    *
    * @param last
    *   an earlier answer for the same tasks
    */
  def refresh(stage: StageInputs, last: StageTiers): CompletionStage[StageTiers]

  /** The racks of the DataNodes seen so far, by host name; others are in
    * `NetworkTopology.DEFAULT_RACK`.
    */
  def topology: RackResolver

  /** The name under which HDFS knows a host; the argument itself if HDFS has not named it.
    *
    * @param host
    *   an executor's host as Spark names it: a host name or an address
    */
  def nodeOf(host: String): String
}
