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
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The racks of a cluster, divided into domains so that dimensions in different domains do not fail
 * together.
 *
 * <p>It is kept, and only ever extended: if it were derived from the racks that are alive, it would
 * shift when one goes, and extents would be where another dimension's belong.
 *
 * @param isolation whether racks are divided, or nodes
 * @param count how many domains there are; at least as many as any file has dimensions
 * @param domainOf the domain, from 0, of each rack or node ever seen, by name
 */
public record FailureDomains(Isolation isolation, int count, SortedMap<String, Integer> domainOf) {
  /** Fewer racks make no replica safe: HDFS itself keeps copies in two, and one is left. */
  private static final int LEAST_RACKS = 3;

  /** A rack or node that is put into a domain as a whole. */
  private record Unit(String name, int nodes) {}

  /**
   * Copies the map.
   *
   * @throws IllegalArgumentException if {@code count} is not positive, or a domain out of range
   */
  public FailureDomains {
    domainOf = Collections.unmodifiableSortedMap(new TreeMap<>(domainOf));
    for (Map.Entry<String, Integer> entry : domainOf.entrySet()) {
      if (entry.getValue() < 0 || entry.getValue() >= count) {
        throw new IllegalArgumentException(
            "%s is in domain %d of %d.".formatted(entry.getKey(), entry.getValue(), count));
      }
    }
    if (count < 1) {
      throw new IllegalArgumentException("%d domains are too few.".formatted(count));
    }
  }

  /**
   * Divides racks into domains with nearly equal numbers of nodes. O(n log n).
   *
   * @throws IllegalArgumentException if there are too few racks or nodes
   */
  public static FailureDomains of(Isolation isolation, int count, List<Rack> racks) {
    List<Unit> units = units(isolation, racks);
    int least = isolation == Isolation.RACKS ? Math.max(LEAST_RACKS, count) : count;
    if (units.size() < least) {
      throw new IllegalArgumentException(
          isolation == Isolation.RACKS
              ? ("%d dimensions need %d racks of their own, and there are %d; use fewer dimensions,"
                      + " or ask for groups of nodes, which one failed rack can lose together.")
                  .formatted(count, least, units.size())
              : "%d dimensions need as many nodes, and there are %d; use fewer dimensions."
                  .formatted(count, units.size()));
    }
    return new FailureDomains(isolation, count, new TreeMap<>()).extended(racks);
  }

  /**
   * Returns these domains with racks or nodes that are new, each in the domain with the fewest live
   * nodes; the largest first. What has a domain keeps it, also while it is not alive.
   */
  public FailureDomains extended(List<Rack> racks) {
    SortedMap<String, Integer> all = new TreeMap<>(domainOf);
    int[] nodes = new int[count];
    List<Unit> fresh = new ArrayList<>();
    for (Unit unit : units(isolation, racks)) {
      Integer domain = all.get(unit.name());
      if (domain == null) {
        fresh.add(unit);
      } else {
        nodes[domain] += unit.nodes();
      }
    }
    fresh.sort(Comparator.comparingInt(Unit::nodes).reversed()); // stable
    for (Unit unit : fresh) {
      int emptiest = 0;
      for (int domain = 1; domain < count; domain++) {
        emptiest = nodes[domain] < nodes[emptiest] ? domain : emptiest;
      }
      all.put(unit.name(), emptiest);
      nodes[emptiest] += unit.nodes();
    }
    return new FailureDomains(isolation, count, all);
  }

  /** Returns the live part of a domain: its racks, with those of their nodes that are in it. */
  public List<Rack> racksOf(int domain, List<Rack> racks) {
    List<Rack> own = new ArrayList<>();
    for (Rack rack : racks) {
      List<String> nodes =
          rack.nodes().stream()
              .filter(
                  node ->
                      Integer.valueOf(domain)
                          .equals(domainOf.get(isolation == Isolation.RACKS ? rack.name() : node)))
              .toList();
      if (!nodes.isEmpty()) {
        own.add(new Rack(rack.name(), nodes));
      }
    }
    own.sort(Comparator.comparing(Rack::name));
    return own;
  }

  /** Nodes are dealt rack by rack, so that each domain has some of every rack. */
  private static List<Unit> units(Isolation isolation, List<Rack> racks) {
    List<Rack> sorted =
        racks.stream()
            .filter(rack -> !rack.nodes().isEmpty())
            .sorted(Comparator.comparing(Rack::name))
            .toList();
    return switch (isolation) {
      case RACKS ->
          sorted.stream().map(rack -> new Unit(rack.name(), rack.nodes().size())).toList();
      case NODES ->
          sorted.stream()
              .flatMap(rack -> rack.nodes().stream().map(node -> new Unit(node, 1)))
              .toList();
    };
  }

  /** Returns how many live nodes each domain has. */
  public int[] sizes(List<Rack> racks) {
    int[] sizes = new int[count];
    Arrays.setAll(
        sizes,
        domain -> racksOf(domain, racks).stream().mapToInt(rack -> rack.nodes().size()).sum());
    return sizes;
  }
}
