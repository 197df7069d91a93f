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
package io.trident.core.layout.recovery;

import io.trident.core.layout.Extent;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What of a super-extent cannot be read.
 *
 * @param lost has no replica, and is to be rebuilt
 * @param pending has no replica, and is being rebuilt
 * @param stale has replicas on nodes only that are silent and not yet given up; it is not rebuilt
 * @param broken the file is gone, another one, or not trusted; it is neither read nor rebuilt
 */
public record SuperExtentHealth(
    Set<Extent> lost, Set<Extent> pending, Set<Extent> stale, Set<Extent> broken) {
  /** Of a super-extent that can be read. */
  public static final SuperExtentHealth READABLE =
      new SuperExtentHealth(Set.of(), Set.of(), Set.of(), Set.of());

  /** What can be known of one file. */
  public enum State {
    READABLE,
    LOST,
    PENDING,
    STALE,
    BROKEN
  }

  /** Copies the sets. */
  public SuperExtentHealth {
    lost = Set.copyOf(lost);
    pending = Set.copyOf(pending);
    stale = Set.copyOf(stale);
    broken = Set.copyOf(broken);
  }

  /** Sums up the states of a super-extent's files. */
  public static SuperExtentHealth of(Map<Extent, State> states) {
    return new SuperExtentHealth(
        having(states, State.LOST),
        having(states, State.PENDING),
        having(states, State.STALE),
        having(states, State.BROKEN));
  }

  /** Returns this with some of what is stale to be rebuilt, as what is lost is. */
  public SuperExtentHealth rebuilding(Predicate<Extent> wanted) {
    Map<Boolean, Set<Extent>> parts =
        stale.stream().collect(Collectors.partitioningBy(wanted, Collectors.toSet()));
    Set<Extent> all = new HashSet<>(lost);
    all.addAll(parts.getOrDefault(true, Set.of()));
    return new SuperExtentHealth(all, pending, parts.getOrDefault(false, Set.of()), broken);
  }

  /** Returns this with some of what can be read as broken: it is not read, and not rebuilt. */
  public SuperExtentHealth notReading(Collection<Extent> distrusted) {
    Set<Extent> unread = new HashSet<>(distrusted);
    unread.removeAll(unreadable());
    if (unread.isEmpty()) {
      return this;
    }
    unread.addAll(broken);
    return new SuperExtentHealth(lost, pending, stale, unread);
  }

  private static Set<Extent> having(Map<Extent, State> states, State state) {
    return states.entrySet().stream()
        .filter(one -> one.getValue() == state)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** Returns all that cannot be read. */
  public Set<Extent> unreadable() {
    Set<Extent> all = new HashSet<>(lost);
    all.addAll(pending);
    all.addAll(stale);
    all.addAll(broken);
    return all;
  }

  /** Returns how many files wait for a rebuild, or are being rebuilt. */
  public int degraded() {
    return lost.size() + pending.size();
  }
}
