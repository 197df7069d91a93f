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
package io.trident.benchmarks.availability;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.placement.FailureDomains;
import io.trident.core.layout.placement.HomeNodes;
import io.trident.core.layout.placement.HomeRacks;
import io.trident.core.layout.placement.Isolation;
import io.trident.core.layout.placement.Rack;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.math3.special.Gamma;

/*
 * Super-extents are placed by the product's own rules: each dimension in racks of its own, the
 * extents and parities of a group on different nodes. Then f of all machines (or racks) fail.
 *
 * An extent is gone if it is down and its group cannot decode it; it is unavailable if, besides, no
 * other dimension is whole. That is so rare that drawing f failures and counting would take years.
 * But how many of the f fall into each dimension's racks is a multivariate hypergeometric
 * distribution, and given these numbers the dimensions do not depend on each other. So
 *
 *   unavailable(f) = sum over k1 + k2 + k3 = f of P(k1, k2, k3) * mean over d of
 *                    gone_d(k_d) * product over e != d of damaged_e(k_e),
 *
 * exactly, where gone_d(k) is the share of d's extents that are gone when k of d's machines have
 * failed, and damaged_e(k) how likely e is then not whole. Both are seen often, and drawn: for a
 * random super-extent its machines fail in a random order, which gives a point for each k at once.
 *
 * In the same way three equal copies, one in the racks of each dimension, are all down with
 * probability sum P(k1, k2, k3) * product k_d / n_d.
 */
/** The unavailability of an extent when some of a cluster's machines or racks are down. */
public final class AvailabilitySimulation {
  /** D: as many as there are copies. */
  public static final int DIMENSIONS = 3;

  private static final long SUPER_EXTENTS = 1 << 20;

  private final FailedUnit unit;
  private final int[] sizes;
  private final List<Curve> curves;

  /**
   * What happens in one dimension.
   *
   * @param gone by the number of failures in its racks, the share of extents that are gone
   * @param damaged by the same, how likely any extent is
   */
  private record Curve(double[] gone, double[] damaged) {}

  private AvailabilitySimulation(FailedUnit unit, int[] sizes, List<Curve> curves) {
    this.unit = unit;
    this.sizes = sizes;
    this.curves = curves;
  }

  /**
   * Draws failures.
   *
   * @param racks of the cluster; at least three
   * @param parity the parity groups of each dimension
   * @param parityCopies copies of each parity: two in HDFS, one in the paper's formula
   * @param mostFailed up to how many failures are asked for
   * @param runs super-extents that are drawn for each dimension
   */
  public static AvailabilitySimulation of(
      FailedUnit unit,
      List<Rack> racks,
      ParityGroups parity,
      int parityCopies,
      int mostFailed,
      int runs,
      long seed) {
    FailureDomains domains = FailureDomains.of(Isolation.RACKS, DIMENSIONS, racks);
    Random random = new Random(seed);
    int[] sizes = new int[DIMENSIONS];
    List<Curve> curves = new ArrayList<>();
    for (int d = 0; d < DIMENSIONS; d++) {
      List<Rack> own = domains.racksOf(d, racks);
      sizes[d] = own.stream().mapToInt(unit::in).sum();
      HomeNodes homes = HomeRacks.of(own).on(own);
      curves.add(draw(unit, homes, parity, parityCopies, sizes[d], mostFailed, runs, random));
    }
    return new AvailabilitySimulation(unit, sizes, curves);
  }

  private static Curve draw(
      FailedUnit unit,
      HomeNodes homes,
      ParityGroups parity,
      int parityCopies,
      int units,
      int mostFailed,
      int runs,
      Random random) {
    double[] gone = new double[mostFailed + 2];
    double[] damaged = new double[mostFailed + 2];
    int[] order = IntStream.range(0, units).toArray();
    for (int run = 0; run < runs; run++) {
      Map<String, Integer> failsAs = new HashMap<>();
      long superExtent = (long) (random.nextDouble() * SUPER_EXTENTS);
      int first = Integer.MAX_VALUE;
      for (int group = 0; group < parity.groups(); group++) {
        List<Integer> members = new ArrayList<>();
        for (DataExtent extent : parity.members(0, group)) {
          members.add(
              rank(unit.of(homes.ofExtent(superExtent, extent.extent())), failsAs, order, random));
        }
        List<Integer> all = new ArrayList<>(members);
        for (int index = 0; index < parity.parities(); index++) {
          all.add(
              homes.ofParity(superExtent, parity, group, index, parityCopies).stream()
                  .mapToInt(home -> rank(unit.of(home), failsAs, order, random))
                  .max()
                  .orElseThrow());
        }
        int undecodable = all.stream().sorted().skip(parity.parities()).findFirst().orElseThrow();
        for (int member : members) {
          add(gone, Math.max(member, undecodable) + 1, 1.0 / parity.extents());
        }
        int earliest = members.stream().mapToInt(Integer::intValue).min().orElseThrow();
        first = Math.min(first, Math.max(earliest, undecodable));
      }
      add(damaged, first + 1, 1);
    }
    return new Curve(shares(gone, runs), shares(damaged, runs));
  }

