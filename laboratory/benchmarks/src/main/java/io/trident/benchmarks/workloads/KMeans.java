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
package io.trident.benchmarks.workloads;

import io.trident.benchmarks.workloads.data.Dataset;
import io.trident.benchmarks.workloads.data.Points;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lloyd's algorithm: {@value #CLUSTERS} clusters, {@value #ITERATIONS} iterations from the points
 * in {@code centres}; a cluster without points keeps its centre, ties go to the first. A line of
 * the result: {@code cluster TAB coordinates}, separated by spaces. Engines add in another order,
 * so coordinates are compared to 10^-6 of their size.
 */
public final class KMeans implements Workload {
  /** Number of clusters. */
  public static final int CLUSTERS = 10;

  /** Number of iterations. */
  public static final int ITERATIONS = 5;

  private static final double TOLERANCE = 1e-6;

  private final Points samples;
  private final Points centres;

  KMeans(InputSpec spec) {
    samples = Points.samples(spec.amount(), spec.seed(), spec.parts());
    centres = Points.start(CLUSTERS, spec.seed());
  }

  @Override
  public List<Dataset<?>> inputs() {
    return List.of(samples, centres);
  }

  @Override
  public void verify(ResultFiles result) throws IOException {
    double[][] expected = lloyd();
    boolean[] seen = new boolean[CLUSTERS];
    result.forEach(
        line -> {
          String[] fields = ResultFiles.fields(line, 2);
          long cluster = Generated.whole(fields[0]);
          if (cluster < 0 || cluster >= CLUSTERS || seen[(int) cluster]) {
            throw new WrongResultException("Cluster %d is one too many".formatted(cluster));
          }
          seen[(int) cluster] = true;
          compare((int) cluster, expected[(int) cluster], fields[1].split(" "));
        });
    for (int i = 0; i < CLUSTERS; i++) {
      if (!seen[i]) {
        throw new WrongResultException("Cluster %d is missing".formatted(i));
      }
    }
  }

  private static void compare(int cluster, double[] expected, String[] actual)
      throws WrongResultException {
    boolean equal = actual.length == expected.length;
    for (int i = 0; equal && i < expected.length; i++) {
      equal =
          Math.abs(ResultFiles.number(actual[i]) - expected[i])
              <= TOLERANCE * Math.max(1, Math.abs(expected[i]));
    }
    if (!equal) {
      throw new WrongResultException(
          "Cluster %d is at %s, not at %s"
              .formatted(cluster, Arrays.toString(actual), Arrays.toString(expected)));
    }
  }

  private double[][] lloyd() {
    List<double[]> start = new ArrayList<>();
    centres.generateAll(start::add);
    double[][] at = start.toArray(double[][]::new);
    for (int i = 0; i < ITERATIONS; i++) {
      double[][] from = at;
      double[][] sums = new double[CLUSTERS][Points.DIMENSIONS];
      long[] counts = new long[CLUSTERS];
      samples.generateAll(
          point -> {
            int nearest = nearest(from, point);
            counts[nearest]++;
            for (int j = 0; j < point.length; j++) {
              sums[nearest][j] += point[j];
            }
          });
      at = new double[CLUSTERS][];
      for (int c = 0; c < CLUSTERS; c++) {
        long count = counts[c];
        at[c] = count == 0 ? from[c] : Arrays.stream(sums[c]).map(sum -> sum / count).toArray();
      }
    }
    return at;
  }

  private static int nearest(double[][] centres, double[] point) {
    int nearest = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < centres.length; c++) {
      double squares = 0;
      for (int j = 0; j < point.length; j++) {
        double difference = point[j] - centres[c][j];
        squares += difference * difference;
      }
      if (squares < least) {
        least = squares;
        nearest = c;
      }
    }
    return nearest;
  }
}
