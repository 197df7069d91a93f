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

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The failure domains of a cluster and the home racks of partitions in each: what is kept, so that
 * extents of all tables, now and later, belong in the same places.
 *
 * @param domains which rack or node is in which domain
 * @param homes the home racks of each domain
 */
public record DomainMap(FailureDomains domains, List<HomeRacks> homes) {
  /** With so many times the nodes that it was laid out for, a domain is laid out anew. */
  private static final int GROWTH = 2;

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if there are not as many home racks as domains
   */
  public DomainMap {
    homes = List.copyOf(homes);
    if (homes.size() != domains.count()) {
      throw new IllegalArgumentException(
          "%d domains have %d sequences of home racks.".formatted(domains.count(), homes.size()));
    }
  }

  /**
   * Divides a cluster. O(n log n) for n nodes.
   *
   * @param count how many domains
   * @throws IllegalArgumentException if there are too few racks or nodes
   */
  public static DomainMap of(Isolation isolation, int count, List<Rack> racks) {
    FailureDomains domains = FailureDomains.of(isolation, count, racks);
    return new DomainMap(
        domains,
        IntStream.range(0, count)
            .mapToObj(domain -> HomeRacks.of(domains.racksOf(domain, racks)))
            .toList());
  }

  /**
   * Returns this map with racks or nodes that are new. What has a domain keeps it. A domain keeps
   * its home racks, unless it got a further rack or has twice as many nodes: extents that are
   * written from then on have other homes, in the same domain.
   *
   * @param racks all that are known, with nodes that are not alive, too
   */
  public DomainMap extended(List<Rack> racks) {
    FailureDomains all = domains.extended(racks);
    List<HomeRacks> next = new ArrayList<>();
    for (int domain = 0; domain < all.count(); domain++) {
      List<Rack> own = all.racksOf(domain, racks);
      HomeRacks current = homes.get(domain);
      next.add(isOutgrown(current, own) ? HomeRacks.of(own) : current);
    }
    DomainMap extended = new DomainMap(all, next);
    return extended.equals(this) ? this : extended;
  }

  /**
   * Returns this map with racks and nodes that are new, and home racks that fit them: for as long
   * as there is nothing that would have other homes. A domain without nodes keeps its own.
   *
   * @param racks all that are known
   */
  public DomainMap laidOutAnew(List<Rack> racks) {
    FailureDomains all = domains.extended(racks);
    List<HomeRacks> next = new ArrayList<>();
    for (int domain = 0; domain < all.count(); domain++) {
      List<Rack> own = all.racksOf(domain, racks);
      next.add(own.isEmpty() ? homes.get(domain) : HomeRacks.of(own));
    }
    DomainMap anew = new DomainMap(all, next);
    return anew.equals(this) ? this : anew;
  }

  private static boolean isOutgrown(HomeRacks homes, List<Rack> own) {
    int nodes = own.stream().mapToInt(rack -> rack.nodes().size()).sum();
    return nodes >= GROWTH * homes.sequence().size()
        || own.stream().anyMatch(rack -> !homes.sequence().contains(rack.name()));
  }
}
