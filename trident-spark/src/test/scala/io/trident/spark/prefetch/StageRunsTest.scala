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
package io.trident.spark.prefetch

import io.trident.core.model.{ReplicaState, StorageTier}
import io.trident.core.prefetch.PrefetcherName
import io.trident.core.storage.{BlockToCache, PinState}
import io.trident.spark.prefetch.PrefetchSamples._
import io.trident.spark.prefetch.PrefetchedStage.{FinishedTask, StageRun}
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters._

class StageRunsTest {
  private val a = new BlockToCache("/a", 1, "n1")
  private val b = new BlockToCache("/b", 2, "n2")
  private val planned = plan(
    PrefetcherName.PREFETCH_ALL,
    Seq(
      file("/a", 1, replica("n1"))._2,
      file("/b", 2, replica("n2"))._2,
      file("/c", 3, replica("n3", ReplicaState.CACHED))._2
    )
  )
  private val progress = Seq(
    PrefetchSamples.progress(a, PinState.CACHED, ms = 500),
    PrefetchSamples.progress(b, PinState.CACHE_FULL)
  )

  private def run(tasks: FinishedTask*) =
    StageRuns.of("scan", planned, StageRun(10000, 1.5, tasks, progress))

  private def mediumOf(task: FinishedTask): StorageTier = {
    val bytes = run(task).tasks.get(0).bytes.asScala
    assertThat(bytes.values.toSeq.asJava).containsExactly(64 * MB)
    bytes.head._1
  }

  @Test
  def timesCountFromTheDecision(): Unit = {
    val one = run(FinishedTask(0, "n1", 10250, 11000, 300000000L))
    assertThat(one.jobClass).isEqualTo("scan")
    assertThat(one.delaySeconds).isEqualTo(1.5)
    val task = one.tasks.get(0)
    assertThat(Seq(task.startSeconds, task.endSeconds, task.cpuSeconds))
      .isEqualTo(Seq(0.25, 1.0, 0.3))
    assertThat(one.jobSeconds).isEqualTo(1.0)
  }

  @Test
  def aTaskReadsFromMemoryWhatIsThereOnItsNodeWhenItStarts(): Unit = {
    assertThat(mediumOf(FinishedTask(0, "n1", 10500, 11000, 0))).isEqualTo(StorageTier.MEMORY)
    assertThat(mediumOf(FinishedTask(0, "n1", 10499, 11000, 0))).isEqualTo(StorageTier.DISK)
    assertThat(mediumOf(FinishedTask(0, "n2", 10500, 11000, 0))).isEqualTo(StorageTier.DISK)
    assertThat(mediumOf(FinishedTask(1, "n2", 20000, 21000, 0))).isEqualTo(StorageTier.DISK)
    val cachedByOthers = FinishedTask(2, "n3", 10000, 11000, 0)
    assertThat(mediumOf(cachedByOthers)).isEqualTo(StorageTier.MEMORY)
  }

  @Test
  def onlyWhatWasCachedTeachesHowLongThatTakes(): Unit = {
    val caching = run().caching
    assertThat(caching).hasSize(1)
    assertThat(caching.get(0).seconds).isEqualTo(0.5)
    assertThat(caching.get(0).bytes).isEqualTo(64 * MB)
    assertThat(caching.get(0).tier).isEqualTo(StorageTier.DISK)
  }

  @Test
  def tasksOfAnotherTaskSetAreLeftOut(): Unit =
    assertThat(run(FinishedTask(9, "n1", 10250, 11000, 0)).tasks).isEmpty()
}
