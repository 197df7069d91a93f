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
package io.trident.hdfs.layout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the placement policy chose of late. Thread-safe; of a great many the first are forgotten.
 *
 * <p>HDFS chooses targets for many blocks one after the other, and expects them there only after
 * the last: until then nothing else shows that two blocks go to one node.
 *
 * <p>If a replica does not arrive, HDFS asks for another target after a while. Its own policies
 * draw lots, and sooner or later take another node; a rule that takes the best one would take the
 * same for ever, though it may have a failing volume, or a replica that the NameNode knows nothing
 * of.
 */
final class RecentTargets {
  /** More than HDFS has in a round, if it has 2 blocks for each of some thousand nodes. */
  private static final int MOST = 10_000;

  /** Of a block's, those that were chosen last. */
  private static final int MOST_MISSED = 8;

  /** Longer than a round takes. */
  private static final long ROUND_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** A node that was chosen in vain is remembered for so many times as long as HDFS waits. */
  private static final int KEPT_PATIENCES = 12;

  private final LongSupplier nanoTime;
  private final Supplier<Duration> patience;

  /** In the order of their times. */
  private final Map<Long, Target> targets = new LinkedHashMap<>();

  /**
   * What was chosen last.
   *
   * @param missed what was chosen before, and did not get the replica
   */
  private record Target(List<String> nodes, long since, List<String> missed) {}

  /**
   * Knows none.
   *
   * @param patience returns how long HDFS waits for a replica, which may be set anew
   * @param nanoTime monotonic clock in nanoseconds
   */
  RecentTargets(Supplier<Duration> patience, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.patience = patience;
  }

  /** Notes the nodes that were chosen for a file, all that it gets now. */
  synchronized void chosen(long file, List<String> nodes) {
    long now = nanoTime.getAsLong();
    long kept = keptNanos();
    List<String> missed = new ArrayList<>(missed(file));
    missed.removeAll(nodes);
    int surplus = Math.max(0, missed.size() - MOST_MISSED);
    targets.remove(file);
    targets.put(file, new Target(nodes, now, missed.subList(surplus, missed.size())));
    Iterator<Target> oldest = targets.values().iterator();
    while (oldest.hasNext()) {
      Target first = oldest.next();
      if (targets.size() <= MOST && now - first.since() < kept) {
        break;
      }
      oldest.remove();
    }
  }

  /** Returns the nodes that were chosen for a file a moment ago. */
  synchronized List<String> of(long file) {
    Target target = targets.get(file);
    return target == null || age(target) >= ROUND_NANOS ? List.of() : target.nodes();
  }

  /**
   * Returns the nodes that were chosen for a file, but for which HDFS has ceased to wait, if it
   * asks for another target now; the last ones last. After some times as long they are forgotten.
   */
  synchronized List<String> missed(long file) {
    @Nullable Target target = targets.get(file);
    if (target == null || age(target) >= keptNanos()) {
      return List.of();
    }
    List<String> missed = new ArrayList<>(target.missed());
    if (age(target) >= patience.get().toNanos()) {
      missed.addAll(target.nodes());
    }
    return missed;
  }

  private long keptNanos() {
    long waits = Math.min(patience.get().toNanos(), Long.MAX_VALUE / KEPT_PATIENCES);
    return Math.max(ROUND_NANOS, KEPT_PATIENCES * waits);
  }

  private long age(Target target) {
    return nanoTime.getAsLong() - target.since();
  }
}
