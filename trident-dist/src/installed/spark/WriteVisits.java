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

/** A user's program: writes lines of visits as Parquet and as Avro. */
public final class WriteVisits {
  private WriteVisits() {}

  public static void main(String[] arguments) {
    SparkSession spark = SparkSession.builder().appName("visits").getOrCreate();
    try {
      Dataset<Row> visits =
          spark.read().schema("page string, day date, visitor int").csv(arguments[0]);
      visits.write().parquet(arguments[1]);
      // Without the module spark-avro, which knows the short name.
      visits.write().format("org.apache.spark.sql.avro.AvroFileFormat").save(arguments[2]);
    } finally {
      spark.stop();
    }
  }
}
