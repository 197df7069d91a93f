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
package io.trident.hdfs.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.layout.manifest.BlockIdentity;
import io.trident.core.layout.manifest.StoredObject;
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.placement.DomainMap;
import io.trident.core.layout.placement.ExtentHomes;
import io.trident.core.layout.placement.ExtentHomes.Wanted;
import io.trident.core.layout.placement.GroupMates;
import io.trident.core.layout.placement.Isolation;
import io.trident.core.layout.placement.Rack;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LayoutViewTest {
  private static final List<Rack> RACKS =
      List.of(
          new Rack("/a", List.of("a")), new Rack("/b", List.of("b")), new Rack("/c", List.of("c")));
  private static final ParityGroups USUAL = new ParityGroups(32, 10, 1);
  private static final ParityGroups LAST = new ParityGroups(8, 10, 1);

  private final List<String> unknown = new ArrayList<>();
  private final Map<Long, Set<String>> nodes = new HashMap<>();
  private final List<Long> asked = new ArrayList<>();
  private boolean areKnown = true;
  private final LayoutView view =
      new LayoutView(
          ExtentHomes.of(DomainMap.of(Isolation.RACKS, 3, RACKS), RACKS),
          Map.of(),
          Map.of("/data/t", new TableShape(USUAL, Map.of(7L, files(LAST)))),
          Map.of("/data/.u.trident-build", new TableShape(USUAL, Map.of())),
          unknown::add,
          new LayoutView.Places() {
            @Override
            public List<String> missed(long file) {
              return List.of();
            }

            @Override
            public Optional<Map<Long, Set<String>>> of(Collection<Long> files) {
              asked.addAll(files);
              return areKnown ? Optional.of(nodes) : Optional.empty();
            }

            @Override
            public void chosen(long file, Collection<String> some) {}
          });

  /** Inodes from 1000. */
  private static SuperExtentFiles files(ParityGroups groups) {
    Map<Extent, StoredObject> files = new HashMap<>();
    for (int dimension = 0; dimension < 3; dimension++) {
      for (int group = 0; group < groups.groups(); group++) {
        groups.members(dimension, group).forEach(one -> files.put(one, stored(groups, one)));
        groups.parities(dimension, group).forEach(one -> files.put(one, stored(groups, one)));
      }
    }
    return SuperExtentFiles.of(groups, files);
  }

  private static StoredObject stored(ParityGroups groups, Extent extent) {
    return new StoredObject(new BlockIdentity(inode(groups, extent), 1, 1), 1, 1);
  }

  private static long inode(ParityGroups groups, Extent extent) {
    return 1000 + groups.number(extent);
  }

  private static Wanted wanted(long superExtent, Extent extent, ParityGroups groups) {
    return new Wanted(superExtent, extent, Optional.ofNullable(groups), Optional.empty());
  }

  private Wanted found(String path) {
    return view.find(path).orElseThrow().wanted();
  }

  @Test
  void extentsOfRegisteredTablesAreFoundWithTheGroupsOfTheirSuperExtent() {
    assertThat(found("/data/t/se0002-e05.csv")).isEqualTo(wanted(2, new DataExtent(0, 5), USUAL));
    assertThat(found("/data/t/_trident/se0007/d2/e05.csv"))
        .isEqualTo(wanted(7, new DataExtent(2, 5), LAST));
    assertThat(found("/data/t/_trident/se0007/p1/g00-0"))
        .isEqualTo(wanted(7, new ParityExtent(1, 0, 0), LAST));
  }

  @Test
  void extentsThatAreBeingWrittenAreFound() {
    assertThat(found("/data/.u.trident-build/_temporary/0/task_1/_trident/se0000/p0/g03-0"))
        .isEqualTo(wanted(0, new ParityExtent(0, 3, 0), USUAL));
    assertThat(unknown).isEmpty();
    Wanted other = found("/data/.v.trident-build/se0000-e01.csv");
    assertThat(other)
        .isEqualTo(new Wanted(0, new DataExtent(0, 1), Optional.empty(), Optional.empty()));
    assertThat(unknown).as("asked for").containsExactly("/data/.v.trident-build");
  }

  @Test
  void aTableThatIsNotKnownYetIsRecognisedByItsHiddenDirectory() {
    assertThat(found("/new/_trident/se0000/d1/e00.csv"))
        .isEqualTo(new Wanted(0, new DataExtent(1, 0), Optional.empty(), Optional.empty()));
    assertThat(view.find("/new/se0000-e00.csv")).isEmpty();
  }

  @Test
  void otherFilesAreNoExtents() {
    for (String path :
        List.of(
            "/data/t/part-00000.csv",
            "/data/t/sub/se0000-e00.csv",
            "/data/t/_trident/spec.json",
            "/data/t/_trident/se0000/manifest",
            "/data/t/_trident/se0000/o/e00",
            "/se0000-e00.csv",
            "/data/.u.trident-build/_trident/spec.json")) {
      assertThat(view.find(path)).as(path).isEmpty();
    }
  }

  @Test
  void theGroupOfAnExtentIsLookedForByItsFiles() {
    nodes.put(inode(LAST, new DataExtent(2, 4)), Set.of("a"));
    nodes.put(inode(LAST, new ParityExtent(2, 0, 0)), Set.of("b", "c"));
    nodes.put(inode(LAST, new DataExtent(1, 4)), Set.of("not of the group"));
    LayoutView.Found found = view.find("/data/t/_trident/se0007/d2/e05.csv").orElseThrow();
    assertThat(found.file()).hasValue(inode(LAST, new DataExtent(2, 5)));
    Wanted wanted = view.withItsGroup(found);
    assertThat(wanted.mates()).contains(new GroupMates(Set.of("a"), Set.of("b", "c")));
    assertThat(asked)
        .hasSize(LAST.extents()) // seven extents and the parity
        .allMatch(inode -> inode >= inode(LAST, new DataExtent(2, 0)));
  }

  @Test
  void aGroupThatCannotBeLookedForIsAtHome() {
    areKnown = false;
    for (String path :
        List.of(
            "/data/t/_trident/se0007/d2/e05.csv",
            "/data/t/_trident/se0003/d2/e05.csv", // not written yet
            "/data/t/_trident/se0007/d2/e08.csv", // the eight before it are all
            "/data/t/_trident/se0007/p2/g01-0",
            "/data/t/_trident/se0007/p0/g00-1", // one parity is all
            "/data/.u.trident-build/_trident/se0007/d2/e05.csv",
            "/new/_trident/se0007/d2/e05.csv")) {
      LayoutView.Found found = view.find(path).orElseThrow();
      assertThat(view.withItsGroup(found)).as(path).isEqualTo(found.wanted());
    }
    assertThat(asked).as("of the first").hasSize(LAST.extents());
  }
}
