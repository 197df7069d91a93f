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
package org.apache.spark.scheduler.trident

import scala.annotation.nowarn
import scala.collection.mutable

/** The map of an allocation manager from each running stage attempt to its hints, which calls back
  * when the manager puts in a stage and takes one out.
  *
  * The manager does both with its lock held, so what is called then is done before the manager can
  * ask for an executor. An event on the listener bus comes later, and the manager may have asked by
  * then. Scala discourages subclasses of its hash map; the manager's field has that type.
  *
  * @param begun
  *   called when a stage has been put in
  * @param ended
  *   called when a stage is about to be taken out
  */
@nowarn("cat=deprecation")
private[trident] final class WatchedStages(begun: Product => Unit, ended: Product => Unit)
    extends mutable.HashMap[Product, WatchedStages.Hints] {
  import WatchedStages.Hints

  override def put(attempt: Product, hints: Hints): Option[Hints] = {
    val before = super.put(attempt, hints)
    begun(attempt)
    before
  }

  override def subtractOne(attempt: Product): this.type = {
    ended(attempt)
    super.subtractOne(attempt)
  }
}

private[trident] object WatchedStages {

  /** The number of tasks with a locality preference, how many tasks would like which host, and the
    * resource profile.
    */
  type Hints = (Int, Map[String, Int], Int)
}
