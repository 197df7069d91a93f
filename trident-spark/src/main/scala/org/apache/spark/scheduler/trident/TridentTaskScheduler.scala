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
import org.apache.spark.internal.config
import org.apache.spark.scheduler.{SchedulerBackend, TaskSchedulerImpl}
import org.apache.spark.util.{Clock, SystemClock}

/** Spark's task scheduler with tiers, for cluster managers that use Spark's as it is.
  *
  * In Spark's package because the class that it extends is private to it.
  */
private[spark] class TridentTaskScheduler(
    sc: SparkContext,
    maxTaskFailures: Int,
    isLocal: Boolean = false,
    clock: Clock = new SystemClock
) extends TaskSchedulerImpl(sc, maxTaskFailures, isLocal, clock) {
  def this(sc: SparkContext) = this(sc, sc.conf.get(config.TASK_MAX_FAILURES))
}

/** The scheduler with tiers, where the cluster manager has a scheduler of its own.
  *
  * Racks and the start hook are the cluster's: YARN resolves racks through Hadoop's topology and,
  * in cluster mode, tells its application master that the context is up. They are asked of the
  * cluster's own scheduler, which is never started, so that the classes of the cluster manager are
  * needed neither to compile nor to load this one.
  */
private[spark] final class DelegatingTaskScheduler(sc: SparkContext, stock: TaskSchedulerImpl)
    extends TridentTaskScheduler(sc, stock.maxTaskFailures) {

  override def initialize(backend: SchedulerBackend): Unit = {
    stock.backend = backend // the start hook waits for it
    super.initialize(backend)
  }

  override def getRacksForHosts(hosts: Seq[String]): Seq[Option[String]] =
    stock.getRacksForHosts(hosts)

  override def postStartHook(): Unit = stock.postStartHook()
}
