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
import net.jqwik.api.constraints.IntRange
import org.assertj.core.api.Assertions.assertThat
import scala.collection.mutable
import scala.util.Random

class WaitingIndicesTest {

  /** Against a plain set, as tasks start, fail, and are barred for a while and come back. */
  @Property
  def itKnowsWhoWaits(
      @ForAll @IntRange(min = 0, max = 130) size: Int,
      @ForAll seed: Long
  ): Unit = {
    val random = new Random(seed)
    val listed = mutable.SortedSet.from(0 until size)
    val barred = mutable.Set.empty[Int]
    val tested = new WaitingIndices(size, index => !barred(index))
    for (_ <- 0 until 50 if size > 0) {
      val index = random.nextInt(size)
      random.nextInt(4) match {
        case 0 =>
          listed -= index
          tested.remove(index)
        case 1 => barred += index
        case _ =>
          barred -= index
          listed += index
          tested.add(index)
      }
      val waiting = listed.filterNot(barred)
      assertThat(tested.toArray.toSeq).isEqualTo(waiting.toSeq)
      assertThat(tested.isEmpty).isEqualTo(waiting.isEmpty)
      assertThat(tested.count).isBetween(waiting.size, size)
      assertThat(tested.contains(index)).isEqualTo(waiting(index))
    }
    assertThat(tested.isEmpty).isEqualTo(listed.filterNot(barred).isEmpty)
  }
}
