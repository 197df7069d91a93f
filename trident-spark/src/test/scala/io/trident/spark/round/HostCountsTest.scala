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
package io.trident.spark.round

import net.jqwik.api.{ForAll, Property}
import net.jqwik.api.constraints.{IntRange, Size}
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters._

class HostCountsTest {

  @Test
  def aTaskWeighsAsMuchAsSparkCountsItsReplicas(): Unit = {
    val stock = Map("a" -> 4, "b" -> 4, "c" -> 4)
    assertThat(HostCounts.weighted(Map("a" -> 3L, "b" -> 1L), stock).asJava)
      .isEqualTo(Map("a" -> 9, "b" -> 3).asJava)
  }

  @Test
  def withoutCountsOfSparksEveryTaskCountsOnce(): Unit = {
    assertThat(HostCounts.weighted(Map("a" -> 3L), Map.empty).asJava)
      .isEqualTo(Map("a" -> 3).asJava)
    assertThat(HostCounts.weighted(Map.empty, Map("a" -> 3)).asJava).isEmpty()
  }

  @Property
  def theProportionsStayAndTheWeightIsSparksButForARemainder(
      @ForAll @Size(min = 1, max = 10) tasks: java.util.List[java.lang.Short],
      @ForAll @IntRange(min = 1, max = 10) replicas: Int
  ): Unit = {
    val counts = tasks.asScala.zipWithIndex.map { case (n, i) =>
      s"h$i" -> (1 + math.abs(n.longValue))
    }.toMap
    val total = counts.values.sum
    val stock = Map("x" -> (total * replicas).toInt)
    val weighted = HostCounts.weighted(counts, stock)
    assertThat(weighted.values.sum).isEqualTo((total * replicas).toInt)
    for ((host, count) <- counts) {
      assertThat(weighted(host) * total).isEqualTo(count * weighted.values.sum)
    }
  }
}
