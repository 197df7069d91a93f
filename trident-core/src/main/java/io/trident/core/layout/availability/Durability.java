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

/*
 * Rows of a super-extent are lost once each dimension has a group that cannot be decoded: the cells
 * in which these groups' missing extents meet are nowhere. With a group of s extents and m parities,
 * each on a machine of its own that is lost or not yet rebuilt with probability p,
 *
 *   t = P(more than m of s + m),   B = 1 - prod over groups (1 - t),   U = B^D
 *
 * is the probability of that state. How often it is entered follows exactly where machines fail and
 * are rebuilt independently: a machine that is whole fails at rate f, and that is the loss if the
 * others are such that it is needed, whose probability is the derivative of U by that machine's p
 * (Birnbaum's importance). Machines are alike, so the sum over all of them is
 *
 *   losses a year = f (1 - p) dU/dp,   p = f W / (1 + f W),
 *
 * with W the mean time from a failure until what was lost is whole again, whatever its distribution.
 * Of the binomial's tail the derivative is one term. For copies U is p^D for each extent.
 *
 * Left out: a parity's second replica and what HDFS copies sooner, so the table is a little better
 * than this; failures that come together, against which dimensions are in racks of their own.
 */
/**
 * How often a super-extent loses rows for good, as a function of how often machines lose their
 * disks and how long it takes to rebuild them.
 *
 * @param parity the parity groups of each dimension
 * @param dimensions D, the number of copies
 */
public record Durability(ParityGroups parity, int dimensions) {
  /** Seconds of a year of 365.25 days. */
  public static final double YEAR_SECONDS = 365.25 * 24 * 3600;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if there is no such super-extent
   */
  public Durability {
    new Geometry(parity.extents(), dimensions);
  }

  /**
   * Machines that fail, each independently of the others.
   *
   * @param failuresPerYear how often one loses its disks; not negative
   * @param repairSeconds mean time from a failure until all that was lost is rebuilt; not negative
   */
  public record Machines(double failuresPerYear, double repairSeconds) {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if one is exceeded
     */
    public Machines {
      if (!(failuresPerYear >= 0 && failuresPerYear < Double.POSITIVE_INFINITY)
          || !(repairSeconds >= 0 && repairSeconds < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "%s failures a year and %s seconds of repair are not possible; give 0 or more of both."
                .formatted(failuresPerYear, repairSeconds));
      }
    }

    /** Returns the share of its time in which a machine's data is not rebuilt yet, from 0 to 1. */
    public double down() {
      double failuresInRepair = failuresPerYear * repairSeconds / YEAR_SECONDS;
      return failuresInRepair / (1 + failuresInRepair);
    }
  }

  /** Returns how often a year a super-extent loses rows for good, on the average. O(groups). */
  public double lossesPerYear(Machines machines) {
    double p = machines.down();
    int m = parity.parities();
    double logarithm = 0; // of that of all groups of a dimension being decoded
    double allDecoded = 1;
    double slope = 0; // of minus that
    for (int group = 0; group < parity.groups(); group++) {
      int n = parity.size(group) + m;
      double broken = Math.min(1, Binomial.atLeast(m + 1, n, p));
      slope = slope * (1 - broken) + allDecoded * Binomial.slopeOfAtLeast(m + 1, n, p);
      allDecoded *= 1 - broken;
      logarithm += Math.log1p(-broken);
    }
    return machines.failuresPerYear()
        * (1 - p)
        * dimensions
        * Math.pow(-Math.expm1(logarithm), dimensions - 1)
        * slope;
  }

  /**
   * Returns how often a year one of as many blocks as a dimension has extents, with D equal copies
   * each, is lost for good, on the average.
   */
  public double physicalLossesPerYear(Machines machines) {
    double p = machines.down();
    return parity.extents()
        * machines.failuresPerYear()
        * (1 - p)
        * dimensions
        * Math.pow(p, dimensions - 1);
  }
}
