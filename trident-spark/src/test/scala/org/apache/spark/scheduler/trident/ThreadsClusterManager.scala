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

import org.apache.spark.SparkContext
import org.apache.spark.scheduler._
import org.apache.spark.scheduler.local.LocalSchedulerBackend

/** Executors in this process, for the master `threads`: a cluster manager that Spark does not know
  * by itself, as YARN's. Found through `ServiceLoader`.
  */
final class ThreadsClusterManager extends ExternalClusterManager {
  override def canCreate(masterURL: String): Boolean = masterURL == "threads"

  override def createTaskScheduler(sc: SparkContext, masterURL: String): TaskScheduler =
    new TaskSchedulerImpl(sc)

  override def createSchedulerBackend(
      sc: SparkContext,
      masterURL: String,
      scheduler: TaskScheduler
  ): SchedulerBackend =
    new LocalSchedulerBackend(sc.conf, scheduler.asInstanceOf[TaskSchedulerImpl], 2)

  override def initialize(scheduler: TaskScheduler, backend: SchedulerBackend): Unit =
    scheduler.asInstanceOf[TaskSchedulerImpl].initialize(backend)
}