  /** Returns as which failure of all a machine fails; drawn when it is first asked for. */
  private static int rank(String unit, Map<String, Integer> known, int[] order, Random random) {
    return known.computeIfAbsent(
        unit,
        any -> {
          int i = known.size();
          int j = i + random.nextInt(order.length - i);
          int drawn = order[j];
          order[j] = order[i];
          order[i] = drawn;
          return drawn;
        });
  }

  private static void add(double[] steps, int from, double amount) {
    if (from < steps.length) {
      steps[from] += amount;
    }
  }

  private static double[] shares(double[] steps, int runs) {
    double[] shares = new double[steps.length];
    double sum = 0;
    for (int i = 0; i < steps.length; i++) {
      sum += steps[i];
      shares[i] = sum / runs;
    }
    return shares;
  }

  /** Returns what fails. */
  public FailedUnit unit() {
    return unit;
  }

  /**
   * Returns how likely an extent is unavailable when {@code failed} of all machines (or racks) are
   * down. O(failed^2).
   */
  public double logical(int failed) {
    return overSplits(
        failed,
        split -> {
          double sum = 0;
          for (int d = 0; d < DIMENSIONS; d++) {
            double product = curves.get(d).gone()[split[d]];
            for (int e = 0; e < DIMENSIONS; e++) {
              product *= e == d ? 1 : curves.get(e).damaged()[split[e]];
            }
            sum += product;
          }
          return sum / DIMENSIONS;
        });
  }

  /** Returns how likely all of three equal copies are down. O(failed^2). */
  public double physical(int failed) {
    return overSplits(
        failed,
        split -> {
          double product = 1;
          for (int d = 0; d < DIMENSIONS; d++) {
            product *= (double) split[d] / sizes[d];
          }
          return product;
        });
  }

  /** Returns the fewest failures with which logical copies are less available than equal ones. */
  public OptionalInt crossing(int mostFailed) {
    return IntStream.rangeClosed(DIMENSIONS, mostFailed)
        .filter(failed -> logical(failed) > physical(failed))
        .findFirst();
  }

  @FunctionalInterface
  private interface OfSplit {
    double value(int[] split);
  }

  private double overSplits(int failed, OfSplit of) {
    int all = IntStream.of(sizes).sum();
    double total = choicesLog(all, failed);
    double sum = 0;
    for (int first = 0; first <= Math.min(failed, sizes[0]); first++) {
      double chosen = choicesLog(sizes[0], first) - total;
      for (int second = 0; second <= Math.min(failed - first, sizes[1]); second++) {
        int third = failed - first - second;
        if (third <= sizes[2]) {
          double probability =
              Math.exp(chosen + choicesLog(sizes[1], second) + choicesLog(sizes[2], third));
          if (probability > 1e-30) {
            sum += probability * of.value(new int[] {first, second, third});
          }
        }
      }
    }
    return sum;
  }

  /** Returns a cluster of equal racks. */
  public static List<Rack> cluster(int racks, int machines) {
    return IntStream.range(0, racks)
        .mapToObj(
            rack ->
                new Rack(
                    "/r" + rack,
                    IntStream.range(rack * machines / racks, (rack + 1) * machines / racks)
                        .mapToObj(node -> "n" + node)
                        .toList()))
        .toList();
  }

  /** Returns the logarithm of n over k. */
  private static double choicesLog(int n, int k) {
    return Gamma.logGamma(n + 1.0) - Gamma.logGamma(k + 1.0) - Gamma.logGamma(n - k + 1.0);
  }
}
