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
package org.apache.spark.scheduler.trident

import java.util.Date

import org.apache.spark.status.api.v1.ExecutorSummary
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class ExecutorSlotsTest {
  private val executors = Seq(
    summary("driver", "d", 0),
    summary("1", "a", 2),
    summary("2", "a", 3),
    summary("3", "b", 1)
  )

  private def summary(id: String, host: String, maxTasks: Int) = new ExecutorSummary(
    id,
    s"$host:4040",
    true,
    0,
    0,
    0,
    maxTasks,
    maxTasks,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    false,
    0,
    new Date(0),
    None,
    None,
    Map.empty,
    None,
    Set.empty,
    None,
    Map.empty,
    Map.empty,
    0,
    false,
    Set.empty
  )

  @Test
  def freeSlotsCount(): Unit = {
    assertThat(ExecutorSlots.of(executors, Map.empty)).isEqualTo(Map("a" -> 5, "b" -> 1))
    assertThat(ExecutorSlots.of(executors, Map("1" -> 2, "2" -> 1, "3" -> 1)))
      .isEqualTo(Map("a" -> 2))
  }

  @Test
  def allCountWhereNoneIsFree(): Unit =
    assertThat(ExecutorSlots.of(executors, Map("1" -> 2, "2" -> 4, "3" -> 1)))
      .isEqualTo(Map("a" -> 5, "b" -> 1))

  @Test
  def withoutExecutorsThereAreNoSlots(): Unit =
    assertThat(ExecutorSlots.of(executors.take(1), Map.empty)).isEqualTo(Map.empty)
}
