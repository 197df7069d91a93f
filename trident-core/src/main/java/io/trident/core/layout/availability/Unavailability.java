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
package io.trident.core.layout.availability;

import io.trident.core.layout.Geometry;
import io.trident.core.layout.parity.ParityGroups;
import java.util.OptionalDouble;

/*
 * An extent is unavailable if it cannot be read and nothing rebuilds it. Each extent, parities
 * included, is on a machine of its own, and each machine is down with probability p, independently.
 * Let a group have s extents and m parities: it is decoded unless more than m of its s + m are down.
 *
 *   own       the extent is down, and so are at least m of the s + m - 1 others of its group
 *   other     in another dimension at least one group cannot be decoded
 *
 * If any other dimension is whole, or can be made whole, chained buckets rebuild the extent. If
 * none is, an extent in each of them is missing for good, and the rows of the cell in which they and
 * this extent meet are nowhere: the extent cannot be rebuilt as a whole. Dimensions are on different
 * machines, so
 *
 *   P = p * P(at least m of s + m - 1) * (1 - prod over groups (1 - P(more than m of s + m)))^(D-1).
 *
 * With N = 100, s = 10, m = 1, D = 3 this is the accurate formula of the paper's footnote 2,
 *   p (1 - (1-p)^10) (1 - (1-p)^100 (1 + 10p)^10)^2.
 * Where groups differ in size, P is the mean over the extents of a dimension. Second copies of
 * parity extents are left out, as in the paper, so P is a little too high.
 *
 * Precision. The tails are sums of positive terms and the product is taken by logarithms, so small
 * probabilities lose no digits.
 */
/**
 * The probability that an extent is unavailable, as a function of the probability that a machine is
 * down during the time that a recovery takes (INSTalytics, section 5.1, footnote 2).
 *
 * @param parity the parity groups of each dimension
 * @param dimensions D, the number of copies
 */
public record Unavailability(ParityGroups parity, int dimensions) {
  private static final double LEAST_P = 1e-6;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if there is no such super-extent
   */
  public Unavailability {
    new Geometry(parity.extents(), dimensions);
  }

  /**
   * Returns the probability that an extent is unavailable. O(groups).
   *
   * @param p the probability that a machine is down, from 0 to 1
   * @throws IllegalArgumentException if {@code p} is not
   */
  public double unavailable(double p) {
    checkProbability(p);
    int m = parity.parities();
    double own = 0;
    double allDecoded = 0; // its logarithm
    for (int group = 0; group < parity.groups(); group++) {
      int size = parity.size(group);
      own += p * Binomial.atLeast(m, size + m - 1, p) * size / parity.extents();
      allDecoded += Math.log1p(-Math.min(1, Binomial.atLeast(m + 1, size + m, p)));
    }
    return own * Math.pow(-Math.expm1(allDecoded), dimensions - 1);
  }

  /**
   * Returns the probability that all of as many equal copies on different machines are down.
   *
   * @throws IllegalArgumentException if {@code p} is not from 0 to 1
   */
  public double physical(double p) {
    checkProbability(p);
    return Math.pow(p, dimensions);
  }

  /**
   * Returns the probability up to which an extent is at least as available as with equal copies;
   * nothing if it never is, or always. It is looked for from a millionth on.
   */
  public OptionalDouble crossing() {
    double low = LEAST_P;
    if (isWorse(low)) {
      return OptionalDouble.empty();
    }
    double high = low;
    while (!isWorse(high)) {
      low = high;
      high *= 1.05;
      if (high > 1) {
        return OptionalDouble.empty();
      }
    }
    while (high - low > 1e-12) {
      double middle = (low + high) / 2;
      if (isWorse(middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return OptionalDouble.of(low);
  }

  private boolean isWorse(double p) {
    return unavailable(p) > physical(p);
  }

  private static void checkProbability(double p) {
    if (!(p >= 0 && p <= 1)) {
      throw new IllegalArgumentException(
          "The probability p is %s; give a number from 0 to 1.".formatted(p));
    }
  }
}
