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

import java.util.Properties
import org.apache.spark.{TaskContext, TaskContextImpl}

/** Tasks that have no work; in Spark's package, as it shows their class to no other. */
object TaskContexts {
  def of(id: Long): TaskContext =
    new TaskContextImpl(0, 0, 0, id, 0, 1, null, new Properties, null, cpus = 1)

  def complete(task: TaskContext): Unit =
    task.asInstanceOf[TaskContextImpl].markTaskCompleted(None)
}
