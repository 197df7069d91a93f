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
package io.trident.layout.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import io.trident.core.replication.NodeMapId;
import io.trident.layout.format.ColumnType;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TablePathsTest {
  private final TablePaths paths = new TablePaths(".csv");

  @Test
  void onlyExtentsOfTheFirstDimensionAreSeenByOtherReaders() {
    assertThat(paths.of(3, new DataExtent(0, 7))).isEqualTo("se0003-e07.csv");
    assertThat(paths.of(3, new DataExtent(2, 7))).isEqualTo("_trident/se0003/d2/e07.csv");
    assertThat(paths.of(3, new ParityExtent(1, 4, 0))).isEqualTo("_trident/se0003/p1/g04-0");
    assertThat(paths.order(3, 7)).isEqualTo("_trident/se0003/o/e07");
    assertThat(paths.manifest(3)).isEqualTo("_trident/se0003/manifest");
  }

  /** A client whose language has other digits writes the names that all others read. */
  @Test
  void namesAreInTheSameDigitsInAllLocales() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      assertThat("%d".formatted(1)).as("the locale has other digits").isNotEqualTo("1");
      onlyExtentsOfTheFirstDimensionAreSeenByOtherReaders();
      assertThat(ColumnType.decimal(10, 2)).hasToString("decimal(10,2)");
      assertThat(NodeMapId.ofAllNodes(64)).hasToString("hash/64");
      assertThat(new NodeMapId(64, 1, 2)).hasToString("hash/64/1/2");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void aPathNamesWhatItIsThePathOf() {
    for (long superExtent : new long[] {0, 42, 123_456}) {
      for (int dimension = 0; dimension < 4; dimension++) {
        for (int number : new int[] {0, 99, 999}) {
          for (Extent extent :
              new Extent[] {
                new DataExtent(dimension, number), new ParityExtent(dimension, number, 1)
              }) {
            assertThat(TablePaths.parse(paths.of(superExtent, extent)))
                .isEqualTo(paths.named(paths.of(superExtent, extent)))
                .contains(new TablePaths.Named(superExtent, extent));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "part-00000.csv",
        "se1-e00.csv",
        "_trident/se0000/manifest",
        "_trident/se0000/d0/e00.csv",
        "_trident/se0000/o/e00",
        "a/se0000-e00.csv",
        "_trident/se0000/d1/e00.csv/x",
        "se99999999999999999999-e00.csv",
        "se0000-e99999999999999999999.csv",
        "_trident/se99999999999999999999/d1/e00.csv"
      })
  void otherPathsNameNothing(String path) {
    assertThat(TablePaths.parse(path)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "se0000-e00.csv.bak",
        "se0000-e00",
        "se0000-e00.json",
        "se00000-e00.csv",
        "se0000-e000.csv",
        "_trident/se0000/d1/e00.csv.bak"
      })
  void aNameThatIsNotWrittenSoIsOfNoExtent(String path) {
    assertThat(TablePaths.parse(path)).isPresent();
    assertThat(paths.named(path)).isEmpty();
  }

  @Test
  void directoriesOfSuperExtentsHaveTheirNumber() {
    assertThat(TablePaths.superExtent("se0003")).hasValue(3);
    assertThat(TablePaths.superExtent("se12345")).hasValue(12345);
    assertThat(TablePaths.superExtent("spec.json")).isEmpty();
    assertThat(TablePaths.superExtent("_se0003")).isEmpty();
    assertThat(TablePaths.superExtent("se99999999999999999999")).isEmpty();
  }
}
