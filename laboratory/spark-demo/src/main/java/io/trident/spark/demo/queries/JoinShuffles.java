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
package io.trident.spark.demo.queries;

import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec;
import org.apache.spark.sql.execution.exchange.ShuffleExchangeLike;
import org.apache.spark.sql.execution.joins.BaseJoinExec;
import scala.jdk.javaapi.CollectionConverters;

/** Counts what is shuffled for joins. */
final class JoinShuffles {
  private JoinShuffles() {}

  /**
   * Returns how many exchanges of a plan are below a join by keys; of an adaptive one, as it was
   * before it was executed.
   */
  static int count(SparkPlan plan) {
    return count(plan, Place.ABOVE);
  }

  private enum Place {
    ABOVE,
    BELOW_A_JOIN
  }

  private static int count(SparkPlan plan, Place place) {
    if (plan instanceof AdaptiveSparkPlanExec adaptive) {
      return count(adaptive.initialPlan(), place);
    }
    boolean joins = plan instanceof BaseJoinExec join && !join.leftKeys().isEmpty();
    Place below = joins ? Place.BELOW_A_JOIN : place;
    int count = plan instanceof ShuffleExchangeLike && place == Place.BELOW_A_JOIN ? 1 : 0;
    for (SparkPlan child : CollectionConverters.asJava(plan.children())) {
      count += count(child, below);
    }
    return count;
  }
}
