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

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.parity.ParityGroups;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What of a damaged super-extent can be rebuilt now, and what never.
 *
 * <p>An extent that reads from another lost one waits until that is rebuilt. It does not wait for a
 * broken or stale one, which stays as it is: whoever rebuilds makes that for himself first, and
 * throws it away.
 *
 * @param ready by how urgent they are
 * @param unrecoverable of what is lost
 */
public record RebuildOrder(List<Ready> ready, List<Extent> unrecoverable) {
  /** The order in which rebuilds are handed out, of any super-extents. */
  public static final Comparator<Ready> MOST_URGENT_FIRST = Comparator.comparingInt(Ready::ways);

  /**
   * A lost extent that can be rebuilt now.
   *
   * @param ways as {@link RemainingWays} counts them; parities come after all extents
   */
  public record Ready(Extent extent, int ways) {}

  /** Copies the lists. */
  public RebuildOrder {
    ready = List.copyOf(ready);
    unrecoverable = List.copyOf(unrecoverable);
  }

  /** Plans for a super-extent. As {@link RecoveryPlanner#plan}. */
  public static RebuildOrder of(Contents contents, ParityGroups parity, SuperExtentHealth health) {
    Damage damage = Damage.of(health.unreadable());
    RecoveryPlan plan = RecoveryPlanner.plan(contents, parity, damage);
    RemainingWays ways = new RemainingWays(contents.geometry(), parity, damage);
    List<Ready> ready = new ArrayList<>();
    for (Rebuild rebuild : plan.rebuilds()) {
      Extent target = rebuild.target();
      if (health.lost().contains(target) && isReady(plan, target, health)) {
        ready.add(
            new Ready(
                target, target instanceof DataExtent data ? ways.of(data) : Integer.MAX_VALUE));
      }
    }
    ready.sort(MOST_URGENT_FIRST); // stable
    return new RebuildOrder(
        ready, plan.unrecoverable().stream().filter(health.lost()::contains).toList());
  }

  private static boolean isReady(RecoveryPlan plan, Extent target, SuperExtentHealth health) {
    return plan.neededFor(target).stream()
        .map(Rebuild::target)
        .allMatch(
            needed ->
                needed.equals(target)
                    || health.broken().contains(needed)
                    || health.stale().contains(needed));
  }
}
