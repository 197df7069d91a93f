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

import io.trident.benchmarks.workloads.KMeans;
import io.trident.benchmarks.workloads.Vectors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/** Lloyd's algorithm on cached points: the input is read once, by the first iteration. */
final class KMeansProgram implements SparkProgram {
  @Override
  public JavaRDD<String> result(SparkInput input) throws IOException {
    JavaRDD<double[]> points =
        input.text("samples").map(Vectors::parse).persist(StorageLevel.MEMORY_AND_DISK());
    List<double[]> centres = Vectors.start(input.directory());
    for (int i = 0; i < KMeans.ITERATIONS; i++) {
      centres = moved(centres, points);
    }
    List<double[]> last = centres;
    List<String> lines =
        IntStream.range(0, last.size())
            .mapToObj(cluster -> cluster + "\t" + Vectors.format(last.get(cluster)))
            .toList();
    return input.context().parallelize(lines, 1);
  }

  /** Returns the means of the points that are nearest to each centre, or the centre if none is. */
  private static List<double[]> moved(List<double[]> centres, JavaRDD<double[]> points) {
    Map<Integer, double[]> sums =
        points
            .mapToPair(
                point -> new Tuple2<>(Vectors.nearest(centres, point), Vectors.counted(point)))
            .reduceByKey(Vectors::plus)
            .collectAsMap();
    List<double[]> moved = new ArrayList<>(centres);
    sums.forEach((cluster, sum) -> moved.set(cluster, Vectors.mean(sum)));
    return moved;
  }
}
