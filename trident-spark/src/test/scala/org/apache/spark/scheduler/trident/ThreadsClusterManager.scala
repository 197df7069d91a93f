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

import org.apache.spark.{ExecutorAllocationClient, SparkContext}
import org.apache.spark.internal.config
import org.apache.spark.scheduler._
import org.apache.spark.scheduler.local.LocalSchedulerBackend

/** Executors in this process, for the master `threads`: a cluster manager that Spark does not know
  * by itself, as YARN's. Found through `ServiceLoader`. With dynamic allocation it gives no other
  * executors, and none back.
  */
final class ThreadsClusterManager extends ExternalClusterManager {
  override def canCreate(masterURL: String): Boolean = masterURL == "threads"

  override def createTaskScheduler(sc: SparkContext, masterURL: String): TaskScheduler =
    new TaskSchedulerImpl(sc)

  override def createSchedulerBackend(
      sc: SparkContext,
      masterURL: String,
      scheduler: TaskScheduler
  ): SchedulerBackend = {
    val impl = scheduler.asInstanceOf[TaskSchedulerImpl]
    if (sc.conf.get(config.DYN_ALLOCATION_ENABLED)) {
      new LocalSchedulerBackend(sc.conf, impl, 2) with NoOtherExecutors
    } else {
      new LocalSchedulerBackend(sc.conf, impl, 2)
    }
  }

  override def initialize(scheduler: TaskScheduler, backend: SchedulerBackend): Unit =
    scheduler.asInstanceOf[TaskSchedulerImpl].initialize(backend)
}

/** Has executors, and gives and takes none. */
private[trident] trait NoOtherExecutors extends ExecutorAllocationClient {
  override private[spark] def getExecutorIds(): Seq[String] = Nil
  override def isExecutorActive(id: String): Boolean = true
  override private[spark] def requestTotalExecutors(
      executors: Map[Int, Int],
      tasks: Map[Int, Int],
      hosts: Map[Int, Map[String, Int]]
  ): Boolean = true
  override def requestExecutors(more: Int): Boolean = false
  override def killExecutors(
      ids: Seq[String],
      adjust: Boolean,
      countFailures: Boolean,
      force: Boolean
  ): Seq[String] = Nil
  override def killExecutorsOnHost(host: String): Boolean = false
  override def decommissionExecutorsOnHost(host: String): Boolean = false
}
