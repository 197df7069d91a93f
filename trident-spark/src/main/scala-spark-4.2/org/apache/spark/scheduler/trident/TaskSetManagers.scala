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
import org.apache.spark.SparkConf
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

  /** One that plans, by the tiers that come through a gate. */
  def planning(
      sched: TridentTaskScheduler,
      set: TaskSet,
      failures: Int,
      health: Option[HealthTracker],
      clock: Clock,
      gate: TierGate
  ): TridentTaskSetManager =
    if (isOfQuery(set)) {
      new TridentTaskSetManager(sched, set, failures, health, clock, gate) with OfQuery {
        override protected def sparkConf: SparkConf = sched.conf
      }
    } else {
      new TridentTaskSetManager(sched, set, failures, health, clock, gate)
    }

  private def isOfQuery(set: TaskSet): Boolean =
    set.properties != null &&
      set.properties.getProperty(StructuredStreamingIdAwareSchedulerLogging.QUERY_ID_KEY) != null

  /** The manager of a task set of a streaming query. */
  private trait OfQuery extends StructuredStreamingIdAwareSchedulerLogging {
    this: TaskSetManager =>

    protected def sparkConf: SparkConf
    override protected def properties: Properties = taskSet.properties
    override protected lazy val streamingIdAwareLoggingEnabled: Boolean =
      sparkConf.get(config.STREAMING_ID_AWARE_SCHEDULER_LOGGING_ENABLED)
    override protected lazy val streamingQueryIdLength: Int =
      sparkConf.get(config.STREAMING_ID_AWARE_SCHEDULER_LOGGING_QUERY_ID_LENGTH)
    override protected def logName: String = classOf[TaskSetManager].getName
  }
}
