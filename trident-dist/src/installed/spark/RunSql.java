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

import org.apache.spark.SparkExecutorInfo;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A user's program: runs queries of SQL, and prints their plans and rows, and where its executors are. */
public final class RunSql {
  private RunSql() {}

  public static void main(String[] queries) {
    SparkSession spark = SparkSession.builder().appName("queries").getOrCreate();
    try {
      for (String query : queries) {
        Dataset<Row> result = spark.sql(query);
        result.explain();
        result.collectAsList().forEach(row -> System.out.println(row));
      }
      String driver = spark.conf().get("spark.driver.host");
      for (SparkExecutorInfo one : spark.sparkContext().statusTracker().getExecutorInfos()) {
        if (!one.host().equals(driver)) {
          System.out.println("executor: " + one.host());
        }
      }
    } finally {
      spark.stop();
    }
  }
}
