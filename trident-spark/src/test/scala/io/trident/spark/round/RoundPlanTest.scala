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
import org.junit.jupiter.api.Test
import scala.collection.mutable

class RoundPlanTest {
  private def task(index: Int) = PlannedTask(index, index.toDouble, None)

  private def plan(queues: Map[String, Seq[Int]]) = new RoundPlan(
    mutable.HashMap.from(
      queues.view.mapValues(indices => mutable.Queue.from(indices.map(task))).toMap
    ),
    Nil
  )

  @Test
  def anEmptyPlanHasNothingForAnyone(): Unit = {
    val empty = RoundPlan.empty
    assertThat(empty.isExhausted).isTrue
    assertThat(empty.hasNext("e")).isFalse
    assertThat(empty.next("e").isEmpty).isTrue
    assertThat(empty.isExhausted).isTrue
    assertThat(empty.held.isEmpty).isTrue
  }

  /** In whatever order executors ask: each gets its own tasks, in order, each once. */
  @Property
  def everyExecutorGetsItsTasksInOrder(
      @ForAll @IntRange(min = 0, max = 6) executors: Int,
      @ForAll seed: Long
  ): Unit = {
    val random = new scala.util.Random(seed)
    val queues = (0 until executors).map { i =>
      s"e$i" -> Seq.tabulate(1 + random.nextInt(5))(10 * i + _)
    }.toMap
    val tested = plan(queues)
    val left = mutable.HashMap.from(queues)
    val names = queues.keys.toSeq :+ "stranger"
    while (left.exists(_._2.nonEmpty)) {
      assertThat(tested.isExhausted).isFalse
      val executor = names(random.nextInt(names.size))
      val expected = left.get(executor).flatMap(_.headOption)
      assertThat(tested.hasNext(executor)).isEqualTo(expected.isDefined)
      assertThat(tested.next(executor)).isEqualTo(expected.map(task))
      left.updateWith(executor)(_.map(_.drop(1)))
    }
    assertThat(tested.isExhausted).isTrue
    names.foreach(executor => assertThat(tested.next(executor).isEmpty).isTrue)
  }
}
