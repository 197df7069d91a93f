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

import java.util.Arrays;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/** Spark's own first example. */
final class WordCountProgram implements SparkProgram {
  @Override
  public JavaRDD<String> result(SparkInput input) {
    return input
        .text("text")
        .flatMap(line -> Arrays.asList(line.split(" ")).iterator())
        .mapToPair(word -> new Tuple2<>(word, 1L))
        .reduceByKey(Long::sum)
        .map(count -> count._1() + '\t' + count._2());
  }
}
