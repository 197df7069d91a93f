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

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A user's program: counts the rows of a logically replicated table that are of a day. */
public final class CountVisits {
  private CountVisits() {}

  public static void main(String[] arguments) {
    SparkSession spark = SparkSession.builder().appName("visits").getOrCreate();
    try {
      Dataset<Row> visits =
          spark
              .read()
              .format("trident")
              .load(arguments[0])
              .where("day = DATE'" + arguments[1] + "'");
      visits.explain();
      System.out.println("visits: " + visits.count());
    } finally {
      spark.stop();
    }
  }
}
