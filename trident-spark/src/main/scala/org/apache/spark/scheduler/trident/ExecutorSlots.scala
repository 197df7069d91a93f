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

import org.apache.spark.status.api.v1.ExecutorSummary
import org.apache.spark.util.Utils

/** How many tasks executors can run, by host. In Spark's package for its way to name hosts. */
private[trident] object ExecutorSlots {

  /** Those that are free; all if none is.
    *
    * @param executors
    *   those that are alive
    * @param running
    *   how many tasks run on which
    */
  def of(executors: Seq[ExecutorSummary], running: Map[String, Int]): Map[String, Int] = {
    val free = byHost(executors)(one => one.maxTasks - running.getOrElse(one.id, 0))
    if (free.nonEmpty) free else byHost(executors)(_.maxTasks)
  }

  private def byHost(executors: Seq[ExecutorSummary])(slots: ExecutorSummary => Int) =
    executors
      .map(one => Utils.parseHostPort(one.hostPort)._1 -> slots(one))
      .filter(_._2 > 0)
      .groupMapReduce(_._1)(_._2)(_ + _)
}
