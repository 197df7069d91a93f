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
package io.trident.cli.whatif;

import io.trident.core.cost.CostModel;
import io.trident.core.model.StorageTier;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks of fields that both kinds of instance have. */
final class Fields {
  static final String DEFAULT_RACK = "/default-rack";

  private Fields() {}

  static <T> T require(@Nullable T value, String field) {
    if (value == null) {
      throw new IllegalArgumentException("The field %s is missing.".formatted(field));
    }
    return value;
  }

  /** Checks a score against the constants of Equation 1. */
  static void checkScore(double score, double rackLocal, double offRack) {
    if (!Double.isFinite(score) || score < 0) {
      throw new IllegalArgumentException(
          "Score %s must be a finite number that is not negative.".formatted(score));
    }
    if (score >= rackLocal) {
      throw new IllegalArgumentException(
          "Score %s must be below rackLocal (%s); lower it or raise rackLocal."
              .formatted(score, rackLocal));
    }
    if (rackLocal + score > offRack) {
      throw new IllegalArgumentException(
          "rackLocal (%s) plus score %s must not exceed offRack (%s); raise offRack."
              .formatted(rackLocal, score, offRack));
    }
  }

  /** A checked model of which only c1, c2 and the cost of a task without preference matter. */
  static CostModel model(double rackLocal, double offRack, double slowest) {
    Map<StorageTier, Double> scores = new EnumMap<>(StorageTier.class);
    for (StorageTier tier : StorageTier.values()) {
      scores.put(tier, slowest);
    }
    return new CostModel(
        scores, rackLocal, offRack, slowest, CostModel.noPreferenceBelow(rackLocal, slowest));
  }
}
