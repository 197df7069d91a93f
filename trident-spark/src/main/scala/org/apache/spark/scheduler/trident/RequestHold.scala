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

import scala.collection.mutable

import org.apache.spark.ExecutorAllocationManager

/** Has Spark's allocation manager change its requests only when the tiers of the running stages are
  * known, or will not be.
  *
  * The manager asks for executors once tasks have waited for its backlog timeout; but right after
  * YARN's application master has registered it asks within 100 ms of the first stage, before
  * anybody knows tiers, and what was asked for then is not moved later. The manager has a state in
  * which it changes no request, `initializing`, and leaves it when it hears of a stage. It is put
  * back into that state if the tiers of all running stages are awaited, until none is: a stage that
  * runs, with tiers or without, never has to wait for another's. A stage is awaited for no longer
  * than its tasks wait for their tiers.
  *
  * In Spark's package because the manager is private to it; its state is reached by reflection.
  *
  * @param running
  *   how many stages the manager knows of; called with its lock held
  */
private[trident] final class RequestHold(manager: ExecutorAllocationManager, running: () => Int) {
  import RequestHold._

  private val setInitializing = classOf[ExecutorAllocationManager].getMethods
    .find(_.getName.endsWith("initializing_$eq"))
    .getOrElse(throw new NoSuchMethodException("ExecutorAllocationManager.initializing"))

  // Guarded by the manager's lock.
  private val awaited = mutable.HashSet.empty[Attempt]

  /** The manager has heard of a stage whose tiers are asked for. */
  def begin(stage: Attempt): Unit = manager.synchronized {
    awaited += stage
    if (running() == awaited.size) {
      set(initializing = true)
    }
  }

  /** A stage has no tiers: it waits for nothing. */
  def release(stage: Attempt): Unit = manager.synchronized {
    if (awaited.remove(stage)) {
      set(initializing = false)
    }
  }

  /** The tiers of a stage are known, or no longer waited for, or it has ended. */
  def end(stage: Attempt): Unit = manager.synchronized {
    if (awaited.remove(stage) && awaited.isEmpty) {
      set(initializing = false)
    }
  }

  private def set(initializing: Boolean): Unit = {
    setInitializing.invoke(manager, Boolean.box(initializing))
    ()
  }
}

private[trident] object RequestHold {

  /** A stage, and which attempt of it. */
  type Attempt = (Int, Int)
}
