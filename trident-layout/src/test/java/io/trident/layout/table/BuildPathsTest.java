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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trident.core.layout.DataExtent;
import io.trident.core.layout.Extent;
import io.trident.core.layout.ParityExtent;
import java.util.List;
import org.junit.jupiter.api.Test;

class BuildPathsTest {
  private static final String BUILD = "/data/.t.trident-build";
  private static final List<Extent> EXTENTS =
      List.of(new DataExtent(0, 7), new DataExtent(2, 12), new ParityExtent(1, 3, 0));

  @Test
  void aTableIsBuiltInAHiddenSibling() {
    assertThat(BuildPaths.directory("/data/t")).isEqualTo(BUILD);
    assertThat(BuildPaths.directory("/t")).isEqualTo("/.t.trident-build");
    assertThat(BuildPaths.directory("hdfs://x/data/t")).isEqualTo("hdfs://x" + BUILD);
    assertThatThrownBy(() -> BuildPaths.directory("/"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void extentsAreFoundWhereTheyWillBeAndWhereACommitterKeepsThem() {
    TablePaths paths = new TablePaths(".csv");
    for (Extent extent : EXTENTS) {
      String relative = paths.of(3, extent);
      for (String where :
          List.of(
              "",
              "_temporary/0/_temporary/attempt_1_0001_r_000003_0/",
              "_temporary/0/task_1_0001_r_000003/",
              "_temporary/")) {
        assertThat(BuildPaths.parse(BUILD + "/" + where + relative))
            .as(where + relative)
            .contains(new BuildPaths.Building(BUILD, new TablePaths.Named(3, extent)));
      }
    }
  }

  @Test
  void whatIsNoExtentOfABuildIsNone() {
    TablePaths paths = new TablePaths(".csv");
    for (String path :
        List.of(
            "/data/t/se0000-e00.csv",
            "/data/t.trident-build/se0000-e00.csv",
            "/data/.trident-build/se0000-e00.csv",
            BUILD,
            BUILD + "/",
            BUILD + "/_SUCCESS",
            BUILD + "/sub/se0000-e00.csv",
            BUILD + "/_temporary/0",
            BUILD + "/" + paths.manifest(0),
            BUILD + "/" + paths.order(0, 1),
            BUILD + "/_temporary/0/" + paths.order(0, 1))) {
      assertThat(BuildPaths.parse(path)).as(path).isEmpty();
    }
  }

  @Test
  void ofBuildsWithinBuildsTheInnerCounts() {
    String inner = BUILD + "/.u.trident-build";
    assertThat(BuildPaths.parse(inner + "/se0000-e01"))
        .contains(new BuildPaths.Building(inner, new TablePaths.Named(0, new DataExtent(0, 1))));
  }
}
