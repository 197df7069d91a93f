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
package io.trident.spark.round

/** How many tasks would like to run on which host. */
object HostCounts {

  /** Returns counts in the proportions of `tasks`, with the weight of those that Spark made for the
    * same stage.
    *
    * Spark adds up the counts of all running stages and goes by their proportions. It counts a task
    * once per replica; `tasks` counts it once. A whole multiple keeps the proportions exact.
    */
  def weighted(tasks: Map[String, Long], stock: Map[String, Int]): Map[String, Int] = {
    val total = tasks.values.sum
    val times = if (total == 0) 1L else math.max(1L, stock.values.map(_.toLong).sum / total)
    tasks.map { case (host, count) => host -> math.min(times * count, Int.MaxValue.toLong).toInt }
  }
}
