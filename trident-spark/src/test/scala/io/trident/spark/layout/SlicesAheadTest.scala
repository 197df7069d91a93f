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

import io.trident.core.layout.slice.Slice
import java.net.URI
import java.util.Optional
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}
import org.apache.spark.TaskContext
import org.apache.spark.scheduler.trident.TaskContexts
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{AfterEach, Test, Timeout}

@Timeout(60)
class SlicesAheadTest {
  private val asked = new ConcurrentLinkedQueue[SlicedFile]
  private val mayAnswer = new CountDownLatch(1)
  private val ahead = new SlicesAhead({ file =>
    asked.add(file)
    mayAnswer.await()
    Optional.of(file.extent.file.toString.getBytes)
  })

  @AfterEach
  def answerAll(): Unit = mayAnswer.countDown()

  private def extent(number: Int) = SlicedExtent(URI.create(s"hdfs:/e$number"), 10)

  private def file(number: Int, ahead: Int*) =
    SlicedFile("spec", extent(number), 1, new Slice(2, 8), 4, ahead.map(extent))

  private def taken(task: TaskContext, of: SlicedFile) =
    ahead.take(task, of).map(bytes => new String(bytes.get))

  @Test
  def aSliceIsHadMeanwhileOnceAndWithWhateverFollowsIt(): Unit = {
    val task = TaskContexts.of(7)
    ahead.begin(task, file(1))
    while (asked.isEmpty) Thread.sleep(1)
    mayAnswer.countDown()
    assertThat(taken(task, file(1, 2, 3)).get).isEqualTo("hdfs:/e1")
    assertThat(taken(task, file(1)).isEmpty).isTrue()
    assertThat(asked).containsExactly(file(1))
  }

  @Test
  def twoScansOfATaskBeginTheSameOnce(): Unit = {
    val task = TaskContexts.of(7)
    mayAnswer.countDown()
    ahead.begin(task, file(1))
    ahead.begin(task, file(1))
    assertThat(taken(task, file(1)).isEmpty).isFalse()
    assertThat(taken(task, file(1)).isEmpty).isTrue()
    assertThat(asked).containsExactly(file(1))
  }

  @Test
  def anotherSliceIsNotTaken(): Unit = {
    val task = TaskContexts.of(7)
    ahead.begin(task, file(1))
    assertThat(taken(TaskContexts.of(8), file(1)).isEmpty).isTrue()
    assertThat(taken(task, file(2)).isEmpty).isTrue()
  }

  @Test
  def nothingIsLeftOfATaskThatEnds(): Unit = {
    val task = TaskContexts.of(7)
    ahead.begin(task, file(1))
    ahead.begin(task, file(2))
    assertThat(ahead.size).isEqualTo(1)
    TaskContexts.complete(task)
    assertThat(ahead.size).isZero()
  }

  @Test
  def slicesAheadAreFewInNumberAndBytesButOne(): Unit = {
    def ahead(bytes: Long*) =
      SlicesAhead
        .of((7L +: bytes).map(SlicedExtent(URI.create("hdfs:/e"), _)).toIndexedSeq, 1, 10)
        .map(_.length)
    assertThat(ahead().isEmpty).isTrue()
    assertThat(ahead(1, 2, 3, 4, 5)).isEqualTo(Seq(1L, 2L, 3L, 4L))
    assertThat(ahead(128 << 20, 1)).isEqualTo(Seq((128 << 20).toLong))
    assertThat(ahead(40 << 20, 40 << 20, 10, 1))
      .isEqualTo(Seq(40 << 20, 40 << 20).map(_.toLong))
  }
}
