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
package io.trident.spark.layout

import java.nio.file.{Files, Path}
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters._

class ScanMetricsTest {
  @Test
  def theMetricsOfAScanAreThoseOfThePage(): Unit = {
    val section =
      Files.readString(Path.of("..", "docs", "metrics.md")).split("### `BatchScan trident`")(1)
    val names = "(?m)^\\| `([^`]+)` ".r.findAllMatchIn(section).map(_.group(1)).toSet
    assertThat(ScanMetrics.all.map(_.description).toSet.asJava).isEqualTo(names.asJava)
  }
}
