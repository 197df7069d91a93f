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

import io.trident.spark.round.TierGate
import org.apache.spark.internal.config
import org.apache.spark.scheduler.{
  HealthTracker,
  StructuredStreamingIdAwareSchedulerLogging,
  TaskSet,
  TaskSetManager
}
import org.apache.spark.util.Clock

/** Makes managers of task sets: with the identifiers of the query in what they log, for streaming
  * queries, as in Spark.
  */
private[trident] object TaskSetManagers {
  def of(
      sched: TridentTaskScheduler,
      set: TaskSet,
      failures: Int,
      health: Option[HealthTracker],
      clock: Clock,
      gate: TierGate
  ): TridentTaskSetManager = {
    val query = StructuredStreamingIdAwareSchedulerLogging.QUERY_ID_KEY
    if (set.properties != null && set.properties.getProperty(query) != null) {
      new TridentTaskSetManager(sched, set, failures, health, clock, gate)
        with StructuredStreamingIdAwareSchedulerLogging {
        override protected def properties: Properties = taskSet.properties
        override protected val streamingIdAwareLoggingEnabled: Boolean =
          sched.conf.get(config.STREAMING_ID_AWARE_SCHEDULER_LOGGING_ENABLED)
        override protected val streamingQueryIdLength: Int =
          sched.conf.get(config.STREAMING_ID_AWARE_SCHEDULER_LOGGING_QUERY_ID_LENGTH)
        override protected def logName: String = classOf[TaskSetManager].getName
      }
    } else {
      new TridentTaskSetManager(sched, set, failures, health, clock, gate)
    }
  }
}
