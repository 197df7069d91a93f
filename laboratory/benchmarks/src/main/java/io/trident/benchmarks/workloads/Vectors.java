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

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;

/** Points as k-means jobs read and write them. */
public final class Vectors {
  private Vectors() {}

  /** Reads numbers separated by spaces. */
  public static double[] parse(String line) {
    return Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  /** Writes numbers, separated by spaces. */
  public static String format(double[] point) {
    return Arrays.stream(point).mapToObj(Double::toString).collect(Collectors.joining(" "));
  }

  /** Reads the centres that clustering starts from. */
  public static List<double[]> start(WorkloadDirectory directory) throws IOException {
    List<double[]> centres = new ArrayList<>();
    new ResultFiles(directory.files(), new Path(directory.input(), "centres"))
        .forEach(line -> centres.add(parse(line)));
    return centres;
  }

  /** Returns the index of the nearest centre, the first of several. */
  public static int nearest(List<double[]> centres, double[] point) {
    int nearest = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < centres.size(); c++) {
      double[] centre = centres.get(c);
      double squares = 0;
      for (int i = 0; i < point.length; i++) {
        squares += (point[i] - centre[i]) * (point[i] - centre[i]);
      }
      if (squares < least) {
        least = squares;
        nearest = c;
      }
    }
    return nearest;
  }

  /** Returns a vector with a 1 behind its coordinates: sums of such vectors have a count. */
  public static double[] counted(double[] point) {
    double[] counted = Arrays.copyOf(point, point.length + 1);
    counted[point.length] = 1;
    return counted;
  }

  /** Returns a sum of two vectors. */
  public static double[] plus(double[] a, double[] b) {
    double[] sum = new double[a.length];
    Arrays.setAll(sum, i -> a[i] + b[i]);
    return sum;
  }

  /** Returns the mean of vectors that were {@link #counted} and added. */
  public static double[] mean(double[] counted) {
    double[] mean = new double[counted.length - 1];
    Arrays.setAll(mean, i -> counted[i] / counted[mean.length]);
    return mean;
  }
}
