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
package io.trident.benchmarks.workloads.data;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.commons.math3.random.RandomGenerator;

/** Points of {@value #DIMENSIONS} dimensions, Gaussian around 5 centres that are uniform. */
public final class Points extends Dataset<double[]> {
  /** Dimensions of a point. */
  public static final int DIMENSIONS = 20;

  private static final int CENTRES = 5;
  private static final double SIDE = 1_000;
  private static final double DEVIATION = 60;
  private static final double THOUSAND = 1_000;

  private final long samples;
  private final double[][] centres = new double[CENTRES][DIMENSIONS];

  private Points(String name, long samples, long seed, int parts) {
    super(name, seed, parts);
    this.samples = samples;
    RandomGenerator random = random(-1);
    for (double[] centre : centres) {
      Arrays.setAll(centre, i -> random.nextDouble() * SIDE);
    }
  }

  /** Describes so many points. */
  public static Points samples(long samples, long seed, int parts) {
    return new Points("samples", samples, seed, parts);
  }

  /** Describes the points that clustering starts from: random ones, in one part. */
  public static Points start(int clusters, long seed) {
    return new Points("centres", clusters, seed, 1);
  }

  @Override
  public void generate(int part, Consumer<? super double[]> sink) {
    RandomGenerator random = random(part);
    for (long i = first(part, samples); i < first(part + 1, samples); i++) {
      double[] centre = centres[random.nextInt(CENTRES)];
      double[] point = new double[DIMENSIONS];
      for (int j = 0; j < DIMENSIONS; j++) {
        // Three decimals: what is written is what was generated.
        point[j] = Math.rint((centre[j] + DEVIATION * random.nextGaussian()) * THOUSAND) / THOUSAND;
      }
      sink.accept(point);
    }
  }

  @Override
  public String line(double[] point) {
    return Arrays.stream(point).mapToObj(Double::toString).collect(Collectors.joining(" "));
  }
}
