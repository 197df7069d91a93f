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
package io.trident.spark.layout

import org.apache.spark.sql.SparkSessionExtensions

/** Has joins name the dimensions and replicas of tables, and small partitions share tasks:
  * `spark.sql.extensions=io.trident.spark.layout.TridentExtensions`.
  */
final class TridentExtensions extends (SparkSessionExtensions => Unit) {
  override def apply(extensions: SparkSessionExtensions): Unit = {
    val notices = new Notices
    extensions.injectOptimizerRule(_ => new ReplicaChoice(notices))
    extensions.injectOptimizerRule(_ => new JoinDimensions(notices))
    extensions.injectQueryPostPlannerStrategyRule(_ => new JoinedScans(notices))
    extensions.injectQueryPostPlannerStrategyRule(_ => new UnsortedResults(notices))
    extensions.injectQueryStagePrepRule(session => new SmallPartitions(session, notices))
  }
}
