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
package io.trident.hdfs.namenode;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What is to be done about one block so that it is cached on the nodes that leases pin it to, and
 * on as many others as cache directives ask for; chosen so that HDFS's CacheReplicationMonitor,
 * which counts replicas and picks nodes at random, finds nothing to add or to remove:
 *
 * <ul>
 *   <li>while a pinned node lacks the block, the replication covers what is cached and what is
 *       missing, so that the monitor keeps the requests;
 *   <li>once all pinned nodes have it, replicas beyond the replication are uncached elsewhere.
 * </ul>
 *
 * @param <N> a node
 * @param replication number of cached replicas to set for the monitor; 0 if nobody wants the block
 * @param cache nodes to ask for it that were not
 * @param drop nodes that were asked to cache it and need not
 * @param keep nodes that were asked to uncache it and shall not
 * @param uncache nodes to ask to uncache it that were not
 */
record CacheTargets<N>(int replication, Set<N> cache, Set<N> drop, Set<N> keep, Set<N> uncache) {
  /**
   * Decides; linear in the number of nodes.
   *
   * @param pinned nodes that leases pin the block to and that can cache it
   * @param directives replicas that cache directives ask for
   * @param now what the NameNode knows of the block
   * @param fits whether a node has room for it
   */
  static <N> CacheTargets<N> of(
      Set<N> pinned, int directives, CacheLists<N> now, Predicate<N> fits) {
    Set<N> missing = without(pinned, now.cached());
    Set<N> cache = without(missing, now.pending());
    cache.removeIf(node -> !fits.test(node));
    missing.removeIf(node -> !now.pending().contains(node) && !cache.contains(node));

    Set<N> drop = without(now.pending(), pinned);
    int forDirectives = Math.max(0, directives - now.cached().size() - missing.size());
    drop.removeAll(first(forDirectives, drop));

    // Also where it is gone by now: the NameNode repeats itself, which would cancel its caching
    // anew.
    Set<N> keep = new LinkedHashSet<>(now.uncaching());
    keep.retainAll(pinned);
    Set<N> uncaching = new LinkedHashSet<>(now.uncaching());
    uncaching.retainAll(now.cached());
    if (!missing.isEmpty()) {
      int replication = Math.max(directives, now.cached().size() + missing.size());
      return new CacheTargets<>(replication, cache, drop, keep, Set.of());
    }
    Set<N> elsewhere = without(now.cached(), pinned);
    int replication = Math.max(directives, now.cached().size() - elsewhere.size());
    int going = without(uncaching, keep).size();
    int excess = Math.max(0, now.cached().size() - replication - going);
    elsewhere.removeAll(uncaching);
    return new CacheTargets<>(replication, cache, drop, keep, first(excess, elsewhere));
  }

  private static <N> Set<N> without(Set<N> all, Set<N> some) {
    Set<N> rest = new LinkedHashSet<>(all);
    rest.removeAll(some);
    return rest;
  }

  private static <N> Set<N> first(int count, Set<N> all) {
    Set<N> some = new LinkedHashSet<>();
    for (N node : all) {
      if (some.size() == count) {
        break;
      }
      some.add(node);
    }
    return some;
  }

  /**
   * What the NameNode knows of a block.
   *
   * @param cached nodes that reported to have it in their cache
   * @param pending nodes that were asked to cache it
   * @param uncaching nodes that were asked to uncache it
   */
  record CacheLists<N>(Set<N> cached, Set<N> pending, Set<N> uncaching) {}
}
