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

import io.trident.core.storage.FileSegment

import io.trident.core.storage.SegmentTiers
import java.time.Duration
import java.util.concurrent.CompletionStage

/** Has input of stages moved into memory, and knows what is on its way. Thread-safe; nothing here
  * throws for what happens on the cluster.
  */
trait InputPrefetch extends AutoCloseable {
  import InputPrefetch.{Located, Nodes}

  /** An attempt of a stage begins; returns at once. */
  def expect(stage: Int, attempt: Int): Unit

  /** Decides what to move for a stage, once it is known where its input is, and asks for it. Takes
    * time, but waits for nobody. Does nothing for an attempt that is not expected, or has ended.
    *
    * @param located
    *   where the input is
    * @param nodes
    *   what is known of the nodes
    * @return
    *   for how long its tasks are to be held back, if at all
    */
  def begin(stage: StageInputs, located: Located, nodes: Nodes): Option[StartDelay]

  /** Adds what is known of moves to what is known of places: for any stage. */
  def update(located: Located): Located

  /** An attempt of a stage has ended: lets go of what was moved for it. Returns at once. */
  def end(stage: Int, attempt: Int): Unit
}

object InputPrefetch {

  /** Parts of files, and where they are. */
  type Located = collection.Map[FileSegment, SegmentTiers]

  /** What is known of nodes. */
  trait Nodes {

    /** The name that replicas of a node bear, by a host name or an address. */
    def nameOf(host: String): String

    /** How many bytes are left in a node's cache. */
    def cacheFree(node: String): Long
  }

  /** Moves nothing. */
  object Off extends InputPrefetch {
    override def expect(stage: Int, attempt: Int): Unit = ()
    override def begin(stage: StageInputs, located: Located, nodes: Nodes): Option[StartDelay] =
      None
    override def update(located: Located): Located = located
    override def end(stage: Int, attempt: Int): Unit = ()
    override def close(): Unit = ()
  }
}

/** Tasks that could start are to wait, because better places are expected for their input.
  *
  * @param atMost
  *   for how long
  * @param over
  *   completes when there is nothing left to wait for
  */
final case class StartDelay(atMost: Duration, over: CompletionStage[Void])
