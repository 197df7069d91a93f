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
import io.trident.core.layout.parity.ParityGroups;
import java.util.HashSet;
import java.util.Set;

/*
 * Problem. A rebuild finds that an extent which it reads is not what the manifest has, although its
 * storage takes it for whole: its bytes were changed together with their checksums. Each rebuild
 * that reads it fails, however often it is tried.
 *
 * Such an extent is a suspect, and counts as damaged: no plan reads it. It is rebuilt from others
 * if that can be done without any suspect; its replica is given up only then, and deleted only once
 * there is another one. If it cannot be rebuilt it stays as it is, unread: that may be all that its
 * owner has.
 *
 * Each failure adds a suspect and none is read again, so no more rebuilds fail for this than there
 * are extents. What too many suspects have made impossible was impossible before.
 */
/**
 * What becomes of extents that are not what the manifest has, although they can be read.
 *
 * @param replaced those that are rebuilt, as if they were lost
 * @param kept those that too little else is left of; never read
 */
public record SuspectPlan(Set<Extent> replaced, Set<Extent> kept) {
  /** Copies the sets. */
  public SuspectPlan {
    replaced = Set.copyOf(replaced);
    kept = Set.copyOf(kept);
  }

  /**
   * Decides for a super-extent. As {@link RecoveryPlanner#plan}.
   *
   * @param health what cannot be read; suspects may be among it, as they are being replaced
   * @param suspects extents that are not what the manifest has
   */
  public static SuspectPlan of(
      Contents contents, ParityGroups parity, SuperExtentHealth health, Set<Extent> suspects) {
    if (suspects.isEmpty()) {
      return new SuspectPlan(Set.of(), Set.of());
    }
    Set<Extent> damaged = new HashSet<>(health.unreadable());
    damaged.addAll(suspects);
    Set<Extent> kept =
        new HashSet<>(RecoveryPlanner.plan(contents, parity, Damage.of(damaged)).unrecoverable());
    kept.retainAll(suspects);
    Set<Extent> replaced = new HashSet<>(suspects);
    replaced.removeAll(kept);
    return new SuspectPlan(replaced, kept);
  }
}
