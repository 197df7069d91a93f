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
  * Called on the listener bus's thread that the manager's own listener is on, after it, and on
  * another thread. In Spark's package because the manager is private to it; its state is reached by
  * reflection.
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
  private val released = mutable.LinkedHashSet.empty[Attempt] // before the manager heard of them

  /** The manager has heard of a stage whose tiers are asked for. Returns whether requests wait. */
  def begin(stage: Attempt): Boolean = manager.synchronized {
    if (released.remove(stage)) false
    else {
      awaited += stage
      val holds = running() == awaited.size
      if (holds) {
        set(initializing = true)
      }
      holds
    }
  }

  /** A stage, which the manager need not have heard of yet, has no tiers: it waits for nothing. */
  def release(stage: Attempt): Unit = manager.synchronized {
    if (awaited.remove(stage)) {
      set(initializing = false)
    } else {
      released += stage
      if (released.size > MaxReleased) {
        released -= released.head // it ended long ago
      }
    }
  }

  /** The tiers of a stage are known, or no longer waited for, or it has ended. */
  def end(stage: Attempt): Unit = manager.synchronized {
    released -= stage
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

  private val MaxReleased = 1000
}
