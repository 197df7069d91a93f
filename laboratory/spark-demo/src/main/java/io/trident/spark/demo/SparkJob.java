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
package io.trident.spark.demo;

import io.trident.lab.demo.DemoData;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/** The jobs of the demo; each first reads its input, one task per block. */
enum SparkJob {
  /** Counts the lines with a word in them: an RDD, and nothing but reading. */
  SCAN("scan") {
    @Override
    void write(OutputStream out, long bytes, long seed) throws IOException {
      DemoData.writeText(out, bytes, seed);
    }

    @Override
    String run(SparkSession spark, String input) {
      long lines =
          spark
              .sparkContext()
              .textFile(input, 1)
              .toJavaRDD()
              .filter(line -> line.contains("an"))
              .count();
      return lines + " lines";
    }
  },
  /** Counts words by SQL: a file source, an exchange and an aggregation. */
  AGGREGATION("aggregation") {
    @Override
    void write(OutputStream out, long bytes, long seed) throws IOException {
      DemoData.writeText(out, bytes, seed);
    }

    @Override
    String run(SparkSession spark, String input) {
      List<Row> words =
          spark
              .read()
              .text(input)
              .selectExpr("explode(split(value, ' ')) word")
              .groupBy("word")
              .count()
              .orderBy("word")
              .collectAsList();
      return words.stream().map(Row::toString).collect(Collectors.joining());
    }
  },
  /** Clusters points in the plane around {@link #CENTRES} centres: iterations on a cached RDD. */
  K_MEANS("k-means") {
    @Override
    void write(OutputStream out, long bytes, long seed) throws IOException {
      SplittableRandom random = new SplittableRandom(seed);
      for (long left = bytes; left > 0; left -= POINT_BYTES) {
        String point = "%09d %09d\n".formatted(random.nextInt(SIDE), random.nextInt(SIDE));
        out.write(point.getBytes(StandardCharsets.US_ASCII), 0, (int) Math.min(POINT_BYTES, left));
      }
    }

    @Override
    String run(SparkSession spark, String input) {
      JavaRDD<long[]> points =
          spark
              .sparkContext()
              .textFile(input, 1)
              .toJavaRDD()
              .filter(line -> line.length() == POINT_BYTES - 1)
              .map(line -> new long[] {number(line, 0), number(line, 10)})
              .persist(StorageLevel.MEMORY_ONLY_SER());
      long count = points.count();
      long[][] centres = points.take(CENTRES).toArray(long[][]::new);
      for (int i = 0; i < ITERATIONS; i++) {
        long[][] from = centres;
        points
            .mapToPair(point -> new Tuple2<>(nearest(from, point), sumOf(point)))
            .reduceByKey(SparkJob::plus, 2)
            .collect()
            .forEach(
                of ->
                    from[of._1()] = new long[] {of._2()[0] / of._2()[2], of._2()[1] / of._2()[2]});
      }
      points.unpersist(true);
      return "%d points around %s"
          .formatted(
              count,
              List.of(centres).stream()
                  .map(centre -> centre[0] + "," + centre[1])
                  .collect(Collectors.joining(" ")));
    }
  };

  /** Iterations of k-means. */
  static final int ITERATIONS = 3;

  private static final int CENTRES = 4;
  private static final int POINT_BYTES = 20;
  private static final int SIDE = 1_000_000_000;

  private final String label;

  SparkJob(String label) {
    this.label = label;
  }

  /** Returns the name used in tables and JSON. */
  String label() {
    return label;
  }

  /** Writes the input, exactly {@code bytes} long. */
  abstract void write(OutputStream out, long bytes, long seed) throws IOException;

  /** Runs the job; returns its result, the same whatever the placement of tasks. */
  abstract String run(SparkSession spark, String input);

  private static long number(String line, int from) {
    return Long.parseLong(line, from, from + 9, 10);
  }

  // Sums of whole numbers do not depend on their order, so that results can be compared.
  private static long[] sumOf(long[] point) {
    return new long[] {point[0], point[1], 1};
  }

  private static long[] plus(long[] a, long[] b) {
    return new long[] {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
  }

  private static int nearest(long[][] centres, long[] point) {
    int nearest = 0;
    double least = Double.MAX_VALUE;
    for (int i = 0; i < centres.length; i++) {
      double distance = Math.hypot(centres[i][0] - point[0], centres[i][1] - point[1]);
      if (distance < least) {
        least = distance;
        nearest = i;
      }
    }
    return nearest;
  }
}
