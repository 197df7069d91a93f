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
import org.apache.spark.scheduler.{SchedulerBackend, TaskSchedulerImpl}

/** The scheduler with tiers, where the cluster manager has a scheduler of its own.
  *
  * Racks and the start hook are the cluster's: YARN resolves racks through Hadoop's topology and,
  * in cluster mode, informs its application master that the context is up. They are asked of the
  * cluster's own scheduler, which is never started, so that the classes of the cluster manager are
  * needed neither to compile nor to load this one.
  *
  * In Spark's package because the classes that it extends and asks are private to it.
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
