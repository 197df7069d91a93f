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
package io.trident.spark.workloads;

import io.trident.benchmarks.workloads.Join;
import java.io.IOException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Encoders;

/** The query, with exact decimals. Both tables are shuffled, however small one is. */
final class JoinProgram implements SparkProgram {
  private static final String RANKINGS = "pageURL STRING, pageRank INT, avgDuration INT";

  @Override
  public JavaRDD<String> result(SparkInput input) throws IOException {
    input.table("rankings", RANKINGS);
    input.table("uservisits", AggregationProgram.VISITS);
    return input
        .session()
        .sql(
            """
            SELECT concat_ws('\t', sourceIP, CAST(averageRank AS STRING), CAST(revenue AS STRING))
            FROM (
              SELECT sourceIP, AVG(pageRank) AS averageRank, SUM(adRevenue) AS revenue
              FROM rankings JOIN uservisits ON pageURL = destURL
              WHERE visitDate BETWEEN DATE'%s' AND DATE'%s'
              GROUP BY sourceIP)
            ORDER BY revenue DESC
            """
                .formatted(Join.FROM, Join.TO))
        .as(Encoders.STRING())
        .toJavaRDD();
  }
}
