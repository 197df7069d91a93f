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

import io.trident.core.layout.manifest.Manifest;
import io.trident.core.model.StorageTier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Ranks for each super-extent of a table the dimensions by what a query would read of them. */
public final class TableChoice {
  /** Finds the tiers of extents. */
  @FunctionalInterface
  public interface TierLookup {
    /** Nothing is known. */
    TierLookup UNKNOWN = extents -> Map.of();

    /** Returns the tiers, as far as they are known. */
    Map<ExtentId, StorageTier> of(Set<ExtentId> extents);
  }

  private TableChoice() {}

  /**
   * Returns what a query would read, the cheapest dimension of each super-extent first ({@link
   * DimensionChoice}).
   *
   * <p>Tiers are looked up only where they decide: if a dimension other than the cheapest would be
   * cheaper than that on the fastest tier.
   *
   * @param manifests the super-extents
   * @param filters what all rows of the query match; at most one for each column
   * @param wanted the dimension that comes first whatever it costs; tiers do not matter then
   * @param cost of ranges, by tier
   * @throws IllegalArgumentException as {@link DimensionChoice#ranked}
   */
  public static List<Candidates> ranked(
      Collection<Manifest> manifests,
      List<ColumnFilter> filters,
      OptionalInt wanted,
      TierCost cost,
      TierLookup tiers) {
    List<Candidates> untiered =
        rank(
            manifests,
            filters,
            manifest -> (extent, bytes) -> cost.seconds(Optional.empty(), bytes));
    if (wanted.isPresent()) {
      return untiered.stream().map(one -> startingWith(wanted.getAsInt(), one)).toList();
    }
    Set<ExtentId> undecided =
        untiered.stream()
            .map(one -> undecided(one, cost))
            .flatMap(Collection::stream)
            .collect(Collectors.toSet());
    Map<ExtentId, StorageTier> known = undecided.isEmpty() ? Map.of() : tiers.of(undecided);
    return known.isEmpty()
        ? untiered
        : rank(
            manifests,
            filters,
            manifest ->
                (extent, bytes) ->
                    cost.seconds(
                        Optional.ofNullable(
                            known.get(new ExtentId(manifest.superExtent(), extent))),
                        bytes));
  }

  private static List<Candidates> rank(
      Collection<Manifest> manifests,
      List<ColumnFilter> filters,
      Function<Manifest, RangeCost> cost) {
    return manifests.stream()
        .map(
            manifest ->
                new Candidates(
                    manifest, DimensionChoice.ranked(manifest, filters, cost.apply(manifest))))
        .toList();
  }

  /** Returns the extents whose tiers decide; none if they do not. */
  private static Set<ExtentId> undecided(Candidates one, TierCost cost) {
    double least = one.selections().get(0).cost();
    List<Selection> open =
        one.selections().stream().filter(other -> cost.leastSeconds(other) < least).toList();
    return open.size() < 2
        ? Set.of()
        : open.stream()
            .flatMap(selection -> selection.extents().stream())
            .map(extent -> new ExtentId(one.manifest().superExtent(), extent))
            .collect(Collectors.toSet());
  }

  private static Candidates startingWith(int dimension, Candidates one) {
    List<Selection> ordered = new ArrayList<>(one.selections());
    ordered.sort(Comparator.comparing(selection -> selection.dimension() != dimension)); // stable
    return new Candidates(one.manifest(), ordered);
  }
}
