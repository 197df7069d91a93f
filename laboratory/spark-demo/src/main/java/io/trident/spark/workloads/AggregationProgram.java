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

import java.io.IOException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Encoders;

/** The query, with exact decimals. */
final class AggregationProgram implements SparkProgram {
  /** The fields of {@code uservisits}. */
  static final String VISITS =
      """
      sourceIP STRING, destURL STRING, visitDate DATE, adRevenue DECIMAL(10, 6),
      userAgent STRING, countryCode STRING, languageCode STRING, searchWord STRING, duration INT
      """;

  @Override
  public JavaRDD<String> result(SparkInput input) throws IOException {
    input.table("uservisits", VISITS);
    return input
        .session()
        .sql(
            """
            SELECT concat_ws('\t', sourceIP, CAST(SUM(adRevenue) AS STRING))
            FROM uservisits
            GROUP BY sourceIP
            """)
        .as(Encoders.STRING())
        .toJavaRDD();
  }
}
