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
package io.trident.core.layout.parity;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.Geometry;
import io.trident.core.layout.ParityExtent;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How the extents of a dimension are grouped for parity: in runs of nearly equal length, of which
 * none exceeds the limit.
 *
 * <p>Equal runs and not full ones with a rest: 32 extents in groups of at most 10 are four groups
 * of 8, not three of 10 and one of 2. There are as many parity extents, the longest read for a
 * rebuild is shorter, and two failures hit one group less often.
 *
 * @param extents extents of a dimension; at least 1
 * @param limit most extents of a group; at least 1
 * @param parities parity extents of each group, and so how many of its extents can be lost: 0 for
 *     none, 1 for XOR, 2 for double parity
 */
public record ParityGroups(int extents, int limit, int parities) {
  /** Most parities that anybody asks for; a code of Reed and Solomon has any number. */
  private static final int MAX_PARITIES = 2;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if one is exceeded, or groups are too large for two parities
   */
  public ParityGroups {
    if (extents < 1) {
      throw new IllegalArgumentException(
          "%d extents are too few; give at least 1.".formatted(extents));
    }
    if (limit < 1) {
      throw new IllegalArgumentException(
          "Parity groups of %d extents are too small; give at least 1.".formatted(limit));
    }
    if (parities < 0 || parities > MAX_PARITIES) {
      throw new IllegalArgumentException(
          "A parity of %d is not possible; give 0 to %d.".formatted(parities, MAX_PARITIES));
    }
    new ErasureCode((extents - 1) / ((extents - 1) / limit + 1) + 1, parities);
  }

  /** No parity. */
  public static ParityGroups none(int extents) {
    return new ParityGroups(extents, extents, 0);
  }

  /** Single parity as the paper has it: XOR over at most 10 extents. */
  public static ParityGroups xor(int extents) {
    return new ParityGroups(extents, 10, 1);
  }

  /** Double parity as the paper has it: two parities for at most 20 extents. */
  public static ParityGroups reedSolomon(int extents) {
    return new ParityGroups(extents, 20, 2);
  }

  /**
   * Returns how many replicas each parity has: a single one is copied where one of the two is lost;
   * of two each is encoded anew from its group, and both survive as much.
   */
  public int copies() {
    return parities > 1 ? 1 : 2;
  }

  /** Returns the number of groups of a dimension. */
  public int groups() {
    return (extents - 1) / limit + 1;
  }

  /** Returns the group of an extent. */
  public int groupOf(int extent) {
    return (int) (((long) extent * groups() + groups() - 1) / extents);
  }

  /** Returns the group of an extent, or that which a parity is of. */
  public int groupOf(Extent extent) {
    return extent instanceof ParityExtent parity
        ? parity.group()
        : groupOf(((DataExtent) extent).extent());
  }

  /**
   * Returns the number of the first extent of a group; of {@code groups()} the number of extents.
   */
  public int first(int group) {
    return (int) ((long) group * extents / groups());
  }

  /** Returns the number of extents of a group. */
  public int size(int group) {
    return first(group + 1) - first(group);
  }

  /** Returns the extents of a group of a dimension, in order. */
  public List<DataExtent> members(int dimension, int group) {
    return IntStream.range(first(group), first(group + 1))
        .mapToObj(extent -> new DataExtent(dimension, extent))
        .toList();
  }

  /**
   * Checks that there is such a parity extent.
   *
   * @throws IllegalArgumentException if not
   */
  public void check(ParityExtent extent, Geometry geometry) {
    if (!parities(extent.dimension(), extent.group()).contains(extent)
        || extent.group() >= groups()
        || extent.dimension() >= geometry.dimensions()
        || Math.min(extent.group(), extent.dimension()) < 0) {
      throw new IllegalArgumentException(
          "There is no parity %d of group %d of dimension %d: there are %d dimensions of %d groups"
                  .formatted(
                      extent.index(),
                      extent.group(),
                      extent.dimension(),
                      geometry.dimensions(),
                      groups())
              + " with %d parities, counted from 0.".formatted(parities));
    }
  }

  /** Returns the parity extents of a group of a dimension, in order. */
  public List<ParityExtent> parities(int dimension, int group) {
    return IntStream.range(0, parities)
        .mapToObj(index -> new ParityExtent(dimension, group, index))
        .toList();
  }

  /** Returns whether a dimension has such an extent or parity. */
  public boolean has(Extent extent) {
    return extent instanceof ParityExtent parity
        ? parity.group() < groups() && parity.index() < parities
        : ((DataExtent) extent).extent() < extents;
  }

  /** Returns the other members of an extent's group: extents, then parities, in order. */
  public List<Extent> others(Extent extent) {
    int group = groupOf(extent);
    return Stream.<Extent>concat(
            members(extent.dimension(), group).stream(),
            parities(extent.dimension(), group).stream())
        .filter(member -> !member.equals(extent))
        .toList();
  }

  /**
   * Returns the number of an extent or parity among all of a super-extent, from 0: by dimension,
   * its extents, then its parities.
   */
  public int number(Extent extent) {
    int before = extent.dimension() * (extents + groups() * parities);
    return extent instanceof ParityExtent parity
        ? before + extents + parity.group() * parities + parity.index()
        : before + ((DataExtent) extent).extent();
  }

  /**
   * Returns by what extents of a group are multiplied, byte by byte in the field of 256 elements,
   * to add up to another one of the group: to rebuild it, or to encode a parity. O(size^2).
   *
   * @param target an extent or parity
   * @param given as many extents and parities of its group as the group has extents, in any order
   * @throws IllegalArgumentException if they are not as many, or one is there twice
   */
  public byte[] coefficients(Extent target, List<? extends Extent> given) {
    int group = groupOf(target);
    return new ErasureCode(size(group), parities)
        .coefficients(
            position(target, group), given.stream().map(one -> position(one, group)).toList());
  }

  private int position(Extent extent, int group) {
    return extent instanceof ParityExtent parity
        ? size(group) + parity.index()
        : ((DataExtent) extent).extent() - first(group);
  }
}
