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
package io.trident.core.layout.selection;

import io.trident.core.model.Replica;
import io.trident.core.model.StorageTier;
import io.trident.core.prefetch.model.TierRates;
import io.trident.core.storage.SegmentTiers;
import io.trident.core.storage.StoredBlock;
import io.trident.core.storage.StoredReplica;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/**
 * The seconds that a range takes to read: a seek, and its bytes at the rate of its tier. What is
 * not known to be faster is on the slowest tier.
 *
 * @param seekSeconds of each range, on each tier; finite and not negative
 * @param rates of the tiers
 */
public record TierCost(double seekSeconds, TierRates rates) {
  /**
   * Checks the seek.
   *
   * @throws IllegalArgumentException if it is negative or not finite
   */
  public TierCost {
    if (!(seekSeconds >= 0) || Double.isInfinite(seekSeconds)) {
      throw new IllegalArgumentException(
          "A seek of %s seconds is not possible; give 0 or more.".formatted(seekSeconds));
    }
  }

  /**
   * Returns the seconds.
   *
   * @param tier of the range; absent if it is not known
   * @param bytes of the range; not negative
   */
  public double seconds(Optional<StorageTier> tier, long bytes) {
    return seekSeconds + bytes / tier.map(rates::of).orElseGet(this::slowest);
  }

  /** Returns the seconds that a selection would take on the fastest tier. */
  public double leastSeconds(Selection selection) {
    return selection.ranges() * seekSeconds
        + selection.bytes()
            / Arrays.stream(StorageTier.values()).mapToDouble(rates::of).max().orElseThrow();
  }

  private double slowest() {
    return Arrays.stream(StorageTier.values()).mapToDouble(rates::of).min().orElseThrow();
  }

  /**
   * Returns the tier that a part of a file is read from: of its blocks the slowest, each from the
   * fastest of its replicas; a cached one is in memory. Nothing if that is not known of a block.
   */
  public static Optional<StorageTier> tierOf(SegmentTiers tiers) {
    if (tiers.blocks().isEmpty()
        || tiers.blocks().stream().anyMatch(block -> block.replicas().isEmpty())) {
      return Optional.empty();
    }
    return tiers.blocks().stream().map(TierCost::fastest).max(Comparator.naturalOrder());
  }

  private static StorageTier fastest(StoredBlock block) {
    return block.replicas().stream()
        .map(StoredReplica::toReplica)
        .map(Replica::servingTier)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }
}
