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
package io.trident.core.replication;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/*
 * The paper takes the lost rows of a target from an arbitrary other copy. With three copies that
 * loses (k - 1) / k² of the lost rows: a row on a lost node in the target and in that copy, and on
 * another node in the third, is not colliding and yet not found.
 *
 * So copies supply in turn. The i-th source supplies a row if the row's partition in the target was
 * lost, and so were its partitions in all sources before the i-th. Each lost row is then supplied by
 * the first source that still has it, and by no other. A row that no source has is in the colliding
 * set, or it is lost. All of that is decided by the row's partitions alone, so sources are read in
 * any order, and all at once.
 *
 * Sources behind one of which nothing is lost are never reached.
 */
/**
 * Which copy supplies a lost row of a replica.
 *
 * @param target the number of the member that is recovered
 * @param lost for each member the numbers of its partitions that cannot be read
 * @param sources the numbers of the members that supply rows, in turn
 */
public record RecoveryPlan(int target, List<Set<Integer>> lost, List<Integer> sources) {
  /** Copies the lists. */
  public RecoveryPlan {
    lost = lost.stream().<Set<Integer>>map(Set::copyOf).toList();
    sources = List.copyOf(sources);
  }

  /**
   * Plans a recovery. Of intact members the cheapest one supplies all rows; without any, all
   * members supply in turn, the cheapest first. O(members log members).
   *
   * @param target the number of the member that is recovered, from 0
   * @param lost for each member the numbers of its partitions that cannot be read
   * @param bytes for each member what it costs to read it
   */
  public static RecoveryPlan of(int target, List<Set<Integer>> lost, List<Long> bytes) {
    List<Integer> ordered =
        IntStream.range(0, lost.size())
            .filter(member -> member != target)
            .boxed()
            .sorted(
                Comparator.<Integer, Boolean>comparing(member -> !lost.get(member).isEmpty())
                    .thenComparing(bytes::get)
                    .thenComparing(Comparator.naturalOrder()))
            .toList();
    List<Integer> sources = new ArrayList<>();
    for (int member : ordered) {
      sources.add(member);
      if (lost.get(member).isEmpty()) {
        break;
      }
    }
    return new RecoveryPlan(target, lost, sources);
  }

  /** Returns whether rows may be lost in all members, so that the colliding set is needed. */
  public boolean needsColliding() {
    return sources.stream().noneMatch(source -> lost.get(source).isEmpty());
  }

  /**
   * Returns whether a row that was read from a source is to be supplied by it. O(sources).
   *
   * @param source the number of the member
   * @param partitions the row's partition in each member
   */
  public boolean isSupplied(int source, List<Integer> partitions) {
    return isLost(target, partitions)
        && !isLost(source, partitions)
        && sources.subList(0, sources.indexOf(source)).stream()
            .allMatch(earlier -> isLost(earlier, partitions));
  }

  /** Returns whether a row of the colliding set is to be supplied by that. O(sources). */
  public boolean isSuppliedApart(List<Integer> partitions) {
    return isLost(target, partitions)
        && sources.stream().allMatch(source -> isLost(source, partitions));
  }

  private boolean isLost(int member, List<Integer> partitions) {
    return lost.get(member).contains(partitions.get(member));
  }
}
