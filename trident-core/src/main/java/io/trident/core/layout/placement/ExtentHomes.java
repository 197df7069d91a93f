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
package io.trident.core.layout.placement;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.parity.ParityGroups;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/*
 * Homes are computed from all nodes that are known, whether alive or not. So a node that dies moves
 * the homes of its own extents only: whoever looks for a substitute still finds where the other
 * members of a parity group are.
 *
 * Dimension d is in domain d, modulo the number of domains. So dimensions of the same number share a
 * domain in all tables, and partition i of each has the same home rack.
 */
/**
 * On which nodes an extent may be, best first. Immutable.
 *
 * @see HomeRacks
 */
public final class ExtentHomes {
  /** How many copies each parity has where its groups are not known. */
  private static final int USUAL_COPIES = 2;

  private final DomainMap map;
  private final List<List<Rack>> racks;
  private final List<Optional<HomeNodes>> homes;

  /**
   * An extent that is placed.
   *
   * @param superExtent the number of its super-extent in the table, from 0
   * @param groups the parity groups of its dimension, if these are known
   * @param mates where the others of its group are, if that is known; else they are at their homes
   */
  public record Wanted(
      long superExtent, Extent extent, Optional<ParityGroups> groups, Optional<GroupMates> mates) {}

  private ExtentHomes(DomainMap map, List<List<Rack>> racks, List<Optional<HomeNodes>> homes) {
    this.map = map;
    this.racks = racks;
    this.homes = homes;
  }

  /**
   * Computes the homes. O(n log n) for n nodes.
   *
   * @param known the cluster's racks, with all nodes that are known
   */
  public static ExtentHomes of(DomainMap map, List<Rack> known) {
    List<List<Rack>> racks =
        IntStream.range(0, map.domains().count())
            .mapToObj(domain -> map.domains().racksOf(domain, known))
            .toList();
    List<Optional<HomeNodes>> homes = new ArrayList<>();
    for (int domain = 0; domain < racks.size(); domain++) {
      Set<String> sequence = Set.copyOf(map.homes().get(domain).sequence());
      homes.add(
          racks.get(domain).stream().anyMatch(rack -> sequence.contains(rack.name()))
              ? Optional.of(map.homes().get(domain).on(racks.get(domain)))
              : Optional.empty());
    }
    return new ExtentHomes(map, racks, List.copyOf(homes));
  }

  /** Returns the domain in which a dimension belongs, from 0. */
  public int domainOf(int dimension) {
    return dimension % map.domains().count();
  }

  /**
   * Returns nodes for an extent, best first, no node twice: of the domain its home, the others of
   * the home rack, then those whose turn comes next. Lazy: the first costs O(1) but for the homes
   * of the parity group.
   */
  public Stream<String> candidates(Preference preference, Wanted wanted) {
    int domain = domainOf(wanted.extent().dimension());
    return switch (preference) {
      case APART -> {
        GroupMates mates = mates(wanted);
        yield inDomain(domain, wanted).filter(node -> !mates.isOn(node));
      }
      case BESIDE_PARITY -> {
        GroupMates mates = mates(wanted);
        yield inDomain(domain, wanted)
            .filter(node -> mates.isOn(node) && !mates.extents().contains(node));
      }
      case BESIDE_EXTENT -> inDomain(domain, wanted).filter(mates(wanted).extents()::contains);
      case OUTSIDE_DOMAIN -> {
        Predicate<String> isFree = withoutItsSuperExtent(wanted);
        yield IntStream.range(1, racks.size())
            .mapToObj(i -> inDomain((domain + i) % racks.size(), wanted))
            .flatMap(nodes -> nodes)
            .filter(isFree);
      }
    };
  }

  private Stream<String> inDomain(int domain, Wanted wanted) {
    Stream<String> all = racks.get(domain).stream().flatMap(rack -> rack.nodes().stream());
    Optional<HomeNodes> turns = homes.get(domain);
    if (turns.isEmpty()) {
      return all;
    }
    Stream<HomeNodes.Home> inTurn = turns.get().from(wanted.superExtent(), position(wanted));
    if (wanted.extent() instanceof ParityExtent) {
      return Stream.concat(inTurn.map(HomeNodes.Home::node), all).distinct();
    }
    HomeNodes.Home home =
        turns.get().from(wanted.superExtent(), position(wanted)).findFirst().orElseThrow();
    return Stream.of(
            Stream.of(home.node()),
            inTurn.filter(other -> other.rack().equals(home.rack())).map(HomeNodes.Home::node),
            racks.get(domain).stream()
                .filter(rack -> rack.name().equals(home.rack()))
                .flatMap(rack -> rack.nodes().stream()),
            turns.get().from(wanted.superExtent(), position(wanted)).map(HomeNodes.Home::node),
            all)
        .flatMap(nodes -> nodes)
        .distinct();
  }

  /** Parities follow their group; without the group's place, groups are spread. */
  private static int position(Wanted wanted) {
    if (wanted.extent() instanceof ParityExtent parity) {
      return wanted
          .groups()
          .filter(groups -> parity.group() < groups.groups())
          .map(groups -> groups.first(parity.group() + 1) + groups.copies() * parity.index())
          .orElse(USUAL_COPIES * (parity.group() + parity.index()));
    }
    return ((DataExtent) wanted.extent()).extent();
  }

  private GroupMates mates(Wanted wanted) {
    if (wanted.mates().isPresent()) {
      return wanted.mates().get();
    }
    Optional<HomeNodes> turns = homes.get(domainOf(wanted.extent().dimension()));
    if (wanted.groups().isEmpty() || turns.isEmpty()) {
      return GroupMates.NONE;
    }
    ParityGroups groups = wanted.groups().get();
    return groups.has(wanted.extent())
        ? GroupMates.of(
            groups, wanted.extent(), other -> homesOf(wanted, groups, other, turns.get()))
        : GroupMates.NONE; // of a super-extent of another size
  }

  private static List<String> homesOf(
      Wanted wanted, ParityGroups groups, Extent other, HomeNodes turns) {
    List<HomeNodes.Home> found =
        other instanceof ParityExtent parity
            ? turns.ofParity(
                wanted.superExtent(), groups, parity.group(), parity.index(), groups.copies())
            : List.of(turns.ofExtent(wanted.superExtent(), ((DataExtent) other).extent()));
    return found.stream().map(HomeNodes.Home::node).toList();
  }

  private Predicate<String> withoutItsSuperExtent(Wanted wanted) {
    if (wanted.groups().isEmpty() || wanted.extent() instanceof ParityExtent) {
      return node -> true;
    }
    Set<String> taken = new HashSet<>();
    homes.stream()
        .flatMap(Optional::stream)
        .forEach(
            turns ->
                turns
                    .from(wanted.superExtent(), 0)
                    .limit(wanted.groups().get().extents())
                    .forEach(home -> taken.add(home.node())));
    return node -> !taken.contains(node);
  }

  /** Returns the names of nodes of a domain. */
  public Collection<String> nodesOf(int domain) {
    return racks.get(domain).stream().flatMap(rack -> rack.nodes().stream()).toList();
  }
}
