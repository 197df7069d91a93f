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

import java.util.Arrays;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/** A user's program: counts the words of a file into a directory. */
public final class CountWords {
  private CountWords() {}

  public static void main(String[] arguments) {
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("words"))) {
      spark
          .textFile(arguments[0])
          .flatMap(line -> Arrays.asList(line.split(" ")).iterator())
          .mapToPair(word -> new Tuple2<>(word, 1))
          .reduceByKey(Integer::sum, 1)
          .saveAsTextFile(arguments[1]);
    }
  }
}
