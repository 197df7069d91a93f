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
package io.trident.core.cost;

import io.trident.core.model.BlockInput;
import io.trident.core.model.Replica;
import io.trident.core.model.ReplicaState;
import io.trident.core.model.StorageTier;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * The constants of the assignment cost (Trident paper, section 2.1, Equation 1).
 *
 * <p>All values are dimensionless costs of reading one unit of data; only their ratios matter. The
 * defaults are inverse bandwidths: memory 1, SSD 8, HDD 20, {@code c1 = 40}, {@code c2 = 100}.
 *
 * <p>Invariants, checked on construction: every score {@code p} satisfies {@code 0 <= p < c1 <=
 * c2}; {@code c1 + max p <= c2} (so that rack-local is never worse than off-rack); {@code pending}
 * lies in {@code [0, c1)}; {@code noPreference} is below {@code c1}. All values are finite.
 *
 * @param tierScores score of each tier; every tier has one
 * @param rackLocal c1, added to the best score in the rack for a rack-local read
 * @param offRack c2, the cost of a read across racks
 * @param pending score of a replica whose caching was requested and has not completed (section 4.1:
 *     above the slowest tier, below c1)
 * @param noPreference cost of a task without preferred locations, on every node: just below c1, so
 *     that such a task goes before rack-local work but never displaces local work
 */
public record CostModel(
    Map<StorageTier, Double> tierScores,
    double rackLocal,
    double offRack,
    double pending,
    double noPreference) {

  /** The paper's constants: memory 1, SSD 8, HDD 20, c1 = 40, c2 = 100. */
  public static final CostModel DEFAULT = of(defaultScores(), 40, 100);

  public CostModel {
    EnumMap<StorageTier, Double> scores = new EnumMap<>(StorageTier.class);
    scores.putAll(tierScores);
    requireCost("offRack (c2)", offRack);
    requireCost("rackLocal (c1)", rackLocal);
    if (rackLocal > offRack) {
      throw new IllegalArgumentException(
          "The rack-local cost c1 (%s) must not exceed the off-rack cost c2 (%s)."
              .formatted(rackLocal, offRack));
    }
    for (StorageTier tier : StorageTier.values()) {
      Double score = scores.get(tier);
      if (score == null) {
        throw new IllegalArgumentException(
            "Tier %s has no score; give each tier one.".formatted(tier.label()));
      }
      requireScore("score of tier " + tier.label(), score, rackLocal, offRack);
    }
    requireScore("score of a pending replica", pending, rackLocal, offRack);
    requireCost("noPreference", noPreference);
    if (noPreference >= rackLocal) {
      throw new IllegalArgumentException(
          "The cost of a task without preference (%s) must be below the rack-local cost c1 (%s)."
              .formatted(noPreference, rackLocal));
    }
    tierScores = Collections.unmodifiableMap(scores);
  }

  /**
   * Builds a model with the derived defaults: {@code pending} half-way between the slowest tier and
   * c1; {@code noPreference} by {@link #noPreferenceBelow}.
   *
   * @throws IllegalArgumentException if an invariant of the class does not hold
   */
  public static CostModel of(
      Map<StorageTier, Double> tierScores, double rackLocal, double offRack) {
    double slowest = 0;
    for (double score : tierScores.values()) {
      slowest = Math.max(slowest, score);
    }
    double pending = (slowest + rackLocal) / 2;
    return new CostModel(
        tierScores, rackLocal, offRack, pending, noPreferenceBelow(rackLocal, pending));
  }

  /**
   * The default cost of a task without preference: {@code max(c1 - 1, (slowest + c1) / 2)}, below
   * c1 and above every local score up to {@code slowest}.
   */
  public static double noPreferenceBelow(double rackLocal, double slowest) {
    return Math.max(rackLocal - 1, (slowest + rackLocal) / 2);
  }

  /** Returns the score of a tier. */
  public double score(StorageTier tier) {
    Double score = tierScores.get(tier);
    if (score == null) {
      throw new IllegalStateException("No score for " + tier); // excluded by the constructor
    }
    return score;
  }

  /**
   * Returns the score p of a replica, whatever becomes of others of its block: the cost of reading
   * it on its own node.
   */
  public double score(Replica replica) {
    return switch (replica.state()) {
      case CACHED -> score(StorageTier.MEMORY);
      case CACHE_PENDING -> pending;
      case STORED -> score(replica.tier());
    };
  }

  /**
   * Returns the score of each node that holds a replica of a block; of several replicas on one, the
   * best.
   *
   * <p>A block that is on its way into memory, and in memory nowhere yet, defers its task (section
   * 4.1): where it is being cached it has the pending score, a higher one the more blocks come
   * before it, and a still higher one where it is only stored. Otherwise the task would go where
   * the block is stored while it is being cached elsewhere. O(replicas).
   */
  public Map<String, Double> scores(BlockInput block) {
    boolean isDeferred = block.isOnlyPending();
    Map<String, Double> scores = new HashMap<>();
    for (Replica replica : block.replicas()) {
      double score = isDeferred ? deferred(replica) : score(replica);
      scores.merge(replica.node(), score, Math::min);
    }
    return scores;
  }

  private double deferred(Replica replica) {
    return replica.state() == ReplicaState.CACHE_PENDING
        ? deferredHere(replica.ahead())
        : deferredElsewhere(replica.tier());
  }

  /**
   * Returns the score of a replica that is being cached, while its block is in memory nowhere: from
   * {@link #pending} on upwards, higher the more blocks come before it, below that of any replica
   * that is stored elsewhere.
   *
   * @param ahead how many blocks its node caches before it
   */
  double deferredHere(int ahead) {
    return pending + deferral() * ahead / (ahead + 1);
  }

  /**
   * Returns the score of a replica that is stored on a tier while its block is being cached on
   * another node: above those of replicas that are being cached, below c1, in the order of the
   * tiers.
   */
  double deferredElsewhere(StorageTier tier) {
    return pending + deferral() * (1 + score(tier) / rackLocal);
  }

  /** Half of what is left above the pending score. */
  private double deferral() {
    return (Math.min(rackLocal, offRack - rackLocal) - pending) / 2;
  }

  private static void requireScore(String what, double score, double rackLocal, double offRack) {
    requireCost(what, score);
    if (score >= rackLocal) {
      throw new IllegalArgumentException(
          "The %s (%s) must be below the rack-local cost c1 (%s); lower the score or raise c1."
              .formatted(what, score, rackLocal));
    }
    if (rackLocal + score > offRack) {
      throw new IllegalArgumentException(
          "The rack-local cost c1 (%s) plus the %s (%s) must not exceed the off-rack cost c2 (%s);"
                  .formatted(rackLocal, what, score, offRack)
              + " raise c2 or lower the score.");
    }
  }

  private static void requireCost(String what, double cost) {
    if (!Double.isFinite(cost) || cost < 0) {
      throw new IllegalArgumentException(
          "The %s (%s) must be a finite number that is not negative.".formatted(what, cost));
    }
  }

  private static Map<StorageTier, Double> defaultScores() {
    EnumMap<StorageTier, Double> scores = new EnumMap<>(StorageTier.class);
    scores.put(StorageTier.MEMORY, 1.0);
    scores.put(StorageTier.NVDIMM, 1.0);
    scores.put(StorageTier.SSD, 8.0);
    scores.put(StorageTier.DISK, 20.0);
    scores.put(StorageTier.ARCHIVE, 30.0);
    scores.put(StorageTier.PROVIDED, 35.0);
    return scores;
  }
}
