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

import io.trident.core.model.StorageTier
import io.trident.core.prefetch.feedback.{CacheRun, JobRun, TaskRun}
import io.trident.core.prefetch.model.LearnedModel
import java.nio.file.{Files, Path}
import org.apache.hadoop.conf.Configuration
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.{Test, Timeout}
import scala.jdk.CollectionConverters._

@Timeout(60)
class StageModelsTest {
  private val directory =
    Files.createTempDirectory(Files.createDirectories(Path.of("target")).toAbsolutePath, "models-")

  private def models(path: String): StageModels = {
    val conf = new Configuration()
    conf.set("trident.prefetch.model-path", path)
    new StageModels(conf)
  }

  private val run = new JobRun(
    "scan",
    0,
    Double.NaN,
    0,
    (1 to 5)
      .map(i =>
        new TaskRun(
          0,
          i.toDouble,
          Double.NaN,
          Map(StorageTier.DISK -> Long.box(i * 1000000L)).asJava
        )
      )
      .asJava,
    Seq.empty[CacheRun].asJava
  )

  private def await(condition: => Boolean): Unit =
    while (!condition) Thread.sleep(5) // within the class's time limit

  @Test
  def whatAStageTaughtIsKnownToTheNextAndToTheNextApplication(): Unit = {
    val first = models(directory.toUri.toString)
    assertThat(first.of("scan")).isEqualTo(LearnedModel.EMPTY)
    first.learn(run)
    await(first.of("scan").tasks.containsKey("scan"))
    first.close()
    val second = models(directory.toUri.toString)
    await(second.of("scan").tasks.containsKey("scan")) // read in the background
    second.close()
    assertThat(Files.exists(directory.resolve("spark"))).as("apart from MapReduce's").isTrue
  }

  @Test
  def withoutADirectoryNothingIsLearned(): Unit = {
    val tested = models("")
    tested.learn(run)
    assertThat(tested.of("scan")).isEqualTo(LearnedModel.EMPTY)
    tested.close()
  }

  @Test
  def closedItKnowsNothingNew(): Unit = {
    val tested = models(directory.toUri.toString)
    tested.close()
    tested.learn(run)
    assertThat(tested.of("scan")).isEqualTo(LearnedModel.EMPTY)
  }
}
