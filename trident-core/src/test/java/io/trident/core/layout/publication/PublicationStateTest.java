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
package io.trident.core.layout.publication;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PublicationStateTest {
  private static final long BUILT = 17;
  private static final long FORMER = 16;
  private static final long OTHER = 99;

  /** What is at the three paths; 0 is nothing. */
  private record Paths(long build, long table, long kept) {
    PublicationStep next() {
      return new PublicationState(BUILT, FORMER, at(build), at(table), at(kept)).next();
    }

    private static OptionalLong at(long inode) {
      return inode == 0 ? OptionalLong.empty() : OptionalLong.of(inode);
    }

    /** The renames that overwrite nothing and move nothing of others, and what is there then. */
    Map<PublicationStep, Paths> renames() {
      Map<PublicationStep, Paths> all = new HashMap<>();
      if (table == FORMER && kept == 0) {
        all.put(PublicationStep.KEEP, new Paths(build, 0, FORMER));
      }
      if (build == BUILT && table == 0) {
        all.put(PublicationStep.PUBLISH, new Paths(0, BUILT, kept));
      }
      return all;
    }

    /** The least number of renames until it is published; -1 if no renames lead there. */
    int distance() {
      Set<Paths> reached = new HashSet<>(Set.of(this));
      for (int distance = 0; ; distance++) {
        if (reached.stream().anyMatch(one -> one.table == BUILT)) {
          return distance;
        }
        Set<Paths> further = new HashSet<>(reached);
        reached.forEach(one -> further.addAll(one.renames().values()));
        if (further.equals(reached)) {
          return -1;
        }
        reached = further;
      }
    }
  }

  /** All that can be found: an inode is at one path at most, others' may be at several. */
  private static List<Paths> all() {
    long[] inodes = {0, BUILT, FORMER, OTHER};
    List<Paths> all = new ArrayList<>();
    for (long build : inodes) {
      for (long table : inodes) {
        for (long kept : inodes) {
          Paths paths = new Paths(build, table, kept);
          if (isOnce(paths, BUILT) && isOnce(paths, FORMER)) {
            all.add(paths);
          }
        }
      }
    }
    return all;
  }

  private static boolean isOnce(Paths paths, long inode) {
    return List.of(paths.build, paths.table, paths.kept).stream()
            .filter(one -> one == inode)
            .count()
        <= 1;
  }

  @Test
  void theFormerTableIsRenamedFirstAndThenWhatWasBuilt() {
    assertThat(new Paths(BUILT, FORMER, 0).next()).isEqualTo(PublicationStep.KEEP);
    assertThat(new Paths(BUILT, 0, FORMER).next()).isEqualTo(PublicationStep.PUBLISH);
    assertThat(new Paths(0, BUILT, FORMER).next()).isEqualTo(PublicationStep.DONE);
  }

  @Test
  void itIsDoneWhateverBecameOfTheFormerTable() {
    assertThat(new Paths(0, BUILT, 0).next()).isEqualTo(PublicationStep.DONE);
    assertThat(new Paths(OTHER, BUILT, OTHER).next()).isEqualTo(PublicationStep.DONE);
    assertThat(new Paths(BUILT, 0, 0).next()).isEqualTo(PublicationStep.PUBLISH);
  }

  @Test
  void nothingIsOverwritten() {
    assertThat(new Paths(BUILT, OTHER, FORMER).next()).isEqualTo(PublicationStep.IMPOSSIBLE);
    assertThat(new Paths(BUILT, FORMER, OTHER).next()).isEqualTo(PublicationStep.IMPOSSIBLE);
    assertThat(new Paths(OTHER, FORMER, 0).next()).isEqualTo(PublicationStep.IMPOSSIBLE);
    assertThat(new Paths(0, 0, FORMER).next()).isEqualTo(PublicationStep.IMPOSSIBLE);
  }

  /** Wherever a NameNode died, and whatever others did: found by trying all renames. */
  @Test
  void whatIsNextIsTheFirstOfTheFewestRenamesAndImpossibleOnlyIfThereAreNone() {
    assertThat(all()).hasSizeGreaterThan(30);
    for (Paths paths : all()) {
      PublicationStep next = paths.next();
      int distance = paths.distance();
      switch (next) {
        case DONE -> assertThat(distance).as("%s", paths).isZero();
        case IMPOSSIBLE -> assertThat(distance).as("%s", paths).isEqualTo(-1);
        case KEEP, PUBLISH -> {
          Paths then = Objects.requireNonNull(paths.renames().get(next), paths::toString);
          assertThat(then.distance()).as("%s", paths).isEqualTo(distance - 1);
        }
      }
    }
  }
}
