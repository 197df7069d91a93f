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
import io.trident.core.layout.parity.ParityGroups;
import io.trident.core.layout.placement.DomainMap;
import io.trident.core.layout.placement.ExtentHomes;
import io.trident.core.layout.placement.ExtentHomes.Wanted;
import io.trident.core.layout.placement.Isolation;
import io.trident.core.layout.placement.Rack;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LayoutViewTest {
  private static final List<Rack> RACKS =
      List.of(
          new Rack("/a", List.of("a")), new Rack("/b", List.of("b")), new Rack("/c", List.of("c")));
  private static final ParityGroups USUAL = new ParityGroups(32, 10, 1);
  private static final ParityGroups LAST = new ParityGroups(8, 10, 1);

  private final List<String> unknown = new ArrayList<>();
  private final LayoutView view =
      new LayoutView(
          ExtentHomes.of(DomainMap.of(Isolation.RACKS, 3, RACKS), RACKS),
          Map.of(),
          Map.of("/data/t", new TableShape(USUAL, Map.of(7L, LAST))),
          Map.of("/data/.u.trident-build", new TableShape(USUAL, Map.of())),
          unknown::add);

  private static Wanted wanted(long superExtent, Extent extent, ParityGroups groups) {
    return new Wanted(superExtent, extent, Optional.ofNullable(groups), Optional.empty());
  }

  @Test
  void extentsOfRegisteredTablesAreFoundWithTheGroupsOfTheirSuperExtent() {
    assertThat(view.find("/data/t/se0002-e05.csv"))
        .isEqualTo(wanted(2, new DataExtent(0, 5), USUAL));
    assertThat(view.find("/data/t/_trident/se0007/d2/e05.csv"))
        .isEqualTo(wanted(7, new DataExtent(2, 5), LAST));
    assertThat(view.find("/data/t/_trident/se0007/p1/g00-0"))
        .isEqualTo(wanted(7, new ParityExtent(1, 0, 0), LAST));
  }

  @Test
  void extentsThatAreBeingWrittenAreFound() {
    assertThat(view.find("/data/.u.trident-build/_temporary/0/task_1/_trident/se0000/p0/g03-0"))
        .isEqualTo(wanted(0, new ParityExtent(0, 3, 0), USUAL));
    assertThat(unknown).isEmpty();
    Wanted other = view.find("/data/.v.trident-build/se0000-e01.csv");
    assertThat(other)
        .isEqualTo(new Wanted(0, new DataExtent(0, 1), Optional.empty(), Optional.empty()));
    assertThat(unknown).as("asked for").containsExactly("/data/.v.trident-build");
  }

  @Test
  void aTableThatIsNotKnownYetIsRecognisedByItsHiddenDirectory() {
    assertThat(view.find("/new/_trident/se0000/d1/e00.csv"))
        .isEqualTo(new Wanted(0, new DataExtent(1, 0), Optional.empty(), Optional.empty()));
    assertThat(view.find("/new/se0000-e00.csv")).isNull();
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
      assertThat(view.find(path)).as(path).isNull();
    }
  }
}
